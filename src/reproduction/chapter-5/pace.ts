import type { TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import { budgetsOf } from './figures.js';
import { levelOf } from './levels.js';

/** Time to simulate one day with steps of 30 s on a slow core, s. */
const DAY_S = 4;
/** Time to simulate one day with templates (precomputed settings of CRACs, vents and cores) on a slow core, s. */
const TEMPLATES_DAY_S = 2.5;
/**
 * Time to solve the templates of a reduced figure on a slow core, divided by the number of trials that share the
 * templates, s.
 */
const SOLVING_S = 5;

/** Expected times of chapter 5's trials, for the time estimate before a run. */
export const TEMPLATES_PACE: Pace = {
  kindOf: ({ pattern, method }) => (method === undefined ? 'arithmetic' : `${pattern!}, ${method}`),
  firstGuessS,
};

function firstGuessS({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>): number {
  if (cell['method'] === undefined) return 1;
  const steps = 30 / Number(settings['thermalStepS']);
  const slower = 0.5 + 0.5 * steps;
  if (levelOf(cell['method']).method.thermal !== 'templates') return DAY_S * slower;
  return SOLVING_S + TEMPLATES_DAY_S * slower * budgetsOf({ settings }).length;
}
