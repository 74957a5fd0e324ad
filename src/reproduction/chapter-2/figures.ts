import type { Cell, Design, Factor } from '../../experiments/design.js';
import { type FigureOptions, range } from '../figure-options.js';
import type { RobustFigure } from './names.js';
import {
  staticWith,
  WEIGHTS,
  isSearch,
  methodOf,
  SEARCHES,
  type Size,
  sizeOf,
  stepsIn,
  stepsKey,
  thesisSeconds,
  withThesisWork,
} from './budgets.js';

/** Version of the designs of chapter 2, raised when the same design gives different records. */
const VERSION = 3;
/** Seed of the first trial. A trial uses the instance that is drawn with its seed. */
const FIRST_SEED = 1;
/** Number of trials in the thesis (section 2.7). */
const THESIS_TRIALS = 96;

/** Names of the factors, in their order in the designs. */
const ORDER = ['problem', 'instance', 'budgetMJ', 'deadlineS', 'handling', 'stallHops', 'method'] as const;

/** Levels of the factor "method": the three searches, each with both time budgets. */
const BOTH_BUDGETS = SEARCHES.flatMap((search) => [search, withThesisWork(search)]);
/** Levels of the factor "method" in figures with a proven bound: the searches, and methods that prove bounds. */
const WITH_BOUND = [...BOTH_BUDGETS, 'min-min-balance', 'lagrange'];
/**
 * Number of steps of the method `lagrange`, by instance size. Our choice: enough for its bound, a first plan and some
 * improvement; the method improves its plan as long as it runs.
 */
const LAGRANGE_STEPS: Readonly<Record<Size, number>> = { small: 150, large: 100 };
/** Levels of the factor "stallHops": numbers of hops without improvement that trigger a long-hop in appendix B. */
export const STALL_HOPS = ['100', '200', '500', '1000', '1500'] as const;
/**
 * Hours of the thesis' 72 at which Figs. 2.4 and 2.5 show a search. With another time budget, progress is recorded
 * after the same shares of it.
 */
export const HOURS = [1, 3, 6, 12, 24, 48, 72] as const;

/** Greedy methods that the text of the thesis discusses without a figure. */
export const GREEDY = ['min-energy', 'min-min-pmin', 'min-min-pmax', 'min-min-balance'];

interface Sketch {
  readonly trials: number;
  readonly levels: Readonly<Record<(typeof ORDER)[number], readonly string[]>>;
  readonly without: readonly Cell[];
  /** Time after which the thesis ends its searches, h. */
  readonly thesisHours: 6 | 72;
  /** Time budget of each search, s on one core at the speed in SPEED, by size of the instance. */
  readonly seconds: Readonly<Record<Size, number>>;
  /** True to record the progress of searches over time. */
  readonly progress?: boolean;
}

/** Default levels of the factors for the small instance (section 2.7); a figure replaces those that it varies. */
const SMALL = {
  problem: ['mo-ec'],
  instance: ['spec25-thesis'],
  budgetMJ: ['58'],
  deadlineS: ['15500'],
  handling: ['dynamic'],
  stallHops: ['500'],
};
/** Default levels of the factors for the large instance (section 2.7); a figure replaces those that it varies. */
const LARGE = { ...SMALL, instance: ['spec250-thesis'], budgetMJ: ['580'], deadlineS: ['13500'] };

