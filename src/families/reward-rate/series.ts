import type { SeriesRequest } from '../studies.js';
import { runChoices, type RunWords } from './run-words.js';
import type { RunRequest } from './runs/request.js';

/** Limits that some methods do not know: searches that price limits cannot always avoid what the literal Eq. 21 has no time for. */
export const UNKNOWN_TO_SOME: readonly string[] = ['colocationModel'];

/** Returns the request for one run of a series. */
export function runOfSeries(request: SeriesRequest): RunRequest {
  const { words, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress } = request;
  const chosen = runChoices(words as unknown as RunWords);
  return { ...chosen, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress };
}
