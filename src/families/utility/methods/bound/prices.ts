import { nodeSecondsOf } from '../../../../../models/families/utility/model.js';
import type { DayWork } from './day-work.js';

/** Prices of what tasks share. J pools, S slots, Q power rows that may bind. */
export interface Prices {
  /** Length J x S, pool by pool: price of a node, utility per node-second, at least 0. */
  readonly node: Float64Array;
  /** Length Q x S, row by row: price of a power row's limit, utility per s and unit (K or W), at least 0. */
  readonly row: Float64Array;
  /** Price of energy, utility/J, at least 0; 0 without a budget. */
  energy: number;
}

/** Result of a relaxation at given prices. */
export interface PricedPass {
  /** Upper bound on the utility of any schedule in the measured time, rounded up. */
  bound: number;
  /** Length J x S: node-seconds that the tasks take at the prices. */
  readonly takenNodeS: Float64Array;
  /** Energy that they draw, J. */
  readonly takenJ: Float64Array;
  /** Energy that the tasks draw at the prices, J; weighted by the tariff if budgets are of money. */
  drawnJ: number;
}

/** Makes one exact pass over all classes at given prices; it writes to the same record each time. */
export type Relaxation = (prices: Prices) => PricedPass;

export function noPrices({ model, slots, rows }: DayWork): Prices {
  return { node: new Float64Array(model.pools.length * slots), row: new Float64Array(rows.count * slots), energy: 0 };
}

/** Returns an empty record for the results of passes. */
export function noPass({ model, slots }: DayWork): PricedPass {
  const size = model.pools.length * slots;
  return { bound: 0, takenNodeS: new Float64Array(size), takenJ: new Float64Array(size), drawnJ: 0 };
}

/** Returns the cost of all nodes, of the whole budget and of all limits of power rows at the prices, utility. */
export function priceOfAll({ model, slots, borderS, budgetJ, rows }: DayWork, { node, row, energy }: Prices): number {
  let sum = energy > 0 ? energy * budgetJ : 0;
  for (const [j, pool] of model.pools.entries()) {
    for (let s = 0; s < slots; s++) sum += nodeSecondsOf(pool, borderS[s]!, borderS[s + 1]!) * node[j * slots + s]!;
  }
  for (let q = 0; q < rows.count; q++) {
    for (let s = 0; s < slots; s++) sum += rows.limit[q]! * (borderS[s + 1]! - borderS[s]!) * row[q * slots + s]!;
  }
  return sum;
}

/**
 * Writes into `into` the charge for the energy of each pool and slot, utility/J (length J x S), which it also returns:
 * the sum over power rows of price x coefficient, and with a tariff the price of energy x its weight in the slot;
 * rounded down, so that rounding only raises a bound.
 */
export function rowCharges(
  { model, slots, rows, weight }: DayWork,
  { row, energy }: Prices,
  into: Float64Array,
): Float64Array {
  const size = model.pools.length;
  into.fill(0);
  if (weight !== null) {
    for (let j = 0; j < size; j++) for (let s = 0; s < slots; s++) into[j * slots + s] = energy * weight[s]!;
  }
  for (let q = 0; q < rows.count; q++) {
    for (let s = 0; s < slots; s++) {
      const price = row[q * slots + s]!;
      if (price === 0) continue;
      for (let j = 0; j < size; j++) into[j * slots + s]! += price * rows.coefficient[q * size + j]!;
    }
  }
  const down = 1 - (rows.count + 4) * Number.EPSILON;
  if (rows.count > 0 || weight !== null) for (let k = 0; k < into.length; k++) into[k]! *= down;
  return into;
}

/**
 * Returns the sum of at most `terms` non-negative terms plus the largest possible rounding error: each addition errs by
 * half a spacing of the sum, each term by 32 spacings of the numbers of which it is a difference, which add up to
 * `scale`.
 */
export function roundedUp(sum: number, terms: number, scale: number): number {
  return sum + Number.EPSILON * (terms * sum + 32 * (scale + sum));
}
