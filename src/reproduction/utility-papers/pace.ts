import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import type { UtilityFigure } from './names.js';
import { methodOf } from './settings.js';

/**
 * Mean time of a run on a slow core by figure, with drawing tasks and checking, s of CPU. Measured in trial 1 or 2 of
 * the reduced figures on a development machine that others used as well, and rounded up.
 */
const RUN_S: Readonly<Record<UtilityFigure, number>> = {
  'utility-serial': 4,
  'utility-parallel-5000': 0.4,
  'utility-budgets': 0.4,
  'utility-parallel-10000': 1.2,
  'utility-curie': 0.4,
  'utility-testbed': 0.1,
  'utility-preemptive': 0.6,
  'utility-bursts': 0.7,
};
/** Mean time of a run of the slower methods, by level of the factor "method", s of CPU, measured as RUN_S. */
const SLOW_S: Readonly<Record<string, number>> = { 'util pair': 4, 'upt pair': 1.7 };

/** Expected times of the utility papers' trials, for the time estimate before a run. */
export const UTILITY_PACE: Pace = {
  kindOf: ({ setting, method }: Cell) => `${methodOf(method!).method}${isSlow(method!) ? ', pair' : ''}, ${setting!}`,
  firstGuessS: ({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>) =>
    settings['log'] === null ? 0 : (SLOW_S[cell['method']!] ?? RUN_S[settings['figure'] as UtilityFigure]),
};

function isSlow(method: string): boolean {
  return method in SLOW_S;
}
