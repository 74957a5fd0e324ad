import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { scaledFactor } from './worst-room.js';

/**
 * Number of steps of golden-section search. Ours: the interval of the multiplier shrinks to 1e-13 of its length, about
 * floating-point precision.
 */
const SECTIONS = 62;
/** Fraction of the interval that remains after a golden-section step. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Largest change of a fraction of air in one round at which the iteration in `rowsOfM` ends. */
const SETTLED = 1e-15;
/** Maximum number of rounds of the iteration in `rowsOfM`. */
const MAX_ROUNDS = 100_000;

/**
 * Returns the largest possible excess of each zone's inlet temperature over the nominal value, K; null without an
 * uncertainty set. M is the matrix of inlet rises per watt. Each row of M takes its worst values in the set.
 *
 * The code shares nothing with the models. M is computed from an inverse. The balance constraint is an upper limit on a
 * weighted sum of a row's entries. Relaxing it by Lagrangian duality gives an upper bound on each excess
 * (docs/reward-rate/uncertain-rooms.md).
 */
export function worstExcessK(
  { uncertainty }: RewardRateInstance,
  matrix: InfluenceMatrix,
  zonePowerW: ArrayLike<number>,
  heatPerM3K: number,
  failed: ReadonlySet<number>,
): Float64Array | null {
  const range = uncertainty?.robust === true ? uncertainty.inletRise : undefined;
  if (uncertainty === undefined || range === undefined) return null;
  const up = scaledFactor(range.most, uncertainty) - 1;
  const down = 1 - scaledFactor(range.least, uncertainty);
  const budget = range.deviating ?? Infinity;
  const share = (range.supplyShare ?? 0) * (uncertainty.scale ?? 1);
  const { kPerW, weight } =
    matrix.recirculationKPerW === undefined
      ? rowsOfM(matrix, heatPerM3K, failed)
      : { kPerW: recirculation(matrix), weight: null };
  const zones = matrix.zones.length;
  const excessK = new Float64Array(zones);
  for (let k = 0; k < zones; k += 1) {
    const row = kPerW.subarray(k * zones, (k + 1) * zones);
    /**
     * Returns an upper bound on the excess, K, for a multiplier `price` of the balance constraint. The constraint is an
     * upper limit on a weighted sum of the row's entries.
     */
    const bound = (price: number): number => {
      const gains = [];
      for (let b = 0; b < zones; b += 1) {
        const worth = row[b]! * (zonePowerW[b]! - price * (weight?.[b] ?? 0));
        gains.push(worth > 0 ? worth * up : -worth * down);
      }
      return price * (1 / (1 - share) - 1) + greatestSum(gains, budget);
    };
    let mostPrice = 0;
    for (let b = 0; weight !== null && b < zones; b += 1) {
      if (weight[b]! > 0) mostPrice = Math.max(mostPrice, zonePowerW[b]! / weight[b]!);
    }
    excessK[k] = leastOf(bound, mostPrice);
  }
  return excessK;
}

/** Returns the sum of the `budget` largest values, with a fraction of the next value if `budget` is not an integer. */
function greatestSum(values: readonly number[], budget: number): number {
  const ordered = budget >= values.length ? values : [...values].sort((a, b) => b - a);
  let left = budget;
  let sum = 0;
  for (const value of ordered) {
    if (left <= 0) break;
    sum += Math.min(1, left) * value;
    left -= 1;
  }
  return sum;
}

/** Returns the minimum of a convex function from 0 to `most`, by golden-section search. */
function leastOf(value: (at: number) => number, most: number): number {
  if (most === 0) return value(0);
  let [low, high] = [0, most];
  let [left, right] = [high - GOLDEN * high, GOLDEN * high];
  let [atLeft, atRight] = [value(left), value(right)];
  let least = Math.min(value(low), value(high), atLeft, atRight);
  for (let n = 0; n < SECTIONS; n += 1) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = value(left);
      least = Math.min(least, atLeft);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = value(right);
      least = Math.min(least, atRight);
    }
  }
  return least;
}

