import type { PoolRuns } from '../../../../../models/families/utility/workload.js';

/**
 * Returns factors on execution time by P-state. Factors are raised where necessary so that no P-state is faster than
 * the one before it.
 */
export function slowing(times: readonly number[]): number[] {
  const raised: number[] = [];
  for (const time of times) raised.push(Math.max(time, raised.at(-1) ?? 0));
  return raised;
}

/**
 * Returns the times and powers in a pool of a task type whose tasks use one node.
 *
 * @param timeS execution time by P-state, s
 * @param powerW power by P-state, W
 */
export function onOneNode(timeS: readonly number[], powerW: readonly number[]): PoolRuns {
  return {
    leastNodes: 1,
    mostNodes: 1,
    pStates: timeS.length,
    timeS: (_, pState) => timeS[pState]!,
    powerW: (_, pState) => powerW[pState]!,
  };
}
