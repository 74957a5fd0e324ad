import type { Cell } from '../../experiments/design.js';
import type { Calibration } from '../paper.js';

/**
 * What the thesis does not print of a bag: a factor on the dynamic power of every P-state, and the mean time of a task
 * in P-state 0 over all tasks and nodes, s (docs/decisions/robust-calibration.md).
 */
export interface BagCalibration {
  readonly dynamicPower: number;
  readonly meanS: number;
}

/** Name of the factor whose levels are calibrations. */
const FACTOR = 'calibration';

/** Returns the level of the factor "calibration" for these numbers. */
function level(dynamicPower: number, meanS: number): string {
  return `dynamic power x ${dynamicPower}, mean ${meanS} s`;
}

/** Returns the calibration of a cell; null for the instance's own numbers. */
export function calibrationOf({ calibration }: Cell): BagCalibration | null {
  if (calibration === undefined) return null;
  const numbers = /^dynamic power x ([\d.]+), mean ([\d.]+) s$/.exec(calibration);
  if (numbers === null) throw new RangeError(`${calibration} is no calibration`);
  return { dynamicPower: Number(numbers[1]), meanS: Number(numbers[2]) };
}

/** Calibration of the bundled instance `spec25-thesis`. */
export const BUNDLED = level(1, 640);

/**
 * Calibrations at which Min-Min Balance takes 59 to 60 MJ without a budget, mean over seeds 1 to 12, and 58 to 61 MJ at
 * each of them: the thesis has energy left above 60 MJ.
 */
export const AT_60_MJ = [level(1, 577), level(0.95, 594), level(0.9, 612), level(0.85, 632), level(0.7, 700)] as const;

/**
 * Calibrations at which Min-Min Balance keeps 58 MJ (580 MJ) and its Psi is in doubt: for each factor on the dynamic
 * power the greatest mean, in steps of 5 s, at which it keeps the budget with a Psi of about 0.9 or more at every seed
 * looked at. The first is that of the bundled instance.
 */
export const IN_DOUBT = {
  small: [BUNDLED, level(0.8, 690), level(0.9, 665)],
  large: [level(1, 630), level(0.8, 675), level(0.9, 650)],
  affinity: [level(1, 470), level(0.8, 505), level(0.9, 485)],
} as const;

/** All calibrations that are admissible in Fig. 2.2. */
const ALL_AT_60_MJ: readonly string[] = AT_60_MJ;

/** All calibrations that are admissible in figures other than Fig. 2.2. */
const ALL_IN_DOUBT: readonly string[] = Object.values(IN_DOUBT).flat();

/** What chapter 2 does not print, as a factor of the designs. */
export const BAG_CALIBRATION: Calibration = {
  factors: [FACTOR],
  isAdmissible: ({ calibration }, figure) =>
    calibration === undefined || (figure === 'fig-2.2' ? ALL_AT_60_MJ : ALL_IN_DOUBT).includes(calibration),
};
