import type { SeriesRequest } from '../studies.js';
import { runChoices, type RunWords } from './run-words.js';
import type { RunRequest } from './runs/request.js';

/**
 * Limits that some methods cannot always keep: their searches use prices for limits, and the literal Eq. 21 gives some
 * mixtures of tasks no valid time.
 */
export const UNKNOWN_TO_SOME: readonly string[] = ['colocationModel'];

/** Returns the request for one run of a series. */
export function runOfSeries(request: SeriesRequest): RunRequest {
  const { words, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress } = request;
  const chosen = runChoices(words as unknown as RunWords);
  return { ...chosen, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress };
}
