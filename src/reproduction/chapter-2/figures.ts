import type { Cell, Design, Factor } from '../../experiments/design.js';
import { type FigureOptions, range } from '../figure-options.js';
import type { RobustFigure } from './names.js';
import { AT_60_MJ, BUNDLED, IN_DOUBT } from './calibration.js';
import {
  localSearchOf,
  PRINTED_WEIGHT,
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
const VERSION = 4;
/** Seed of the first trial. A trial uses the instance that is drawn with its seed. */
const FIRST_SEED = 1;
/** Number of trials in the thesis (section 2.7). */
const THESIS_TRIALS = 96;
/** Number of trials of reduced designs. */
const REDUCED_TRIALS = 12;

/** Names of the factors, in their order in the designs. */
const ORDER = [
  'problem',
  'instance',
  'calibration',
  'budgetMJ',
  'deadlineS',
  'handling',
  'stallHops',
  'localSearch',
  'method',
] as const;

/** Levels of the factor "method" that verdicts are made of: the three searches with the thesis' work. */
const THESIS_WORK = SEARCHES.map(withThesisWork);
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
  readonly levels: Readonly<Record<(typeof ORDER)[number], readonly string[]>>;
  readonly without?: readonly Cell[];
  /** Time after which the thesis ends its searches, h. */
  readonly thesisHours: 6 | 72;
  /** Time budget of each search at equal seconds, s on one core at the speed in SPEED, by size of the instance. */
  readonly seconds: Readonly<Record<Size, number>>;
  /** True to record the progress of searches over time. */
  readonly progress?: boolean;
}

/** Returns the part of a figure's sketch at section 2.7's limits on one kind of instance. */
function basis(kind: keyof typeof IN_DOUBT, full: boolean): Omit<Sketch, 'levels'> & { readonly levels: Levels } {
  const large = kind === 'large';
  const levels = {
    problem: ['mo-ec'],
    instance: large ? ['spec250-thesis'] : ['spec25-thesis'],
    calibration: full ? IN_DOUBT[kind] : IN_DOUBT[kind].slice(0, 2),
    budgetMJ: large ? ['580'] : ['58'],
    deadlineS: large ? ['13500'] : ['15500'],
    handling: ['dynamic'],
    stallHops: ['500'],
    localSearch: [localSearchOf()],
    method: [...(full ? SEARCHES : []), ...THESIS_WORK],
  };
  return { levels, thesisHours: 6, seconds: { small: 10, large: 60 } };
}

type Levels = Sketch['levels'];

/**
 * Returns what a figure varies. Reduced designs hold only what verdicts are made of; full ones add equal seconds for all
 * searches, the method `lagrange` with its bound, and further calibrations.
 */
function sketch(figure: RobustFigure, full: boolean): Sketch {
  const small = basis('small', full);
  const bounded = [...small.levels.method, 'min-min-balance', ...(full ? ['lagrange'] : [])];
  switch (figure) {
    case 'fig-2.1': {
      const weights = WEIGHTS.filter((weight) => Number(weight) !== PRINTED_WEIGHT);
      const handling = ['dynamic', 'static', 'superiority', 'limit', ...weights.map(staticWith)];
      // For GA and GALS, whose best plan is near a seed, weights matter little, and they take as long as the others.
      const genetic = THESIS_WORK.filter((level) => methodOf(level).method !== 'tabu');
      const without = full
        ? []
        : genetic.flatMap((method) => weights.map((c) => ({ method, handling: staticWith(c) })));
      return { ...small, levels: { ...small.levels, handling }, without };
    }
    case 'fig-2.2': {
      const budgetMJ = full ? range(50, 64, 0.5) : ['51', '53', '55', '62'];
      const family = full ? AT_60_MJ : [AT_60_MJ[0], AT_60_MJ.at(-1)!];
      return {
        ...small,
        levels: { ...small.levels, calibration: [...family, BUNDLED], budgetMJ, method: bounded },
        // Of the bundled instance, which is shown only, the budget above 60 MJ is enough.
        without: full ? [] : budgetMJ.filter((MJ) => MJ !== '62').map((MJ) => ({ calibration: BUNDLED, budgetMJ: MJ })),
      };
    }
    case 'fig-2.3': {
      const deadlineS = full ? range(13_500, 17_000, 250) : ['13500', '15500', '16500'];
      const method = full ? bounded : small.levels.method;
      return { ...small, levels: { ...small.levels, problem: ['eo-mc'], deadlineS, method } };
    }
    case 'fig-2.4': {
      const large = basis('large', full);
      const method = full ? bounded : large.levels.method;
      return { ...large, levels: { ...large.levels, method }, thesisHours: 72, progress: true };
    }
    case 'fig-2.5':
      return { ...small, thesisHours: 72, seconds: { small: 20, large: 60 }, progress: true };
    case 'fig-2.6': {
      const affinity = basis('affinity', full);
      const instance = ['spec25-high-affinity', 'spec25-low-affinity'];
      const method = full ? bounded : affinity.levels.method;
      return { ...affinity, levels: { ...affinity.levels, instance, method } };
    }
    case 'fig-B.1': {
      const method = small.levels.method.filter((level) => methodOf(level).method === 'tabu');
      return { ...small, levels: { ...small.levels, stallHops: STALL_HOPS, method } };
    }
    case 'text-2.5':
      return {
        ...small,
        levels: {
          ...small.levels,
          localSearch: (full ? [20, 50, 100, 200, 400, 800] : [50, 200, 800]).map((hops) => localSearchOf(hops)),
          method: [withThesisWork('gals')],
        },
      };
    case 'text-2.7': {
      const handling = ['dynamic', 'static', 'superiority', 'limit'];
      const searches = full ? THESIS_WORK : THESIS_WORK.filter((level) => methodOf(level).method !== 'gals');
      // Searches for EO-MC, greedy methods for MO-EC, where they weigh no limit.
      const without = [
        ...searches.map((method) => ({ problem: 'mo-ec', method })),
        ...GREEDY.map((method) => ({ problem: 'eo-mc', method })),
        ...handling.slice(1).map((level) => ({ problem: 'mo-ec', handling: level })),
      ];
      const levels = { ...small.levels, problem: ['mo-ec', 'eo-mc'], handling, method: [...GREEDY, ...searches] };
      return { ...small, levels, without };
    }
  }
}

/** Returns the experiment design for a figure of chapter 2 or appendix B. */
export function figureDesign(figure: RobustFigure, { scale, trials }: FigureOptions): Design {
  const made = sketch(figure, scale === 'full');
  const { levels, progress } = made;
  const without = [...(made.without ?? []), ...extrasLeftOut(levels)];
  const factors: Factor[] = ORDER.map((name) => ({ name, levels: levels[name] }));
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors,
    without,
    trials: trials ?? (scale === 'full' ? THESIS_TRIALS : REDUCED_TRIALS),
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
 * Returns patterns that leave out what no verdict is made of, equal seconds and bounds, in all calibrations but the first:
 * they take most of the time of a full design.
 */
function extrasLeftOut({ calibration, method }: Levels): Cell[] {
  const extras = method.filter((level) => level === 'lagrange' || isSearch(level));
  return calibration.slice(1).flatMap((level) => extras.map((extra) => ({ calibration: level, method: extra })));
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
