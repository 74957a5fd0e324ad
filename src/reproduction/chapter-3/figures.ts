import type { Cell, Design, Factor } from '../../experiments/design.js';
import type { SolveOptions } from '../../library/index.js';
import { type FigureOptions, range } from '../figure-options.js';
import { isTextFigure, textDesign, type TextFigure } from './figures-text.js';
import type { RewardRateFigure } from './names.js';

/** Version of the designs of chapter 3, raised when the same design gives different records. */
const VERSION = 1;
/**
 * Seed of the first trial's instance variant. Further trials use 2, 3, ..., as `plenum generate --seed 1 --count n`
 * does.
 */
const FIRST_SEED = 1;
/** Number of trials in the thesis (section 3.6.1). */
const THESIS_TRIALS = 48;

/**
 * Number of steps of the GA, by scale and number of nodes; a step is 100 generations, or 100 members of the initial
 * population. The number is fixed, so that records are reproducible. The thesis stops its GA when its NLP ends, after
 * about four hours. At 1,080 nodes, 150 steps took 0.7 to 1.5 times as long as our NLP. At 4,320 nodes, where the
 * thesis has no NLP, a step takes about 1 s, and the reduced figure takes about two minutes.
 */
const GA_STEPS = {
  reduced: { gaSteps1080: 150, gaSteps4320: 120 },
  full: { gaSteps1080: 150, gaSteps4320: 600 },
} as const;

/** Levels of the factor "method" for the methods of the thesis. */
const THESIS_METHODS = ['greedy', 'ga', 'nlp'] as const;
/**
 * Levels of the factor "method": the thesis' methods and `config-lp`, each with co-location effects and, with the
 * suffix `-naive`, without them.
 */
const BOTH_FORMS = [...THESIS_METHODS, 'config-lp'].flatMap((method) => [method, `${method}-naive`]);
/** Levels of the factor "method": the thesis' methods and `config-lp`, all with co-location effects. */
const AWARE = [...THESIS_METHODS, 'config-lp'];
/** Levels of the factor "method" for the GA, from an eighth of its steps to all of them. */
export const GA_SHARES = ['ga-1/8', 'ga-1/4', 'ga-1/2', 'ga'] as const;

/**
 * Power caps of the machine rooms, kW. The thesis' cap is 230. The air regime "balanced" also has 190, because 230 is
 * not binding there (docs/decisions/workload-parameters.md).
 */
const BALANCED_CAP = { capKW: ['190', '230'], without: [{ air: 'nominal', capKW: '190' }] } as const;

interface Sketch {
  readonly trials: number;
  readonly levels: Readonly<Record<(typeof ORDER)[number], readonly string[]>>;
  readonly without: readonly Cell[];
}

/** Names of the factors, in their order in the designs. */
const ORDER = ['nodes', 'air', 'capKW', 'aisles', 'redLineC', 'workload', 'method'] as const;

/** Default levels of the factors; a figure replaces those that it varies. */
const PLAIN = { nodes: ['1080'], air: ['nominal', 'balanced'], aisles: ['open'], redLineC: ['30'] };
/** Workload of Figs. 3.5 to 3.7, for which the thesis states none. */
const HYBRID = ['hybrid'];

