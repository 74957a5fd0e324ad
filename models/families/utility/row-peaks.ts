import type { PowerRows, UtilityModel } from './model.js';
import { sweepPower } from './power-sweep.js';
import type { Schedule } from './schedule.js';

/** Largest load of a power row during a schedule. The load is the sum that the row limits. */
export interface RowPeak {
  readonly name: string;
  readonly unit: 'K' | 'W';
  readonly value: number;
  readonly limit: number;
  /** First time at which the load is largest, s; 0 if nothing ran. */
  readonly atS: number;
}

/** Number of power changes after which loads are computed anew, so that rounding errors do not accumulate. */
const SUMMED_ANEW = 256;

/**
 * Name of the limit that a power row stands for, by the row's unit. It is used for violations and lists of binding
 * limits.
 */
export const ROW_CONSTRAINTS = { K: 'redLine', W: 'powerCap' } as const;

/**
 * Returns the largest load of each power row during a schedule. A power row is a linear limit on power, and its load is
 * the sum that it limits.
 *
 * Pieces of execution that end and start at the same time do not overlap. Time: O(Q (log Q + R + R J / 256)) for Q
 * pieces, R rows and J pools.
 */
export function rowPeaks(model: UtilityModel, schedule: Schedule): RowPeak[] {
  const { pools, powerRows } = model;
  if (powerRows === undefined) return [];
  const { count, names, unit, limit, coefficient } = powerRows;
  const peak = new Float64Array(count);
  const peakS = new Float64Array(count);
  const load = new Float64Array(count);
  let moments = 0;
  sweepPower(model, schedule, (atS, busyW, changes) => {
    for (const [j, changeW] of changes) {
      for (let r = 0; r < count; r++) load[r]! += coefficient[r * pools.length + j]! * changeW;
    }
    if (++moments % SUMMED_ANEW === 0) load.set(loadsAt(powerRows, busyW));
    for (let r = 0; r < count; r++) {
      if (!(load[r]! > peak[r]!)) continue;
      peak[r] = load[r]!;
      peakS[r] = atS;
    }
  });
  return names.map((name, r) => ({ name, unit: unit[r]!, value: peak[r]!, limit: limit[r]!, atS: peakS[r]! }));
}

/**
 * Returns the load of each power row, in its unit.
 *
 * @param busyW power of the busy nodes of each pool, W
 */
function loadsAt({ count, coefficient }: PowerRows, busyW: Float64Array): Float64Array {
  const pools = busyW.length;
  return Float64Array.from({ length: count }, (_, r) => {
    let sum = 0;
    for (let j = 0; j < pools; j++) sum += coefficient[r * pools + j]! * busyW[j]!;
    return sum;
  });
}
