import type { Refused } from '../../instances/fault.js';
import { timeIsUp } from '../../runs/control.js';
import type { SeriesRequest } from '../studies.js';
import { runChoices, type RunWords } from './run-words.js';
import { type OpenedModel, openModel } from './runs/open.js';
import type { RunRequest } from './runs/request.js';

/**
 * Names of limits that plans of some methods may violate although the program is correct. These methods do not know the
 * limits, so their plans may mix tasks for which Eq. 21, taken literally, gives no valid execution time.
 */
export const UNKNOWN_TO_SOME: readonly string[] = ['colocationModel'];

/**
 * Reads the instance of a sweep or a day and computes its air flow. This may take as long as the time limit of one run.
 */
export function openSeries({ file, words, limits, nowS }: SeriesRequest): OpenedModel | Refused {
  return openModel(file, undefined, timeIsUp({ limits: { ...limits, workLimit: null }, nowS }), words);
}

/** Returns the request for one run of a sweep or a day. */
export function runOfSeries(request: SeriesRequest): RunRequest {
  const { words, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress } = request;
  const chosen = runChoices(words as unknown as RunWords);
  return { ...chosen, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress };
}
