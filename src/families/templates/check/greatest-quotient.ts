import type { CoolingPerformance } from '../../../../models/facility/facility.js';
import { coefficientOfPerformance } from '../../../check/power.js';

/**
 * Branch and bound ends when its bound is within this relative difference of the least bound that further dividing can
 * give.
 */
const ACCURACY = 1e-8;
/** Width of a set-point interval below which it is not divided, C. */
const NARROW_C = 1e-6;
/** Maximum number of cells (ranges of set-point and work) divided; the others keep their bounds. */
const MAX_PIECES = 4000;

/** Lower bound on node power: `constantW` + `wattPerWork` x work + `wattPerC` x set-point. */
export interface PowerLine {
  readonly constantW: number;
  readonly wattPerWork: number;
  readonly wattPerC: number;
}

export interface QuotientRange {
  readonly leastPerS: number;
  readonly mostPerS: number;
  readonly coolestC: number;
  readonly warmestC: number;
  readonly limitW: number;
  readonly cooling: CoolingPerformance;
  /** Value of the upper bound, tasks/J, at which branch and bound ends, because the caller needs no lower one. */
  readonly enough: number;
}

/** Upper bound on h = CoP / (1 + CoP) from `fromC` to `toC`: h <= `at` + `perC` x (set-point - `fromC`). */
interface ShareLine {
  readonly fromC: number;
  readonly toC: number;
  readonly at: number;
  readonly perC: number;
}

/**
 * Returns an upper bound on work / power = m h(T) / N for work m, set-point T, node power N and h = CoP / (1 + CoP). It
 * holds for settings whose node power is at least each of `lines` and whose total power N / h keeps the limit. Method:
 * branch and bound over intervals of T (and of m), best bound first.
 *
 * On an interval of width w, h is at most its chord plus w^2 / 8 times the largest |h''|. With this linear bound, each
 * line and the power limit leave a polygon of (m, T), on which the quotient is largest at a corner.
 */
export function greatestQuotient(lines: readonly PowerLine[], range: QuotientRange): number {
  const { enough } = range;
  if (lines.length === 0) return Infinity;
  const { coolestC: fromC, warmestC: toC, leastPerS, mostPerS } = range;
  const open = [withBound(lines, range, { fromC, toC, leastPerS, mostPerS, halvings: 0 })];
  let reached = 0;
  let settled = -Infinity;
  for (let count = 0; open.length > 0 && count < MAX_PIECES; count += 1) {
    let best = 0;
    for (let k = 1; k < open.length; k += 1) if (open[k]!.bound > open[best]!.bound) best = k;
    const cell = open[best]!;
    open[best] = open.at(-1)!;
    open.pop();
    if (cell.bound <= Math.max(enough, settled, reached * (1 + ACCURACY))) return Math.max(cell.bound, settled);
    if (cell.toC - cell.fromC < NARROW_C) {
      settled = Math.max(settled, cell.bound);
      continue;
    }
    for (const half of halvesOf(cell, lines.length > 1)) {
      const judged = withBound(lines, range, half);
      reached = Math.max(reached, judged.reached);
      open.push(judged);
    }
  }
  return open.reduce((most, { bound }) => Math.max(most, bound), settled);
}

/** Branch-and-bound node: an interval of set-points and an interval of works. */
interface Cell {
  readonly fromC: number;
  readonly toC: number;
  readonly leastPerS: number;
  readonly mostPerS: number;
  readonly halvings: number;
}

interface JudgedCell extends Cell {
  readonly bound: number;
  /**
   * Upper bound on work / power, tasks/J, at the corner of most work and warmest set-point. One half of a divided cell
   * keeps this corner, so dividing cannot lower the bound below this value.
   */
  readonly reached: number;
}

/**
 * Returns the two halves of a cell. Its range of set-points is halved. With `byWorkToo`, the range of set-points and
 * the range of works are halved in turn.
 */
function halvesOf(cell: Cell, byWorkToo: boolean): [Cell, Cell] {
  const halvings = cell.halvings + 1;
  if (byWorkToo && halvings % 2 === 0) {
    const middlePerS = (cell.leastPerS + cell.mostPerS) / 2;
    return [
      { ...cell, mostPerS: middlePerS, halvings },
      { ...cell, leastPerS: middlePerS, halvings },
    ];
  }
  const middleC = (cell.fromC + cell.toC) / 2;
  return [
    { ...cell, toC: middleC, halvings },
    { ...cell, fromC: middleC, halvings },
  ];
}

