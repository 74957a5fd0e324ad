import type { Design } from '../../experiments/design.js';
import type { FigureOptions } from '../figure-options.js';
import type { TemplatesFigure } from './names.js';
import { AMPLE_BUDGET_MJ, METHODS, MIDDLE_P_STATES, PATTERNS, THESIS_BUDGETS_MJ } from './levels.js';

/** Version of the designs of chapter 5, raised when the same design gives different records. */
const VERSION = 1;
/** Seed of the first trial. Each further trial has the next seed. */
const FIRST_SEED = 1;
/** Number of trials in the thesis (section 5.7). */
const FULL_TRIALS = 12;
/** Number of trials of each reduced figure. */
const REDUCED_TRIALS: Readonly<Record<TemplatesFigure, number>> = { 'fig-5.4': 4, 'fig-5.5': 4, 'text-5.6': 1 };
/**
 * Maximum time step of the temperature simulation, s, by scale. Steps of 30 s instead of 10 s change rewards by up to
 * 0.5 %.
 */
const STEP_S = { reduced: 30, full: 10 } as const;
/** Energy budget of the day in Fig. 5.5, MJ. */
const FIG_55_BUDGET_MJ = 12_000;
/** Length of the intervals for recorded mean power, s. */
export const POWER_EVERY_S = 1800;

/** Returns the experiment design for a figure of chapter 5. */
export function figureDesign(figure: TemplatesFigure, { scale, trials }: FigureOptions): Design {
  if (figure === 'text-5.6') return rateDesign(scale);
  const isBars = figure === 'fig-5.4';
  const wanted = isBars ? METHODS : METHODS.filter((level) => level.startsWith('greedy+'));
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors: [
      { name: 'pattern', levels: isBars ? PATTERNS : ['bursty'] },
      { name: 'method', levels: wanted },
    ],
    without: [],
    trials: trials ?? (scale === 'full' ? FULL_TRIALS : REDUCED_TRIALS[figure]),
    seed: FIRST_SEED,
    settings: {
      instance: 'room-1080-nominal',
      durationS: 86_400,
      budgetsMJ: (isBars ? [...THESIS_BUDGETS_MJ, AMPLE_BUDGET_MJ] : [FIG_55_BUDGET_MJ]).join(','),
      thermalStepS: STEP_S[scale],
      overcoolingC: 22,
      throttlingC: 28,
      powerEveryS: isBars ? 0 : POWER_EVERY_S,
    },
  };
}

/**
 * Returns the experiment design for the room's service rate, which is computed from tables without simulation and
 * random numbers.
 */
function rateDesign(scale: FigureOptions['scale']): Design {
  return {
    name: `text-5.6 ${scale}`,
    version: VERSION,
    factors: [{ name: 'middlePState', levels: MIDDLE_P_STATES }],
    without: [],
    trials: 1,
    seed: FIRST_SEED,
    settings: { instance: 'room-1080-nominal' },
  };
}

/** Returns the energy budgets of a design, MJ. */
export function budgetsOf({ settings }: Pick<Design, 'settings'>): number[] {
  return String(settings['budgetsMJ']).split(',').map(Number);
}
