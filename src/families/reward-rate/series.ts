import type { SeriesRequest } from '../studies.js';
import { runChoices, type RunWords } from './run-words.js';
import type { RunRequest } from './runs/request.js';

/**
 * Limits that plans of some methods may break without a mistake in the program. Some methods handle limits by dual
 * values in their search. Their plans may mix tasks for which the literal Eq. 21 has no valid execution time.
 */
export const UNKNOWN_TO_SOME: readonly string[] = ['colocationModel'];

/** Returns the request for one run of a sweep or a day. */
export function runOfSeries(request: SeriesRequest): RunRequest {
  const { words, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress } = request;
  const chosen = runChoices(words as unknown as RunWords);
  return { ...chosen, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress };
}
