import type { CoolingFactor } from './cooling-factor.js';

/** F >= constantW + perWork m + perC T, for one set of lower bounds. */
export interface Cut {
  readonly constantW: number;
  readonly wattPerWork: number;
  readonly wattPerC: number;
}

/** What all bounds on a range of works share: no work less than `existing`, no set-point outside the range, never less power than running work needs. */
export interface BoundFrame {
  readonly factor: CoolingFactor;
  readonly existingPerS: number;
  readonly lowestC: number;
  readonly highestC: number;
  /** Nodes' power with running work alone, W. */
  readonly leastNodeW: number;
}

/** No setting with work up to `topPerS` has more work per energy, by one cut: for each T, the quotient is monotone in the work. */
export function ratioBound(frame: BoundFrame, cut: Cut, fromPerS: number, toPerS: number): number {
  const atTop = quotient(frame, cut, toPerS);
  // Power not below that of the cut's line through 0: the quotient grows with the work.
  if (cut.constantW + cut.wattPerC * frame.lowestC >= 0) return atTop;
  return Math.max(atTop, quotient(frame, cut, fromPerS));
}

/** m over the least power the cut allows at m, or over that of the running work if the cut says less. */
function quotient(frame: BoundFrame, cut: Cut, workPerS: number): number {
  const { factor } = frame;
  const leastW = factor.leastRatio(
    cut.constantW + cut.wattPerWork * workPerS,
    cut.wattPerC,
    frame.lowestC,
    frame.highestC,
  );
  if (leastW > 0) return workPerS / leastW;
  return Infinity;
}

/** No more work fits under `limitW`, by one cut; Infinity where it says nothing. */
export function workBound(frame: BoundFrame, cut: Cut, limitW: number): number {
  if (!(cut.wattPerWork > 0)) return Infinity;
  const surplusW = frame.factor.greatestSurplus(limitW, cut.wattPerC, frame.lowestC, frame.highestC);
  return (surplusW - cut.constantW) / cut.wattPerWork;
}

/** The same between two works with a cut each: the least of the bounds by either and by their mixture proportional to the work. */
export function intervalBound(
  frame: BoundFrame,
  low: Cut,
  high: Cut,
  lowPerS: number,
  highPerS: number,
  middleC: number,
): number {
  let bound = Math.min(
    (highPerS * frame.factor.at(frame.highestC)) / frame.leastNodeW,
    ratioBound(frame, low, lowPerS, highPerS),
    ratioBound(frame, high, lowPerS, highPerS),
  );
  const atLow = low.constantW + low.wattPerC * middleC;
  const atHigh = high.constantW + high.wattPerC * middleC;
  if (atLow * atHigh < 0) {
    const share = atHigh / (atHigh - atLow);
    const mixed: Cut = {
      constantW: share * low.constantW + (1 - share) * high.constantW,
      wattPerWork: share * low.wattPerWork + (1 - share) * high.wattPerWork,
      wattPerC: share * low.wattPerC + (1 - share) * high.wattPerC,
    };
    bound = Math.min(
      bound,
      Math.max(quotient(frame, mixed, lowPerS), quotient(frame, mixed, highPerS)),
    );
  }
  return bound;
}
