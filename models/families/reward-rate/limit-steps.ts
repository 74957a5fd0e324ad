import { coefficientOfPerformance, copSlope } from '../../physics/cooling/crac.js';
import type { Facility } from '../../facility/facility.js';

/** Highest value of a temperature that is valid in an instance file, C. */
const MAX_C = 100;
/** Lowest value of a temperature that is valid in an instance file, C. */
const MIN_C = -50;
/** Step in which temperature limits are changed, C. */
export const STEP_C = 0.01;
/** Number of significant digits to which values are rounded after adding steps. */
const DECIMAL_DIGITS = 12;

/** Rounds a number so that sums of decimal steps stay decimal. */
export function decimal(value: number): number {
  return Number(value.toPrecision(DECIMAL_DIGITS));
}

/**
 * Returns the coldest end that set-point ranges may have, C: down to it the CoP is positive and never falls with the
 * set-point. It is a whole number of steps from the coldest present end.
 */
export function coldestCopC({ coolingPerformance, cracs }: Facility): number {
  return endC(coolingPerformance, Math.min(...cracs.map((crac) => crac.setPointMinC)), MIN_C);
}

/** Returns the warmest end that set-point ranges may have, C, as `coldestCopC` does the coldest. */
export function warmestCopC({ coolingPerformance, cracs }: Facility): number {
  return endC(coolingPerformance, Math.max(...cracs.map((crac) => crac.setPointMaxC)), MAX_C);
}

function endC(cooling: Facility['coolingPerformance'], fromC: number, mostC: number): number {
  const suits = (setPointC: number): boolean =>
    coefficientOfPerformance(cooling, setPointC) > 0 && copSlope(cooling, setPointC) >= 0;
  const to = Math.sign(mostC - fromC);
  let [good, bad] = [0, Math.floor(Math.abs(mostC - fromC) / STEP_C) + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (suits(fromC + to * middle * STEP_C)) good = middle;
    else bad = middle;
  }
  return decimal(fromC + to * good * STEP_C);
}
