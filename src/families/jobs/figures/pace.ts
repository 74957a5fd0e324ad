import type { Cell } from '../../../experiments/design.js';
import type { Pace } from '../../../studies/reproduction/family.js';
import { methodOf } from './settings.js';

/** Seconds of a month on a slow core, with its part of the trial's profiles. Measured on ours, rounded up. */
const MONTH_S = 0.4;

/** Expected times of trials, for the estimate before a run. */
export const JOBS_PACE: Pace = {
  kindOf: ({ setting, method }: Cell) => `${methodOf(method!).method}, ${setting!}`,
  firstGuessS: () => MONTH_S,
};
