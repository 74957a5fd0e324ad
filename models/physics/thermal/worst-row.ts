import type { InletRowSets } from './inlet-row-sets.js';

/**
 * The worst case of a zone. It is the possible row of temperature rises per watt that makes the zone's inlet warmest.
 */
export interface WorstRow {
  /**
   * Upper bound on the amount by which the inlet is warmer than with the nominal row, K, >= 0. The bound is attained up
   * to rounding errors.
   */
  readonly excessK: number;
  /** Worst row (one of the possible rows) minus nominal row, K/W. */
  readonly deviation: Float64Array;
}

/** Value and slope of the Lagrangian dual function at one dual value of the balance constraint. */
interface Priced {
  readonly price: number;
  /**
   * Value of the dual function, K. It is an upper bound on the amount by which the inlet may be warmer than with the
   * nominal row.
   */
  readonly value: number;
  /** Sum of weight x deviation for the best deviations at this dual value. It gives the slope of the dual function. */
  readonly moved: number;
  readonly deviation: Float64Array;
}

/** Maximum number of dual values tried. A few suffice, because the dual function is piecewise linear. */
const MAX_PRICES = 200;
/** Difference of the two bounds on the rise at which the search ends, K. It is far below the checker's tolerance. */
const ACCURACY_K = 1e-11;

/**
 * Returns the possible row m with the largest temperature rise sum_b m_b P_b, for zone powers P
 * (docs/reward-rate/uncertain-rooms.md). It is found by Lagrangian duality.
 *
 * Let v >= 0 be the dual value of the balance constraint's upper limit. For a given v, the best deviation of entry b is
 * upwards if P_b > v weight_b, otherwise downwards. The budget admits only the entries that gain most. The dual
 * function is convex, piecewise linear in v and never below the maximum.
 *
 * The search looks for its minimum at the intersections of its tangents. At the minimum, a mixture of the deviations on
 * both sides attains the maximum.
 */
export function worstRow({ range, balance }: InletRowSets, stated: Float64Array, zonePowerW: Float64Array): WorstRow {
  const at = (price: number): Priced =>
    priced(range, balance?.weight ?? null, balance?.most ?? 0, stated, zonePowerW, price);
  let low = at(0);
  if (balance === null || low.moved <= balance.most) return { excessK: low.value, deviation: low.deviation };
  // At this price nothing that the balance counts goes up.
  let high = at(
    zonePowerW.reduce((most, powerW, b) => Math.max(most, ratio(powerW, balance.weight[b]!)), 0) * (1 + 1e-9),
  );
  let excessK = Math.min(low.value, high.value);
  for (let n = 0; n < MAX_PRICES; n++) {
    const fall = low.moved - balance.most;
    const rise = balance.most - high.moved;
    const price = low.price + (low.value - high.value + rise * (high.price - low.price)) / (fall + rise);
    const meeting = low.value - fall * (price - low.price);
    const next = at(Math.min(high.price, Math.max(low.price, price)));
    excessK = Math.min(excessK, next.value);
    if (next.value - meeting <= ACCURACY_K + 1e-14 * next.value) break;
    if (next.moved > balance.most) low = next;
    else high = next;
  }
  const share = (balance.most - high.moved) / (low.moved - high.moved);
  return { excessK, deviation: low.deviation.map((value, b) => share * value + (1 - share) * high.deviation[b]!) };
}

function ratio(powerW: number, weight: number): number {
  return weight > 0 ? powerW / weight : 0;
}

function priced(
  { least, most, deviating = Infinity }: InletRowSets['range'],
  weight: Float64Array | null,
  limit: number,
  stated: Float64Array,
  zonePowerW: Float64Array,
  price: number,
): Priced {
  const count = stated.length;
  const gain = new Float64Array(count);
  const deviation = new Float64Array(count);
  for (let b = 0; b < count; b++) {
    const worth = zonePowerW[b]! - price * (weight === null ? 0 : weight[b]!);
    deviation[b] = stated[b]! * (worth > 0 ? most - 1 : worth < 0 ? least - 1 : 0);
    gain[b] = worth * deviation[b]!;
  }
  if (deviating < count) keepBest(gain, deviation, deviating);
  let value = price * limit;
  let moved = 0;
  for (let b = 0; b < count; b++) {
    value += gain[b]!;
    if (weight !== null) moved += weight[b]! * deviation[b]!;
  }
  return { price, value, moved, deviation };
}

/**
 * Keeps only the `budget` deviations that gain most and sets all further ones to 0, in place. If the budget is
 * fractional, the last deviation is kept in part.
 */
function keepBest(gain: Float64Array, deviation: Float64Array, budget: number): void {
  const whole = Math.floor(budget);
  const sorted = gain.slice().sort();
  const threshold = whole > 0 ? sorted[sorted.length - whole]! : Infinity;
  let ties = whole;
  for (const value of gain) if (value > threshold) ties--;
  const next = sorted[sorted.length - whole - 1]!;
  let part = budget - whole;
  for (let b = 0; b < gain.length; b++) {
    let share = gain[b]! > threshold ? 1 : 0;
    if (share === 0 && gain[b] === threshold && ties > 0) {
      share = 1;
      ties--;
    } else if (share === 0 && gain[b] === next) {
      share = part;
      part = 0;
    }
    gain[b]! *= share;
    deviation[b]! *= share;
  }
}
