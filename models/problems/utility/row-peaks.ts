import type { Violation } from '../violation.js';
import type { PowerRows, UtilityProblem } from './problem.js';
import { sweepPower } from './power-sweep.js';
import type { Schedule } from './schedule.js';

/** Greatest load of a power row over a schedule, and the first moment of it. */
export interface RowPeak {
  readonly name: string;
  readonly unit: 'K' | 'W';
  /** Greatest load and limit, in `unit`. */
  readonly value: number;
  readonly limit: number;
  /** Moment from which the greatest load was first on, s; 0 where nothing ran. */
  readonly atS: number;
}

/** Relative excess that rounding may make in a long sum of powers. Ours: that of the caps of the other families. */
const ROW_TOLERANCE = 1e-9;
/** Number of moments after which loads are summed anew, so that rounding does not pile up. Ours. */
const SUMMED_ANEW = 256;

/** Words for limits on power by unit, as violations and binding limits name them. */
export const ROW_CONSTRAINTS = { K: 'redLine', W: 'powerCap' } as const;

/**
 * Greatest load of each power row, at every moment of a schedule: what ends and what starts at one moment are not on together. Length R; empty where
 * the problem has no rows. O(Q (log Q + R + R J / 256)) for Q pieces.
 */
export function rowPeaks(problem: UtilityProblem, schedule: Schedule): RowPeak[] {
  const { pools, powerRows } = problem;
  if (powerRows === undefined) return [];
  const { count, names, unit, limit, coefficient } = powerRows;
  const peak = new Float64Array(count);
  const peakS = new Float64Array(count);
  const load = new Float64Array(count);
  let moments = 0;
  sweepPower(problem, schedule, (atS, busyW, changes) => {
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

/** Load of each row while the busy nodes of each pool draw `busyW` (length J, W), in the unit of the row. */
export function loadsAt({ count, coefficient }: PowerRows, busyW: Float64Array): Float64Array {
  const pools = busyW.length;
  return Float64Array.from({ length: count }, (_, r) => {
    let sum = 0;
    for (let j = 0; j < pools; j++) sum += coefficient[r * pools + j]! * busyW[j]!;
    return sum;
  });
}

/** Rows whose limit a schedule passes, greatest share first, each with its greatest excess and the moment of it. */
export function rowViolations(peaks: readonly RowPeak[]): Violation[] {
  return peaks
    .filter(({ value, limit }) => value > limit * (1 + ROW_TOLERANCE))
    .map(({ name, unit, value, limit, atS }) => ({
      ...{ constraint: ROW_CONSTRAINTS[unit], where: `${name} at ${atS} s`, unit, value, limit, amount: value - limit },
    }))
    .sort((a, b) => b.amount * a.limit - a.amount * b.limit);
}
