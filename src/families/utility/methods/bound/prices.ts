import type { DayWork } from './day-work.js';

/** Prices of what tasks share. J pools, S slots. */
export interface Prices {
  /** Length J x S, pool by pool: price of a node, utility per node-second, at least 0. */
  readonly node: Float64Array;
  /** Price of energy, utility/J, at least 0; 0 without a budget. */
  energy: number;
}

/** Result of a relaxation at given prices. */
export interface PricedPass {
  /** Utility that no schedule exceeds in the measured time, rounded up. */
  bound: number;
  /** Length J x S: node-seconds that the priced tasks take. */
  readonly takenNodeS: Float64Array;
  /** Energy that the priced tasks draw, J. */
  drawnJ: number;
}

/** One exact pass over all classes at given prices; it writes to the same record each time. */
export type Relaxation = (prices: Prices) => PricedPass;

export function noPrices({ problem, slots }: DayWork): Prices {
  return { node: new Float64Array(problem.pools.length * slots), energy: 0 };
}

/** Cost of all nodes and of the whole budget at the prices, utility. */
export function priceOfAll({ problem, slots, borderS, budgetJ }: DayWork, { node, energy }: Prices): number {
  let sum = energy > 0 ? energy * budgetJ : 0;
  for (const [j, { nodes }] of problem.pools.entries()) {
    for (let s = 0; s < slots; s++) sum += nodes * (borderS[s + 1]! - borderS[s]!) * node[j * slots + s]!;
  }
  return sum;
}

/**
 * Sum of at most `terms` non-negative terms, plus what rounding may have taken from it: each addition errs by half a spacing of the sum, each term
 * by 32 spacings of the numbers whose difference it is, which add up to `scale`.
 */
export function roundedUp(sum: number, terms: number, scale: number): number {
  return sum + Number.EPSILON * (terms * sum + 32 * (scale + sum));
}
