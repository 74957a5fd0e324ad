import { nodeSecondsOf } from '../../../../../models/families/utility/model.js';
import type { DayWork } from './day-work.js';

/** Prices of shared resources. J pools, S slots, Q power rows that may bind. */
export interface Prices {
  /** Length J x S, by pool, then slot: price of a node, utility per node-second, at least 0. */
  readonly node: Float64Array;
  /** Length Q x S, by row, then slot: price of a power row, utility per s and unit (K or W), at least 0. */
  readonly row: Float64Array;
  /** Price of energy, utility/J, at least 0; 0 without a budget. */
  energy: number;
}

/** Result of a relaxation for given prices. */
export interface PricedPass {
  /** Upper bound on the utility of any schedule in the measured time, rounded up. */
  bound: number;
  /** Length J x S: node-seconds that tasks use at the prices. */
  readonly takenNodeS: Float64Array;
  /** Energy that tasks use in each slot and pool, J. */
  readonly takenJ: Float64Array;
  /** Total energy that tasks use, J; weighted by the tariff if budgets are in money. */
  drawnJ: number;
}

/** Evaluates all classes exactly at given prices; overwrites and returns the same record each time. */
export type Relaxation = (prices: Prices) => PricedPass;

export function noPrices({ model, slots, rows }: DayWork): Prices {
  return { node: new Float64Array(model.pools.length * slots), row: new Float64Array(rows.count * slots), energy: 0 };
}

/** Returns an empty record for results. */
export function noPass({ model, slots }: DayWork): PricedPass {
  const size = model.pools.length * slots;
  return { bound: 0, takenNodeS: new Float64Array(size), takenJ: new Float64Array(size), drawnJ: 0 };
}

/** Returns the cost at these prices of all nodes, the whole budget and all limits of power rows, in utility. */
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
 * Writes the charge on energy in each pool and slot, utility/J (length J x S), into `into` and returns it: sum over
 * power rows of price x coefficient, plus with a tariff the energy price x the slot's weight. Rounded down, which can
 * only raise a bound.
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
 * Returns a sum of at most `terms` non-negative terms plus its largest possible rounding error: half a spacing of the
 * sum per addition, and 32 spacings per term, relative to the numbers it was computed from, which total `scale`.
 */
export function roundedUp(sum: number, terms: number, scale: number): number {
  return sum + Number.EPSILON * (terms * sum + 32 * (scale + sum));
}
