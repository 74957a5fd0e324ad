import type { Cell, Design } from '../../experiments/design.js';
import type { SolveOptions } from '../../library/index.js';
import { type FigureOptions, range } from '../figure-options.js';
import {
  BUNDLED,
  CALIBRATED_ROOMS,
  each,
  FIRST_ROOM,
  isTextFigure,
  LARGE_ROOM,
  MIDDLE,
  type Sketch,
  type TextFigure,
  textSketch,
} from './figures-text.js';
import type { RewardRateFigure } from './names.js';

/** Version of the designs of chapter 3, raised when the same design gives different records. */
const VERSION = 3;
/**
 * Seed of the first trial's instance variant. Further trials use 2, 3, ..., as `plenum generate --seed 1 --count n`
 * does.
 */
const FIRST_SEED = 1;
/** Number of trials in the thesis (section 3.6.1). */
const THESIS_TRIALS = 48;
/** Number of trials of reduced figures: enough for most comparisons. */
const REDUCED_TRIALS = 12;

/** Number of steps in which the GA makes its population of 200: a step is 25 founders or generations (docs/reward-rate/ga.md). */
export const FOUNDING_STEPS = 8;
/** Part of the GA's steps behind its founding after which its reward is recorded as well. */
export const EARLY = 1 / 8;

/**
 * Number of steps of the GA, by scale and number of nodes, with those of its founding. The number is fixed, so that
 * records are reproducible. The thesis stops its GA when its NLP ends, after about four hours. At 1,080 nodes, 150 steps
 * take about as long as our NLP; the reduced figures have half of them. At 4,320 nodes a step takes about 1 s.
 */
const GA_STEPS = {
  reduced: { gaSteps1080: 75, gaSteps4320: 24 },
  full: { gaSteps1080: 150, gaSteps4320: 600 },
} as const;

/** Levels of the factor "demand": arrivals over the capacity of all cores in middle P-states. */
const DEMANDS = ['0.5', '0.6', '0.8', '1.0', '1.3'] as const;
/** Level of the factor "demand" at which the memory-intensive workload is over-subscribed more than the others. */
export const MEMORY_APART = '0.8 (memory 1.3)';

/** Levels of the factor "method": the thesis' methods and `config-lp`, which stands for the NLP where that is not run. */
const AWARE = ['greedy', 'config-lp', 'ga', 'nlp'] as const;
/** Levels without co-location effects. */
const NAIVE = ['greedy-naive', 'config-lp-naive', 'ga-naive', 'nlp-naive'] as const;
/** Other rules for the population of the GA. */
const POPULATIONS = ['repaired', 'diverse'] as const satisfies readonly SolveOptions['population'][];

/** Names of the factors, in their order in the designs. Neighbouring cells share what a process keeps of a room. */
const ORDER = [
  'section',
  'nodes',
  'room',
  'demand',
  'law',
  'aisles',
  'redLineC',
  'capKW',
  'reserveK',
  'workload',
  'colocation',
  'method',
];

/** Levels of the factors of a single room, for figures to vary. */
const PLAIN = {
  nodes: ['1080'],
  room: ['nominal', ...CALIBRATED_ROOMS],
  demand: [MIDDLE, BUNDLED],
  law: ['tied'],
  aisles: ['open'],
  redLineC: ['30'],
  capKW: ['230'],
  workload: ['hybrid'],
} as const;

/** Returns the levels of a list without some. */
function but(all: readonly string[], ...some: readonly string[]): string[] {
  return all.filter((level) => !some.includes(level));
}

/** Calibrated rooms other than the first. */
const others = CALIBRATED_ROOMS.slice(1);

/**
 * Returns patterns that leave the bundled room, which is not counted, only what is published: the bundled demand and
 * reward, and no GA.
 */
function asPublished(demands: readonly string[], laws: readonly string[], methods: readonly string[]): Cell[] {
  const room = ['nominal'];
  return [
    ...each({ room, demand: but(demands, BUNDLED) }),
    ...each({ room, law: but(laws, 'tied') }),
    ...each({ room, method: methods.filter((level) => methodOf(level).method === 'ga') }),
  ];
}

/** Returns patterns that leave the GA of a reduced figure one setting: the first room at the middle demand. */
function gaOnce(demands: readonly string[]): Cell[] {
  const method = ['ga'];
  return [...each({ method, room: others }), ...each({ method, demand: but(demands, MIDDLE) })];
}