function withBound(lines: readonly PowerLine[], { cooling, limitW }: QuotientRange, cell: Cell): JudgedCell {
  const share = shareAbove(cooling, cell.fromC, cell.toC);
  let bound = Infinity;
  for (const line of lines) bound = Math.min(bound, boundWith(line, share, cell, limitW));
  const corner = { fromC: cell.toC, toC: cell.toC, at: shareOf(cooling, cell.toC), perC: 0 };
  const point = { leastPerS: cell.mostPerS, mostPerS: cell.mostPerS };
  let reached = Infinity;
  for (const line of lines) reached = Math.min(reached, boundWith(line, corner, point, limitW));
  return { ...cell, bound, reached };
}

/**
 * Returns the upper bound on work / power, tasks/J, in a cell that follows from one linear bound on node power.
 * -Infinity if no point of the cell keeps the power limit. Infinity if node power has no positive lower bound.
 */
function boundWith(
  { constantW, wattPerWork, wattPerC }: PowerLine,
  { fromC, toC, at, perC }: ShareLine,
  { leastPerS, mostPerS }: { readonly leastPerS: number; readonly mostPerS: number },
  limitW: number,
): number {
  // Lines that may be at 0 or below: another bound has to do.
  const leastW =
    constantW + Math.min(wattPerC * fromC, wattPerC * toC) + Math.min(wattPerWork * leastPerS, wattPerWork * mostPerS);
  if (!(leastW > 0)) return Infinity;
  let bound = -Infinity;
  const consider = (workPerS: number, setPointC: number): void => {
    const nodeW = constantW + wattPerWork * workPerS + wattPerC * setPointC;
    bound = Math.max(bound, (workPerS * (at + perC * (setPointC - fromC))) / nodeW);
  };
  // Power to spare at a work: limit h - (k + a m + y T), a line in T.
  const spareW = (workPerS: number, setPointC: number): number =>
    limitW * (at + perC * (setPointC - fromC)) - constantW - wattPerWork * workPerS - wattPerC * setPointC;
  for (const setPointC of [fromC, toC]) {
    const atLeastW = spareW(leastPerS, setPointC);
    const atMostW = spareW(mostPerS, setPointC);
    if (atLeastW >= 0) consider(leastPerS, setPointC);
    if (atMostW >= 0) consider(mostPerS, setPointC);
    if (atLeastW >= 0 !== atMostW >= 0) {
      consider(leastPerS + ((mostPerS - leastPerS) * atLeastW) / (atLeastW - atMostW), setPointC);
    }
  }
  for (const workPerS of [leastPerS, mostPerS]) {
    const one = spareW(workPerS, fromC);
    const other = spareW(workPerS, toC);
    if (one >= 0 !== other >= 0) consider(workPerS, fromC + ((toC - fromC) * one) / (one - other));
  }
  return bound;
}

function shareOf(cooling: CoolingPerformance, setPointC: number): number {
  const cop = coefficientOfPerformance(setPointC, cooling);
  return cop / (1 + cop);
}

/**
 * Returns a linear upper bound on h = CoP / (1 + CoP) between two set-points: its chord, raised by a bound on the
 * curvature of h:
 *
 * h'' = (CoP'' (1 + CoP) - 2 CoP'^2) / (1 + CoP)^3
 *
 * The parts of h'' are bounded on the interval, because CoP does not fall and CoP' is linear.
 */
function shareAbove(cooling: CoolingPerformance, fromC: number, toC: number): ShareLine {
  const { quadraticPerC2, linearPerC } = cooling;
  const from = coefficientOfPerformance(fromC, cooling);
  const to = coefficientOfPerformance(toC, cooling);
  const slopes = [fromC, toC].map((setPointC) => (2 * quadraticPerC2 * setPointC + linearPerC) ** 2);
  const bend = 2 * quadraticPerC2;
  const widthC = toC - fromC;
  // h is below its chord where it bends upwards, and above it only by downward bends.
  const least = Math.min(bend * (1 + from), bend * (1 + to)) - 2 * Math.max(...slopes);
  const above = (Math.max(0, -least) / (1 + from) ** 3) * (widthC ** 2 / 8);
  const low = from / (1 + from);
  const high = to / (1 + to);
  return { fromC, toC, at: low + above, perC: widthC > 0 ? (high - low) / widthC : 0 };
}
