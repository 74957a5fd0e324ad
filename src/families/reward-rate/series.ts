import type { LpEngineName } from '../../solvers/linear/load.js';
import type { Words } from '../family.js';
import type { Refused } from '../../instances/problem.js';
import type { SeriesRequest } from '../studies.js';
import { readMethod } from '../words.js';
import { type Method, METHODS } from './methods/registry.js';
import type { RunRequest } from './runs/request.js';

/** Words that `sweep` and `day` share, judged. */
interface SeriesWords {
  readonly method: Method;
  /** Ignore co-location. */
  readonly naive?: boolean;
  readonly engine?: LpEngineName;
}

/** Limits that some methods do not know: searches that price limits cannot always avoid what the literal Eq. 21 has no time for. */
export const UNKNOWN_TO_SOME: readonly string[] = ['colocationModel'];

/** The words with their method. */
export function readSeriesWords(words: Words): Words | Refused {
  const method = readMethod(words, METHODS);
  return 'problem' in method ? { ok: false, problems: [method.problem] } : { ...words, method };
}

/** One run of a series. */
export function runOfSeries(request: SeriesRequest): RunRequest {
  const { words, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress } = request;
  const { method, naive = false, engine = 'highs' } = words as unknown as SeriesWords;
  return { method, naive, engine, seed, limits, withBound, nowS, interrupted, interruptedTwice, onProgress };
}
