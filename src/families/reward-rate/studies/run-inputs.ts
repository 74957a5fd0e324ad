import { digestOf } from '../../../runs/digest.js';
import type { OpenedProblem } from '../runs/open.js';
import type { RunRequest } from '../runs/request.js';

/**
 * Inputs on which the answers of a series of runs depend, besides what the series varies and the version of what is
 * stored.
 */
export function runInputs(
  request: Pick<RunRequest, 'method' | 'naive' | 'seed' | 'limits' | 'engine' | 'withBound'> & {
    readonly cold?: boolean;
  },
  opened: OpenedProblem,
): readonly unknown[] {
  const { method, naive, seed, limits, engine, withBound, cold } = request;
  const { weights, recirculationKPerW = weights, airFlowM3PerS } = opened.matrix;
  const { start, column, value } = recirculationKPerW;
  const matrix = [start, column, value, airFlowM3PerS].map((list) => Array.from(list));
  return [opened.sha256, digestOf(matrix), method.name, naive, seed, limits, engine, withBound, cold];
}
