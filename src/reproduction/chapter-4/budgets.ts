import type { Cell } from '../../experiments/design.js';
import type { Scale } from '../figure-options.js';

/** Numbers of data centres in the groups of the thesis. */
export const GROUP_SIZES = [4, 8, 16] as const;
export type GroupSize = (typeof GROUP_SIZES)[number];

/** Number of evaluations of the first population of `gald-cl` (docs/geo/gald.md). */
const FOUNDERS = 60;
/** Number of evaluations of each later generation of `gald-cl` (docs/geo/gald.md). */
const CHILDREN = 6;

/** Minutes that FDLD takes for an epoch in the thesis, by number of data centres (section 4.5.1). */
export const FDLD_MIN: Readonly<Record<GroupSize, number>> = { 4: 1, 8: 4, 16: 13 };

/**
 * Evaluations of a distribution of arrivals in the hour that the thesis gives GALD-CL for each epoch (section 4.5.1), by
 * number of data centres and way of finding it. The thesis states no count, and seconds of a faster program say nothing
 * about it.
 *
 * "printed": Algorithm 5 gives cores away one by one. An evaluation of us-4, us-8 and us-16 gives away 83,000, 169,000
 * and 333,000 cores, which takes 7.1, 13.7 and 31.4 ms on one of our cores; an hour divided by that.
 *
 * "byFdld": FDLD takes 1, 4 and 13 minutes per epoch in the thesis. Divided by the removals of `fdld-cl` here, and those
 * by their candidates (60, 120 and 240 triples of data centre, node type and task type, still left or not), a candidate
 * takes 28, 28 and 23 us there, for every size about the same. If giving a core away takes 25 us as well, which the
 * thesis does not say, the hour ends after these evaluations. It may be wrong by a factor of 5 either way.
 */
export const HOUR_EVALUATIONS: Readonly<Record<'printed' | 'byFdld', Readonly<Record<GroupSize, number>>>> = {
  printed: { 4: 510_000, 8: 263_000, 16: 115_000 },
  byFdld: { 4: 1730, 8: 850, 16: 430 },
};

/**
 * Generations per epoch of the reduced designs. Our choice: 6,210, 3,468 and 2,268 evaluations, fewer with more data
 * centres as in the thesis; 64 times as many make a day 0.3 to 1.7 % cheaper.
 */
const REDUCED_GENERATIONS: Readonly<Record<GroupSize, number>> = { 4: 1025, 8: 568, 16: 368 };
/**
 * Generations per epoch of the levels that end in SHORT. Measured: on us-4 they take 10 ms of one of our cores, a quarter
 * of the time of `fdld-cl`.
 */
const SHORT_GENERATIONS = 164;
/** Evaluations of an epoch of us-4: of the levels that end in SHORT, and while FDLD runs in the thesis by hour B. */
export const WHILE_FDLD_RUNS = {
  here: FOUNDERS + CHILDREN * SHORT_GENERATIONS,
  byFdld: Math.round((HOUR_EVALUATIONS.byFdld[4] * FDLD_MIN[4]) / 60),
};

/** Method and settings of a level of the factor "method". */
export interface Level {
  readonly method: string;
  /**
   * True if Algorithm 5 computes efficiency from the power of the cores alone, as in Eq. 25; false if from the power of
   * the whole node.
   */
  readonly byEq25: boolean;
  /** How long `gald-cl` searches: as the scale says, no longer than `fdld-cl`, or the hour by the thesis' FDLD minutes. */
  readonly effort: 'usual' | 'short' | 'hour B';
}

/** Suffix of levels of the factor "method" that compute efficiency as in Eq. 25. */
const EQ25 = '-eq25';
/** Suffix of levels of the factor "method" that get no more time than `fdld-cl`. */
const SHORT = '-short';
/** Suffix of levels of the factor "method" that get the evaluations of HOUR_EVALUATIONS.byFdld. */
const HOUR_B = '-hour-b';
/** Level of the factor "method": `gald-cl` with efficiency as in Eq. 25. */
export const BY_EQ_25 = `gald-cl${EQ25}`;
/** Level of the factor "method": the same for the thesis' hour by its FDLD minutes. */
export const BY_FDLD_MINUTES = `${BY_EQ_25}${HOUR_B}`;
/** Levels of the factor "method" that get no more time than `fdld-cl`, with efficiency of whole nodes and as in Eq. 25. */
export const SHORT_LEVELS = [`gald-cl${SHORT}`, `${BY_EQ_25}${SHORT}`] as const;
/** Levels of the factor "method" that are genetic searches. */
export const GENETIC_LEVELS = ['gald-cl', BY_EQ_25, BY_FDLD_MINUTES, ...SHORT_LEVELS] as const;

/** Returns the method and settings of a level of the factor "method", which its suffixes name. */
export function levelOf(level: string): Level {
  const effort = level.endsWith(SHORT) ? 'short' : level.endsWith(HOUR_B) ? 'hour B' : 'usual';
  const named = effort === 'usual' ? level : level.slice(0, -(effort === 'short' ? SHORT : HOUR_B).length);
  const byEq25 = named.endsWith(EQ25);
  return { method: byEq25 ? named.slice(0, -EQ25.length) : named, byEq25, effort };
}

export function isGenetic({ method }: Pick<Level, 'method'>): boolean {
  return method === 'gald-cl';
}

/**
 * Returns the number of data centres of the cell's bundled group, such as 16 for us-16 or 4 for us-4-memory. Instances
 * with other names count as 4 data centres.
 */
export function groupSizeOf({ instance }: Cell): GroupSize {
  const size = Number(/^us-(\d+)(?:-|$)/.exec(instance!)?.[1] ?? 4);
  return size === 8 || size === 16 ? size : 4;
}

/** Returns how many generations per epoch `gald-cl` makes at a level of the factor "method". */
export function generationsOf(level: string, size: GroupSize, scale: Scale): number {
  const { effort } = levelOf(level);
  if (effort === 'short') return SHORT_GENERATIONS;
  if (effort === 'hour B') return generationsIn(HOUR_EVALUATIONS.byFdld[size]);
  return scale === 'full' ? generationsIn(HOUR_EVALUATIONS.printed[size]) : REDUCED_GENERATIONS[size];
}

function generationsIn(evaluations: number): number {
  return Math.round((evaluations - FOUNDERS) / CHILDREN);
}

/** Returns the name of the design's setting with a level's number of generations per epoch. */
export function generationsKey(level: string, size: GroupSize): string {
  return `${level}-${size}`;
}
