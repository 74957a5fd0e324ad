import type { Design, Factor } from '../../experiments/design.js';
import type { FigureOptions } from '../figure-options.js';
import type { GeoFigure } from './names.js';
import {
  generationsIn,
  generationsKey,
  groupSizeOf,
  isGenetic,
  levelOf,
  REDUCED_EPOCH_S,
  SHORT_EPOCH_S,
  THESIS_EPOCH_S,
} from './budgets.js';

/** Version of the designs of chapter 4, raised when the same design gives different records. */
const VERSION = 1;
/** Seed of the first trial, which chooses its day. */
const FIRST_SEED = 1;
/** Number of trials of the full figures: a day of each month. The thesis uses one day, which it does not name. */
const FULL_TRIALS = 12;

/** The thesis' methods of force-directed load distribution (FDLD). */
const FDLD = ['fdld-so', 'fdld-tao', 'fdld-cl'];

interface Sketch {
  readonly trials: number;
  readonly instance: readonly string[];
  readonly method: readonly string[];
  /** True to record the cost of each epoch. */
  readonly byEpoch: boolean;
}

function sketch(figure: GeoFigure): Sketch {
  switch (figure) {
    case 'table-4.2':
      return {
        trials: 3,
        instance: ['us-4', 'us-8', 'us-16'],
        method: [...FDLD, 'gald-cl', 'gald-cl-eq25', 'gld-lp'],
        byEpoch: false,
      };
    case 'fig-4.2':
      return {
        trials: 4,
        instance: ['us-4'],
        method: [...FDLD, 'gald-cl', 'gald-cl-eq25', 'gald-cl-short', 'gld-lp'],
        byEpoch: true,
      };
    case 'fig-4.3':
      return {
        trials: 3,
        instance: ['us-4', 'us-4-memory', 'us-4-cpu'],
        method: ['fdld-so', 'fdld-cl', 'gald-cl', 'gald-cl-eq25', 'gld-lp'],
        byEpoch: true,
      };
  }
}

/** Returns the experiment design for a table or figure of chapter 4. */
export function figureDesign(figure: GeoFigure, { scale, trials }: FigureOptions): Design {
  const made = sketch(figure);
  const factors: Factor[] = [
    { name: 'instance', levels: made.instance },
    { name: 'method', levels: made.method },
  ];
  const epochS = scale === 'full' ? THESIS_EPOCH_S : REDUCED_EPOCH_S;
  const sizes = [...new Set(made.instance.map((instance) => groupSizeOf({ instance })))];
  const generations = made.method.flatMap((level): [string, number][] => {
    const run = levelOf(level);
    if (!isGenetic(run)) return [];
    return sizes.map((size) => [generationsKey(level, size), generationsIn(run.short ? SHORT_EPOCH_S : epochS, size)]);
  });
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors,
    without: [],
    trials: trials ?? (scale === 'full' ? FULL_TRIALS : made.trials),
    seed: FIRST_SEED,
    settings: { ...Object.fromEntries(generations), secondsPerEpoch: epochS, byEpoch: made.byEpoch ? 1 : 0 },
  };
}
