import type { Violation } from '../violation.js';
import type { PowerRows, UtilityProblem } from './problem.js';
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
export function rowPeaks({ pools, options, powerRows }: UtilityProblem, schedule: Schedule): RowPeak[] {
  if (powerRows === undefined) return [];
  const { count, names, unit, limit } = powerRows;
  const { option, firstPiece, pieceStartS, pieceEndS } = schedule;
  const pieces = pieceStartS.length;
  const runOf = new Int32Array(pieces);
  for (let r = 0; r < option.length; r++) runOf.fill(r, firstPiece[r], firstPiece[r + 1]);
  // Changes 2 q and 2 q + 1 are the start and the end of piece q.
  const momentOf = (change: number): number => (change % 2 === 0 ? pieceStartS : pieceEndS)[change >> 1]!;
  const momentS = Float64Array.from({ length: 2 * pieces }, (_, change) => momentOf(change));
  const order = Uint32Array.from(momentS.keys()).sort((a, b) => momentS[a]! - momentS[b]! || a - b);

  const busyW = new Float64Array(pools.length);
  const running = new Int32Array(pools.length);
  const peak = new Float64Array(count);
  const peakS = new Float64Array(count);
  const load = new Float64Array(count);
  const isChanged = new Uint8Array(pools.length);
  const changeW = new Float64Array(pools.length);
  let moments = 0;
  for (let k = 0; k < order.length;) {
    const atS = momentS[order[k]!]!;
    for (; k < order.length && momentS[order[k]!] === atS; k++) {
      const change = order[k]!;
      const o = option[runOf[change >> 1]!]!;
      const j = options.pool[o]!;
      const sign = change % 2 === 0 ? 1 : -1;
      running[j]! += sign;
      isChanged[j] = 1;
      changeW[j]! += sign * options.powerW[o]!;
    }
    for (let j = 0; j < pools.length; j++) {
      if (isChanged[j] === 0) continue;
      // Nothing runs: nothing is left, of rounding neither.
      const nowW = running[j] === 0 ? 0 : busyW[j]! + changeW[j]!;
      for (let r = 0; r < count; r++) load[r]! += powerRows.coefficient[r * pools.length + j]! * (nowW - busyW[j]!);
      busyW[j] = nowW;
      isChanged[j] = 0;
      changeW[j] = 0;
    }
    if (++moments % SUMMED_ANEW === 0) load.set(loadsAt(powerRows, busyW));
    for (let r = 0; r < count; r++) {
      if (!(load[r]! > peak[r]!)) continue;
      peak[r] = load[r]!;
      peakS[r] = atS;
    }
  }
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
