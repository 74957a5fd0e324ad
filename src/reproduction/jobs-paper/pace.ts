import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import type { JobsFigure } from './names.js';
import { methodOf } from './settings.js';

/**
 * Time to schedule a month on a slow core, s of CPU, including a share of the time to compute the trial's profiles.
 * Measured in the first trial on a development machine that others used as well, and rounded up.
 */
const MONTH_S = 0.15;
/** Time to schedule a month with whole Pareto fronts and bounds, s of CPU, measured in the same way. */
const BOUNDED_S = 0.7;

/** Expected times of the jobs paper's trials, for the time estimate before a run. */
export const JOBS_PACE: Pace = {
  kindOf: ({ setting, method }: Cell) => `${methodOf(method!).method}, ${setting!}`,
  firstGuessS: ({ settings }: Pick<TrialRequest, 'settings'>) =>
    settings['figure'] === ('jobs-bounds' satisfies JobsFigure) ? BOUNDED_S : MONTH_S,
};
