import type { CoolingFactor } from './cooling-factor.js';

/**
 * Linear lower bound on node power (a cut), for one vector of lower bounds on utilisations: node power >= constantW +
 * wattPerWork x work + wattPerC x set-point.
 */
export interface Cut {
  readonly constantW: number;
  readonly wattPerWork: number;
  readonly wattPerC: number;
}

/** Setting of least total power of one vent combination for a given work, with the cut that proves it. */
export interface OperatingPoint extends Cut {
  readonly workPerS: number;
  readonly totalW: number;
  readonly tasksPerJ: number;
  readonly setPointC: number;
  readonly utilisation: Float64Array;
  /**
   * Dual values from which the cut follows. The first is that of the work, W per task/s. The dual values of the blocks'
   * outlet limits follow, W/K.
   */
  readonly prices: Float64Array;
}

/** Data that all bounds of a vent combination use: its least work, its range of set-points and its least node power. */
export interface BoundFrame {
  readonly factor: CoolingFactor;
  readonly existingPerS: number;
  readonly lowestC: number;
  readonly highestC: number;
  /** Node power with only the running cores at work, W. */
  readonly leastNodeW: number;
  /** Lower bound on the power that each unit of additional work adds, J per task. */
  readonly leastWPerWork: number;
}

/**
 * Returns an upper bound on work per energy (tasks/J) of settings with work from `fromPerS` to `toPerS`. It follows
 * from one cut, or from the node power of running cores alone where that is higher.
 */
export function ratioBound(frame: BoundFrame, cut: Cut, fromPerS: number, toPerS: number): number {
  const { factor, lowestC, highestC, leastNodeW, leastWPerWork, existingPerS } = frame;
  const { constantW, wattPerWork, wattPerC } = cut;
  // Without work there is no quotient, also where nothing draws power: 0 / 0.
  if (!(toPerS > 0)) return 0;
  const toW = constantW + wattPerWork * toPerS;
  // Without heat: the quotient grows with the work, as idle power is not below 0.
  const withoutHeatW = leastNodeW + leastWPerWork * Math.max(0, toPerS - existingPerS);
  const atLeast = withoutHeatW > 0 ? (toPerS * factor.at(highestC)) / withoutHeatW : Infinity;
  // Power not below that of the cut's line through 0: the quotient grows with the work.
  if (constantW + wattPerC * lowestC >= 0) {
    return Math.min(atLeast, toPerS / factor.leastRatio(toW, wattPerC, lowestC, highestC));
  }
  const fromW = constantW + wattPerWork * fromPerS;
  // Below this set-point the cut at the least work says less than is known.
  const knownC =
    fromW + wattPerC * lowestC >= leastNodeW ? lowestC : wattPerC > 0 ? (leastNodeW - fromW) / wattPerC : Infinity;
  if (!(knownC <= highestC)) return atLeast;
  const bound = Math.max(
    fromPerS > 0 ? fromPerS / factor.leastRatio(fromW, wattPerC, knownC, highestC) : 0,
    toPerS / factor.leastRatio(toW, wattPerC, knownC, highestC),
    knownC > lowestC ? (toPerS * factor.at(knownC)) / withoutHeatW : 0,
  );
  return Math.min(atLeast, bound);
}

/**
 * Returns an upper bound, tasks/s, on the work of settings with total power up to `limitW`. It follows from one cut,
 * and is Infinity if the cut gives no bound.
 */
export function workBound(frame: BoundFrame, cut: Cut, limitW: number): number {
  if (!(cut.wattPerWork > 0)) return Infinity;
  const surplusW = frame.factor.greatestSurplus(limitW, cut.wattPerC, frame.lowestC, frame.highestC);
  return (surplusW - cut.constantW) / cut.wattPerWork;
}

/**
 * Returns an upper bound on work per energy, tasks/J, of settings with work between `lowPerS` and `highPerS`. It is the
 * least of three bounds: one from each cut, and one from a convex combination of both cuts. At `middleC`, the bound of
 * this combination on node power is proportional to work.
 */
export function intervalBound(
  frame: BoundFrame,
  low: Cut,
  high: Cut,
  lowPerS: number,
  highPerS: number,
  middleC: number,
): number {
  const bound = Math.min(ratioBound(frame, low, lowPerS, highPerS), ratioBound(frame, high, lowPerS, highPerS));
  const atLow = low.constantW + low.wattPerC * middleC;
  const atHigh = high.constantW + high.wattPerC * middleC;
  if (!(atLow * atHigh < 0)) return bound;
  const share = atHigh / (atHigh - atLow);
  const mixed: Cut = {
    constantW: share * low.constantW + (1 - share) * high.constantW,
    wattPerWork: share * low.wattPerWork + (1 - share) * high.wattPerWork,
    wattPerC: share * low.wattPerC + (1 - share) * high.wattPerC,
  };
  return Math.min(bound, ratioBound(frame, mixed, lowPerS, highPerS));
}

/**
 * Returns an upper bound on work per energy, tasks/J, of settings with work up to `topPerS` and total power up to
 * `limitW`. It follows from one cut, and is -1 if no setting is feasible. The bound is tightened only if its first
 * value exceeds `enough`.
 */
export function boundByCut(frame: BoundFrame, cut: Cut, topPerS: number, limitW: number, enough: number): number {
  const { existingPerS } = frame;
  const direct = ratioBound(frame, cut, existingPerS, topPerS);
  // Where the work takes more than the limit, by this cut, less of it counts.
  if (direct <= enough || topPerS <= direct * limitW) return direct;
  const most = Math.min(topPerS, workBound(frame, cut, limitW));
  if (most < existingPerS * (1 - 1e-12)) return -1;
  return Math.min(direct, ratioBound(frame, cut, existingPerS, Math.max(most, existingPerS)));
}