function sketch(figure: Exclude<RewardRateFigure, TextFigure>, full: boolean): Sketch {
  const { capKW, without } = BALANCED_CAP;
  switch (figure) {
    case 'fig-3.3':
      return {
        trials: 3,
        levels: { ...PLAIN, capKW, workload: ['cpu', 'hybrid', 'memory'], method: BOTH_FORMS },
        without,
      };
    case 'fig-3.4':
      return {
        trials: 3,
        levels: { ...PLAIN, capKW, aisles: ['open', 'isolated'], workload: ['cpu', 'memory'], method: AWARE },
        without,
      };
    case 'fig-3.5': {
      const redLineC = full ? range(24, 32, 1) : ['24', '26', '27', '28', '30', '31', '32'];
      const aisles = ['open', 'isolated'];
      const levels = { ...PLAIN, aisles, redLineC, workload: HYBRID, method: AWARE };
      // The thesis' own cap alone, for time.
      if (!full) return { trials: 2, levels: { ...levels, capKW: ['230'] }, without: [] };
      return { trials: 2, levels: { ...levels, capKW }, without };
    }
    case 'fig-3.6': {
      const caps = range(200, 300, full ? 10 : 20);
      const aisles = ['open', 'isolated'];
      return { trials: 2, levels: { ...PLAIN, capKW: caps, aisles, workload: HYBRID, method: AWARE }, without: [] };
    }
    case 'text-3.6':
      return {
        trials: 2,
        levels: {
          ...PLAIN,
          nodes: ['4320'],
          air: ['nominal'],
          capKW: ['900'],
          workload: HYBRID,
          method: ['nlp', 'config-lp'],
        },
        without: [],
      };
    case 'fig-3.7':
      return {
        trials: 2,
        levels: {
          ...PLAIN,
          nodes: ['1080', '4320'],
          capKW: ['190', '230', '760', '900'],
          aisles: ['open', 'isolated'],
          workload: HYBRID,
          method: ['greedy', ...GA_SHARES, 'nlp', 'config-lp'],
        },
        without: [
          ...['760', '900'].map((cap) => ({ nodes: '1080', capKW: cap })),
          ...['190', '230'].map((cap) => ({ nodes: '4320', capKW: cap })),
          ...['190', '760'].map((cap) => ({ air: 'nominal', capKW: cap })),
          ...['230', '900'].map((cap) => ({ air: 'balanced', capKW: cap })),
          { nodes: '1080', aisles: 'isolated' },
          { nodes: '4320', air: 'nominal', aisles: 'isolated' },
          // Without containment even the idle room passes the cap (docs/decisions/room-4320-aisles.md).
          { nodes: '4320', air: 'balanced', aisles: 'open' },
          // The thesis excludes it there too.
          { nodes: '4320', method: 'nlp' },
        ],
      };
  }
}

/** Returns the experiment design for a figure of chapter 3. */
export function figureDesign(figure: RewardRateFigure, options: FigureOptions): Design {
  if (isTextFigure(figure)) return textDesign(figure, options);
  const { scale, trials } = options;
  const { trials: reduced, levels, without } = sketch(figure, scale === 'full');
  const factors: Factor[] = ORDER.map((name) => ({ name, levels: levels[name] }));
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors,
    without,
    trials: trials ?? (scale === 'full' ? THESIS_TRIALS : reduced),
    seed: FIRST_SEED,
    settings: GA_STEPS[scale],
  };
}

/** Rules for the population of the GA beside the printed one (docs/reward-rate/ga.md). */
const POPULATIONS = ['repaired', 'diverse'] as const satisfies readonly SolveOptions['population'][];

/** Method and settings of a level of the factor "method". */
export interface MethodLevel {
  readonly method: string;
  readonly naive: boolean;
  /** Share of its steps that the GA takes. */
  readonly share: number;
  /** Rule for the population of the GA; absent: as printed. */
  readonly population?: (typeof POPULATIONS)[number];
}

/**
 * Returns the method and the settings of a level of the factor "method". For example, `ga-naive` is the GA without
 * co-location effects, `ga-1/8` the GA with an eighth of its steps, and `ga-diverse` the GA with `--population diverse`.
 */
export function methodOf(level: string): MethodLevel {
  const naive = level.endsWith('-naive');
  const part = /-1\/(\d+)$/.exec(level);
  const rest = level.replace(/-naive$|-1\/\d+$/, '');
  const population = POPULATIONS.find((rule) => rest === `ga-${rule}`);
  return {
    method: population === undefined ? rest : 'ga',
    naive,
    share: part === null ? 1 : 1 / Number(part[1]),
    ...(population === undefined ? {} : { population }),
  };
}