function recirculation({ recirculationKPerW, zones }: InfluenceMatrix): Float64Array {
  const { start, column, value } = recirculationKPerW!;
  const size = zones.length;
  const dense = new Float64Array(size * size);
  for (let k = 0; k < size; k += 1) {
    for (let n = start[k]!; n < start[k + 1]!; n += 1) dense[k * size + column[n]!] = value[n]!;
  }
  return dense;
}

interface RowsOfM {
  /** Inlet temperature rise per watt, K/W, row-major: [inlet zone][heat source zone]. */
  readonly kPerW: Float64Array;
  /**
   * [heat source zone]: coefficient in the balance constraint on a row of M, W/K. It is the fraction of the zone's air
   * that comes directly from CRACs, divided by the temperature rise of its air per watt.
   */
  readonly weight: Float64Array;
}

/**
 * Returns the matrix of inlet rises per watt, and the coefficients of the balance constraints on its rows:
 *
 * M = ((1 - W_NN)^-1 - 1) R
 *
 * W_NN has the fractions of air that flow from zone to zone. R is the diagonal matrix of temperature rises per watt.
 * Failed CRACs pass on the air that they draw in.
 */
function rowsOfM(matrix: InfluenceMatrix, heatPerM3K: number, failed: ReadonlySet<number>): RowsOfM {
  const { weights, airFlowM3PerS, cracNames } = matrix;
  const cracs = cracNames.length;
  const size = airFlowM3PerS.length;
  const zones = size - cracs;
  const dense = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let n = weights.start[i]!; n < weights.start[i + 1]!; n += 1)
      dense[i * size + weights.column[n]!] = weights.value[n]!;
  }
  // Share of the air that leaves an entity as it left a CRAC at work: 1 for these, 0 for zones, mixed for failed units.
  const fresh = new Float64Array(size);
  for (let c = 0; c < cracs; c += 1) fresh[c] = failed.has(c) ? 0 : 1;
  const drawn = (i: number): number => {
    let sum = 0;
    for (let j = 0; j < cracs; j += 1) sum += dense[i * size + j]! * fresh[j]!;
    return sum;
  };
  for (let round = 0, change = 1; round < MAX_ROUNDS && change > SETTLED; round += 1) {
    change = 0;
    for (const c of failed) {
      const next = drawn(c);
      change = Math.max(change, Math.abs(next - fresh[c]!));
      fresh[c] = next;
    }
  }
  // Unknowns: failed units first, then the zones.
  const kept = [...[...failed].sort((a, b) => a - b), ...matrix.zones.map((_, z) => cracs + z)];
  const inverse = inverseOf(kept.map((i) => kept.map((j) => (i === j ? 1 : 0) - dense[i * size + j]!)));
  const kPerW = new Float64Array(zones * zones);
  const weight = new Float64Array(zones);
  for (let b = 0; b < zones; b += 1) {
    const perW = 1 / (heatPerM3K * airFlowM3PerS[cracs + b]!);
    weight[b] = drawn(cracs + b) / perW;
    for (let k = 0; k < zones; k += 1) {
      const entry = inverse[failed.size + k]![failed.size + b]! - (k === b ? 1 : 0);
      kPerW[k * zones + b] = Math.max(0, entry) * perW;
    }
  }
  return { kPerW, weight };
}

/** Returns the inverse of a matrix by Gauss-Jordan elimination, without pivoting, because it is an M-matrix. */
function inverseOf(rows: number[][]): Float64Array[] {
  const size = rows.length;
  const work = rows.map((row, i) => {
    const wide = new Float64Array(2 * size);
    wide.set(row);
    wide[size + i] = 1;
    return wide;
  });
  for (let p = 0; p < size; p += 1) {
    const pivot = work[p]!;
    const scale = pivot[p]!;
    for (let j = p; j < 2 * size; j += 1) pivot[j]! /= scale;
    for (let i = 0; i < size; i += 1) {
      const factor = i === p ? 0 : work[i]![p]!;
      if (factor === 0) continue;
      const row = work[i]!;
      for (let j = p; j < 2 * size; j += 1) row[j]! -= factor * pivot[j]!;
    }
  }
  return work.map((row) => row.subarray(size));
}
