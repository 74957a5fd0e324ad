import type { Cell, Design } from '../../experiments/design.js';
import type { FigureOptions, Scale } from '../figure-options.js';
import {
  BY_EQ_25,
  BY_FDLD_MINUTES,
  GENETIC_LEVELS,
  generationsKey,
  generationsOf,
  GROUP_SIZES,
  SHORT_LEVELS,
} from './budgets.js';
import { DEMANDS } from './demand.js';
import type { GeoFigure } from './names.js';

/** Version of the designs of chapter 4, raised when the same design gives different records. */
const VERSION = 3;
/** Seed of the first trial, which chooses its day. */
const FIRST_SEED = 1;
/** Number of trials of all figures: a day of each month. The thesis uses one day, which it does not name. */
const TRIALS = 12;

/** The thesis' methods of force-directed load distribution (FDLD). */
const FDLD = ['fdld-so', 'fdld-tao', 'fdld-cl'];
/** Method that proves a lower bound. No verdict needs it: the reduced designs have it for the group of Fig. 4.2 alone. */
const BOUNDING = 'gld-lp';

interface Sketch {
  readonly instance: readonly string[];
  readonly method: readonly string[];
  /** Groups that are run with all of DEMANDS; others only with the first. */
  readonly demanded: readonly string[];
}

function sketch(figure: GeoFigure, scale: Scale): Sketch {
  const bounding = scale === 'full' || figure === 'fig-4.2' ? [BOUNDING] : [];
  switch (figure) {
    case 'table-4.2':
      return {
        instance: ['us-4', 'us-8', 'us-16'],
        method: [...FDLD, 'gald-cl', BY_EQ_25, BY_FDLD_MINUTES, ...bounding],
        demanded: ['us-4'],
      };
    case 'fig-4.2':
      return {
        instance: ['us-4'],
        method: [...FDLD, 'gald-cl', BY_EQ_25, BY_FDLD_MINUTES, ...SHORT_LEVELS, ...bounding],
        demanded: ['us-4'],
      };
    case 'fig-4.3': {
      const instance = ['us-4', 'us-4-memory', 'us-4-cpu'];
      const demanded = scale === 'full' ? instance : ['us-4'];
      return { instance, method: ['fdld-so', 'fdld-cl', 'gald-cl', BY_EQ_25, ...bounding], demanded };
    }
  }
}

/**
 * Returns the experiment design for a table or figure of chapter 4. All have the same name and settings, so that trials
 * of a group that several figures have are run once.
 */
export function figureDesign(figure: GeoFigure, { scale, trials = TRIALS }: FigureOptions): Design {
  const { instance, method, demanded } = sketch(figure, scale);
  const [usual, ...others] = DEMANDS;
  const generations = GENETIC_LEVELS.flatMap((level) =>
    GROUP_SIZES.map((size): [string, number] => [generationsKey(level, size), generationsOf(level, size, scale)]),
  );
  const all = { instance, demand: [usual, ...others], method };
  return {
    name: `chapter-4 ${scale}`,
    version: VERSION,
    factors: Object.entries(all).map(([name, levels]) => ({ name, levels })),
    without: others.flatMap((demand): Cell[] => [
      ...instance.filter((one) => !demanded.includes(one)).map((one) => ({ instance: one, demand })),
      ...(scale === 'reduced' && method.includes(BOUNDING) ? [{ demand, method: BOUNDING }] : []),
    ]),
    trials,
    seed: FIRST_SEED,
    settings: Object.fromEntries(generations),
  };
}