function sketch(figure: RobustFigure, full: boolean): Sketch {
  const seconds = full ? { small: 20, large: 120 } : { small: 5, large: 40 };
  const small = { without: [], thesisHours: 6, seconds } as const;
  switch (figure) {
    case 'fig-2.1': {
      const handling = ['dynamic', 'static', 'superiority', 'limit'];
      return { ...small, trials: 6, levels: { ...SMALL, handling, method: BOTH_BUDGETS } };
    }
    case 'fig-2.2': {
      const budgetMJ = full ? range(50, 64, 0.5) : ['50', '51', '53', '55', '58', '62', '64'];
      return { ...small, trials: 4, levels: { ...SMALL, budgetMJ, method: WITH_BOUND } };
    }
    case 'fig-2.3': {
      const deadlineS = full ? range(13_500, 17_000, 250) : ['13500', '14500', '15500', '16000', '16500', '17000'];
      return { ...small, trials: 4, levels: { ...SMALL, problem: ['eo-mc'], deadlineS, method: WITH_BOUND } };
    }
    case 'fig-2.4':
      return {
        trials: 3,
        levels: { ...LARGE, method: WITH_BOUND },
        without: [],
        thesisHours: 72,
        seconds,
        progress: true,
      };
    case 'fig-2.5':
      return {
        trials: 3,
        levels: {
          ...SMALL,
          instance: ['spec25-thesis', 'spec250-thesis'],
          budgetMJ: ['58', '580'],
          deadlineS: ['15500', '13500'],
          method: BOTH_BUDGETS,
        },
        without: [
          { instance: 'spec25-thesis', budgetMJ: '580' },
          { instance: 'spec25-thesis', deadlineS: '13500' },
          { instance: 'spec250-thesis', budgetMJ: '58' },
          { instance: 'spec250-thesis', deadlineS: '15500' },
        ],
        thesisHours: 72,
        seconds: full ? { small: 40, large: 120 } : { small: 20, large: 20 },
        progress: true,
      };
    case 'fig-2.6': {
      const instance = ['spec25-high-affinity', 'spec25-low-affinity'];
      return { ...small, trials: 6, levels: { ...SMALL, instance, method: WITH_BOUND } };
    }
    case 'text-2.7': {
      const method = [...GREEDY, ...SEARCHES.map(withThesisWork)];
      const handling = ['dynamic', ...WEIGHTS.map(staticWith)];
      // Greedy methods weigh no limit.
      const without = GREEDY.flatMap((greedy) => WEIGHTS.map((c) => ({ method: greedy, handling: staticWith(c) })));
      return { ...small, trials: 6, levels: { ...SMALL, handling, method }, without };
    }
    case 'fig-B.1':
      return {
        ...small,
        trials: 10,
        levels: { ...SMALL, stallHops: STALL_HOPS, method: ['tabu', withThesisWork('tabu')] },
      };
  }
}

/** Returns the experiment design for a figure of chapter 2 or appendix B. */
export function figureDesign(figure: RobustFigure, { scale, trials }: FigureOptions): Design {
  const made = sketch(figure, scale === 'full');
  const { levels, without, progress } = made;
  const factors: Factor[] = ORDER.map((name) => ({ name, levels: levels[name] }));
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors,
    without,
    trials: trials ?? (scale === 'full' ? THESIS_TRIALS : made.trials),
    seed: FIRST_SEED,
    settings: {
      ...Object.fromEntries(levels.method.flatMap((level) => stepsOf(level, made))),
      thesisHours: made.thesisHours,
      secondsSmall: made.seconds.small,
      secondsLarge: made.seconds.large,
      progress: progress === true ? HOURS.join() : null,
    },
  };
}

/**
 * Returns names and values of the design's settings for the step limit of a level of the factor "method", one for each
 * size of instance.
 */
function stepsOf(level: string, { levels, thesisHours, seconds }: Sketch): [string, number][] {
  const { method, thesisWork } = methodOf(level);
  const sizes = new Set(levels.instance.map((instance) => sizeOf({ instance })));
  if (method === 'lagrange') return [...sizes].map((size) => [stepsKey(level, size), LAGRANGE_STEPS[size]]);
  if (!isSearch(method)) return [];
  return [...sizes].map((size) => {
    const given = thesisWork ? thesisSeconds(thesisHours, size) : seconds[size];
    return [stepsKey(level, size), stepsIn(given, method, size)];
  });
}
