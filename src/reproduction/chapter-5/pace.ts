import type { TrialRequest } from '../../experiments/design.js';
import type { Pace } from '../paper.js';
import { budgetsOf } from './figures.js';
import { levelOf } from './levels.js';

/** Time to simulate one day of 518,400 tasks with steps of 30 s, s of a core; measured, as are the others. */
const DAY_S = 0.85;
/** Time to simulate one day of few tasks with steps of 30 s, s of a core. */
const QUIET_DAY_S = 0.45;
/** Time to solve the templates of a room and to draw its air, divided by the trials that share them, s of a core. */
const SHARED_S = 0.5;

/** Expected times of chapter 5's trials, for the time estimate before a run. */
export const TEMPLATES_PACE: Pace = {
  kindOf: ({ pattern, method }) => (method === undefined ? 'arithmetic' : `${pattern!}, ${method}`),
  firstGuessS,
};

function firstGuessS({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>): number {
  if (cell['method'] === undefined) return 1;
  const steps = 30 / Number(settings['thermalStepS']);
  const isBusy = cell['pattern'] === 'constant' || cell['pattern'] === 'bursty';
  // Half of a busy day and all of a quiet one are steps of temperatures.
  const dayS = (isBusy ? DAY_S - QUIET_DAY_S : 0) + QUIET_DAY_S * steps;
  const days = levelOf(cell['method']).method.thermal === 'templates' ? budgetsOf({ settings }).length : 1;
  return SHARED_S + dayS * days;
}