function sketch(figure: Exclude<RewardRateFigure, TextFigure>, full: boolean): Sketch {
  switch (figure) {
    case 'fig-3.3':
      return full ? workloads() : reducedWorkloads();
    case 'fig-3.4': {
      const demand = full ? DEMANDS : ['0.5', MIDDLE, BUNDLED];
      const method = full ? AWARE : ['greedy', 'config-lp', 'ga'];
      const law = full ? ['tied', 'free'] : PLAIN.law;
      const levels = { ...PLAIN, demand, law, aisles: ['open', 'isolated'], workload: ['cpu', 'memory'], method };
      return { levels, without: [...asPublished(demand, law, method), ...(full ? [] : gaOnce(demand))] };
    }
    case 'fig-3.5':
    case 'fig-3.6': {
      const redLineC = full ? range(24, 32, 1) : ['24', '26', '28', '29', '30', '32'];
      const capKW = full ? range(200, 300, 10) : ['200', '230', '260', '280', '300'];
      const varied = figure === 'fig-3.5' ? { redLineC } : { capKW };
      const demand = full ? DEMANDS : PLAIN.demand;
      const law = full ? ['tied', 'free'] : PLAIN.law;
      const method = full ? AWARE : ['greedy', 'config-lp'];
      // The demand decides whether the cap is used, and nothing about red lines: Fig. 3.6 reduced has a second one, in one room.
      const once = each({ room: figure === 'fig-3.5' ? CALIBRATED_ROOMS : ['nominal', ...others], demand: [BUNDLED] });
      const levels = { ...PLAIN, demand, law, aisles: ['open', 'isolated'], ...varied, method };
      return { levels, without: [...asPublished(demand, law, method), ...(full ? [] : once)] };
    }
    case 'fig-3.7': {
      const rooms = full ? CALIBRATED_ROOMS : [FIRST_ROOM];
      const large = { room: [LARGE_ROOM], method: full ? ['nlp'] : ['nlp', 'config-lp'] };
      return {
        levels: {
          ...PLAIN,
          nodes: ['1080', '4320'],
          room: [...rooms, LARGE_ROOM],
          demand: full ? DEMANDS : [MIDDLE],
          capKW: ['230', '900'],
          method: AWARE,
        },
        without: [
          ...each({ nodes: ['1080'], room: [LARGE_ROOM] }),
          ...each({ nodes: ['1080'], capKW: ['900'] }),
          ...each({ nodes: ['4320'], room: rooms }),
          ...each({ nodes: ['4320'], capKW: ['230'] }),
          ...each(large),
        ],
      };
    }
  }
}

/** Fig. 3.3 in full: every method in every setting. */
function workloads(): Sketch & { readonly levels: Readonly<Record<'demand' | 'method', readonly string[]>> } {
  const demand = [...DEMANDS, MEMORY_APART];
  const law = ['tied', 'free'];
  const method = [...AWARE, ...NAIVE, ...POPULATIONS.map((rule) => `ga-${rule}`)];
  const levels = { ...PLAIN, demand, law, workload: ['cpu', 'hybrid', 'memory'], method };
  return { levels, without: [...asPublished(demand, law, method), ...memoryApart(method)] };
}

/** Returns patterns that leave the demand MEMORY_APART only what the claim on it compares. */
function memoryApart(methods: readonly string[]): Cell[] {
  const demand = [MEMORY_APART];
  return [
    { demand: MEMORY_APART, workload: 'hybrid' },
    ...each({ demand, law: ['free'] }),
    ...each({ demand, method: but(methods, 'config-lp', 'nlp') }),
  ];
}

/**
 * Fig. 3.3 reduced: greedy and `config-lp` in every setting; the NLP and the GA at the middle demand; greedy and the NLP
 * without co-location effects from there on, where from demand 1 on `config-lp` stands for the NLP of this kind too; the
 * GA of this kind and with other populations in one room; the other law of reward at the middle demand.
 */
function reducedWorkloads(): Sketch {
  const { levels, without } = workloads();
  const { demand, method } = levels;
  const searches = but(method, 'greedy', 'config-lp', 'greedy-naive', 'config-lp-naive');
  return {
    levels,
    without: [
      ...without,
      ...each({ law: ['free'], demand: but(demand, MIDDLE) }),
      ...each({ method: searches, demand: but(demand, MIDDLE) }),
      ...each({ method: ['config-lp-naive'], demand: ['0.5', '0.6', MIDDLE] }),
      ...each({ method: ['greedy-naive'], demand: ['0.5', '0.6'] }),
      ...each({ method: [...searches, 'greedy-naive'], law: ['free'] }),
      ...each({ method: but(searches, 'ga', 'nlp', 'nlp-naive'), room: others }),
    ],
  };
}

/** Returns the experiment design for a figure of chapter 3. Cells that several figures have are run once. */
export function figureDesign(figure: RewardRateFigure, options: FigureOptions): Design {
  const { scale, trials } = options;
  const full = scale === 'full';
  const { levels, without } = isTextFigure(figure) ? textSketch(figure, full) : sketch(figure, full);
  return {
    name: `${figure} ${scale}`,
    pool: 'chapter 3',
    version: VERSION,
    factors: ORDER.filter((name) => name in levels).map((name) => ({ name, levels: levels[name]! })),
    without,
    trials: trials ?? (full ? THESIS_TRIALS : REDUCED_TRIALS),
    seed: FIRST_SEED,
    settings: GA_STEPS[scale],
  };
}

/** Method and settings of a level of the factor "method". */
export interface MethodLevel {
  readonly method: string;
  readonly naive: boolean;
  /** Rule for the population of the GA; absent: as printed. */
  readonly population?: (typeof POPULATIONS)[number];
}

/**
 * Returns the method and the settings of a level of the factor "method". For example, `ga-naive` is the GA without
 * co-location effects, and `ga-diverse` the GA with `--population diverse`.
 */
export function methodOf(level: string): MethodLevel {
  const naive = level.endsWith('-naive');
  const rest = level.replace(/-naive$/, '');
  const population = POPULATIONS.find((rule) => rest === `ga-${rule}`);
  return { method: population === undefined ? rest : 'ga', naive, ...(population === undefined ? {} : { population }) };
}
