import type { Words } from '../family.js';
import type { Refused } from '../../instances/problem.js';
import type { SeriesRequest } from '../studies.js';
import { readMethod } from '../words.js';
import { METHODS } from './methods/registry.js';
import { runChoices, type RunWords, runWordsProblem } from './run-words.js';
import type { RunRequest } from './runs/request.js';

/** Limits that some methods do not know: searches that price limits cannot always avoid what the literal Eq. 21 has no time for. */
export const UNKNOWN_TO_SOME: readonly string[] = ['colocationModel'];

/** The words of `sweep` and `day` with their method. @param rowsHavePrices flag: rows of a file may bring prices of energy and its CO2 */
export function readSeriesWords(words: Words, rowsHavePrices = false): Words | Refused {
  const method = readMethod(words, METHODS);
  if ('problem' in method) return { ok: false, problems: [method.problem] };
  const problem = runWordsProblem(words, method, rowsHavePrices);
  return problem === null ? { ...words, method } : { ok: false, problems: [problem] };
}

/** One run of a series. */
export function runOfSeries(request: SeriesRequest): RunRequest {
  const { words, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress } = request;
  const chosen = runChoices(words as unknown as RunWords);
  return { ...chosen, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress };
}
