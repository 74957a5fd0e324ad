import { nodeSecondsOf } from '../../../../../models/families/utility/model.js';
import type { DayWork } from './day-work.js';

/** Dual values ("prices") of the pools' nodes, of energy, and of power limits that may bind. */
export interface Prices {
  /** Dual value of a node, utility per node-second, at least 0, [pool][slot]. */
  readonly node: Float64Array;
  /** Dual value of a power limit, utility/(s K) or utility/(s W), at least 0, [row][slot]. */
  readonly row: Float64Array;
  /** Dual value of the budget, utility/J, at least 0; 0 without a budget. */
  energy: number;
}

/** Result of a pass over all tasks: the Lagrangian relaxation evaluated at given dual values. */
export interface PricedPass {
  /** Upper bound on the utility of any schedule in the measured time, rounded up. */
  bound: number;
  /** Node-seconds that tasks use in the maximum of the relaxation, [pool][slot]. */
  readonly takenNodeS: Float64Array;
  /** Energy that tasks use in the maximum of the relaxation, J, [pool][slot]. */
  readonly takenJ: Float64Array;
  /**
   * Energy that all tasks use in the maximum of the relaxation, J. With budgets of money, a joule is weighted by its
   * price relative to the mean price.
   */
  drawnJ: number;
}

/**
 * Evaluates a Lagrangian relaxation exactly for all tasks at given dual values. Overwrites and returns the same record
 * each time.
 */
export type Relaxation = (prices: Prices) => PricedPass;

export function noPrices({ model, slots, rows }: DayWork): Prices {
  return { node: new Float64Array(model.pools.length * slots), row: new Float64Array(rows.count * slots), energy: 0 };
}

/** Returns a record for the results of a pass, filled with zeros. */
export function noPass({ model, slots }: DayWork): PricedPass {
  const size = model.pools.length * slots;
  return { bound: 0, takenNodeS: new Float64Array(size), takenJ: new Float64Array(size), drawnJ: 0 };
}

/**
 * Returns the value of all resources at the dual values, utility: the sum of dual value x capacity over nodes, budget
 * and power limits.
 */
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
 * Writes the cost of a joule in each pool and slot to `into` and returns `into`, utility/J. The cost is the sum of dual
 * value x coefficient over the power limits. With budgets of money, the dual value of the budget x the slot's weight is
 * added. Rounding down can only raise a bound.
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
 * Returns a sum of non-negative terms plus its largest possible rounding error. Each addition counts half a machine
 * epsilon of the sum, each term 32 machine epsilons of the numbers it was computed from.
 *
 * @param terms largest number of terms
 * @param scale total of the numbers that the terms were computed from
 */
export function roundedUp(sum: number, terms: number, scale: number): number {
  return sum + Number.EPSILON * (terms * sum + 32 * (scale + sum));
}
