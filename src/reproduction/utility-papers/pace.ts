import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import type { UtilityFigure } from './names.js';
import { methodOf } from './settings.js';

/**
 * Time of a run on a slow core by figure, with drawing tasks and checking, s. Measured on the development machine and
 * rounded up.
 */
const RUN_S: Readonly<Record<UtilityFigure, number>> = {
  'utility-serial': 4,
  'utility-leniency': 4,
  'utility-parallel-5000': 0.5,
  'utility-budgets': 0.5,
  'utility-parallel-10000': 1.5,
  'utility-curie': 1.5,
  'utility-testbed': 0.15,
  'utility-preemptive': 1.5,
  'utility-bursts': 5,
  'utility-pair': 3,
};
/** Time of a run of the slower methods, by level of the factor "method", s. */
const SLOW_S: Readonly<Record<string, number>> = { 'util pair': 20, 'upt pair': 6 };

/** Expected times of the utility papers' trials, for the time estimate before a run. */
export const UTILITY_PACE: Pace = {
  kindOf: ({ setting, method }: Cell) => `${methodOf(method!).method}${isSlow(method!) ? ', pair' : ''}, ${setting!}`,
  firstGuessS: ({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>) =>
    settings['log'] === null ? 0 : (SLOW_S[cell['method']!] ?? RUN_S[settings['figure'] as UtilityFigure]),
};

function isSlow(method: string): boolean {
  return method in SLOW_S;
}
