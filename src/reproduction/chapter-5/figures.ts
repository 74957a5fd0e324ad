import { cellsOf, type Design } from '../../experiments/design.js';
import type { FigureOptions } from '../figure-options.js';
import type { TemplatesFigure } from './names.js';
import {
  AIR,
  AIRS,
  AMPLE_BUDGET_MJ,
  isAdmissible,
  METHODS,
  MIDDLE_P_STATES,
  OTHER_METHODS,
  PATTERNS,
  REAL_DAYS,
  ROUNDED_UP,
  SET_POINT_C,
  TEMPLATES,
  THESIS_BUDGETS_MJ,
} from './levels.js';

/** Version of the designs of chapter 5, raised when the same design gives different records. */
const VERSION = 2;
/** Seed of the first trial. Each further trial has the next seed. */
const FIRST_SEED = 1;
/** Number of trials, as in the thesis (section 5.7). */
const TRIALS = 12;
/**
 * Maximum time step of the temperature simulation, s, by scale. Steps of 30 s instead of 10 s change rewards by up to
 * 0.5 %.
 */
const STEP_S = { reduced: 30, full: 10 } as const;
/** Energy budget of the day in Fig. 5.5, MJ. */
const FIG_55_BUDGET_MJ = 12_000;
/** Energy budgets of a real cluster's days, MJ: the least and the largest that claims name, and one between them. */
export const REAL_DAYS_BUDGETS_MJ = [8000, 12_000, 14_000] as const;
/** Length of the intervals for recorded mean power, s: that of a burst. */
export const POWER_EVERY_S = 7200;

/** What a figure of simulated days compares. */
interface DaysOf {
  readonly patterns: readonly string[];
  readonly methods: readonly string[];
  readonly budgetsMJ: readonly number[];
  /** True if the bundled room, whose air is not admissible, is shown in the reduced design as well. */
  readonly showsBundled?: boolean;
  readonly powerEveryS?: number;
}

/** Templates with cores rounded up take as long as those without: only where they are cheap, or asked for in full. */
const DAYS: Readonly<Record<Exclude<TemplatesFigure, 'text-5.6'>, DaysOf>> = {
  'text-5.6.2': { patterns: [REAL_DAYS], methods: [...OTHER_METHODS, TEMPLATES], budgetsMJ: REAL_DAYS_BUDGETS_MJ },
  'fig-5.4': {
    patterns: PATTERNS,
    methods: [...OTHER_METHODS, TEMPLATES],
    budgetsMJ: [...THESIS_BUDGETS_MJ, AMPLE_BUDGET_MJ],
  },
  'fig-5.5': {
    patterns: ['bursty'],
    methods: METHODS.filter((level) => level.startsWith('greedy+')),
    budgetsMJ: [FIG_55_BUDGET_MJ],
    showsBundled: true,
    powerEveryS: POWER_EVERY_S,
  },
};

/** Returns the experiment design for a figure of chapter 5. */
export function figureDesign(figure: TemplatesFigure, { scale, trials }: FigureOptions): Design {
  if (figure === 'text-5.6') return rateDesign(scale);
  const isFull = scale === 'full';
  const { patterns, methods, budgetsMJ, showsBundled = isFull, powerEveryS = 0 } = DAYS[figure];
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors: [
      { name: 'pattern', levels: patterns },
      { name: AIR, levels: Object.keys(AIRS).filter((air) => showsBundled || isAdmissible({ [AIR]: air })) },
      { name: 'method', levels: isFull && !methods.includes(ROUNDED_UP) ? [...methods, ROUNDED_UP] : methods },
    ],
    without: [],
    trials: trials ?? TRIALS,
    seed: FIRST_SEED,
    settings: {
      figure,
      instance: 'room-1080-nominal',
      durationS: 86_400,
      budgetsMJ: budgetsMJ.join(','),
      thermalStepS: STEP_S[scale],
      overcoolingC: SET_POINT_C.overcooling,
      throttlingC: SET_POINT_C.throttling,
      powerEveryS,
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

/** Words for a design: what it runs, on which tasks, with which settings. */
export function designSentence(design: Design): string {
  const { name, trials, seed, settings } = design;
  if (settings['budgetsMJ'] === undefined)
    return `${name}: arithmetic with the tables of ${settings['instance']!}; nothing is drawn.`;
  return (
    `${name}: ${cellsOf(design).length} cells of ${trials} trials, seeds ${seed} to ${seed + trials - 1}; ${settings['instance']!} with the air named, overcooling ` +
    `${settings['overcoolingC']!} C, throttling ${settings['throttlingC']!} C, temperatures every ${settings['thermalStepS']!} s.`
  );
}
