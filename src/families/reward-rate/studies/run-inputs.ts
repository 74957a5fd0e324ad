import { digestOf } from '../../../runs/digest.js';
import type { OpenedModel } from '../runs/open.js';
import type { RunRequest } from '../runs/request.js';

/**
 * Returns the inputs on which a series of runs depends, as a list to be hashed. The list contains neither the fields
 * that the series varies nor the version of stored results.
 */
export function runInputs(
  request: Omit<RunRequest, 'nowS' | 'interrupted' | 'onProgress'>,
  opened: OpenedModel,
): readonly unknown[] {
  const { method, naive, seed, limits, engine, withBound } = request;
  const { population, sharing, idleOnStandby, leastPower, rewardTolerance, prices } = request;
  const { weights, recirculationKPerW = weights, airFlowM3PerS } = opened.matrix;
  const { start, column, value } = recirculationKPerW;
  const matrix = [start, column, value, airFlowM3PerS].map((list) => Array.from(list));
  return [
    opened.sha256,
    opened.reserve,
    digestOf(matrix),
    method.name,
    naive,
    seed,
    limits,
    engine,
    withBound,
    sharing,
    idleOnStandby,
    leastPower,
    rewardTolerance,
    prices,
    // Only if given: results stored without it stay valid.
    ...(population === undefined ? [] : [population]),
  ];
}
