import type { Cell } from '../../experiments/design.js';

/** Number of data centres in a group of the thesis. */
export type GroupSize = 4 | 8 | 16;

/**
 * Number of generations per second of the genetic method `gald-cl` on one core, by number of data centres, without the
 * initial population. The numbers are fixed, so that a budget in seconds is always the same number of generations and
 * records are reproducible. They were measured as processor time on us-4, us-8 and us-16.
 */
export const GENERATIONS_PER_S: Readonly<Record<GroupSize, number>> = { 4: 4100, 8: 2270, 16: 1470 };

/** Time of the thesis' searches for each epoch, s (section 4.5.1: "one hour for each epoch"). */
export const THESIS_EPOCH_S = 3600;
/** Time of the searches for each epoch in the reduced designs, s. */
export const REDUCED_EPOCH_S = 0.25;
/**
 * Time of `fdld-cl` (force-directed load distribution) for each epoch on us-4, s. The level `gald-cl-short` gets the
 * same time.
 */
export const SHORT_EPOCH_S = 0.04;

/** Method and settings of a level of the factor "method". */
export interface Level {
  readonly method: string;
  /**
   * True if Algorithm 5 computes efficiency from the power of the cores alone, as in Eq. 25; false if from the power of
   * the whole node.
   */
  readonly byEq25: boolean;
  /** True if the method gets only as much time as `fdld-cl`. */
  readonly short: boolean;
}

/** Suffix of levels of the factor "method" that compute efficiency as in Eq. 25. */
const EQ25 = '-eq25';
/** Level of the factor "method": `gald-cl` with efficiency as in Eq. 25. */
export const BY_EQ_25 = `gald-cl${EQ25}`;
/** Suffix of levels of the factor "method" that get only as much time as `fdld-cl`. */
const SHORT = '-short';

/**
 * Returns the method and settings of a level of the factor "method": `gald-cl-eq25` and `gald-cl-short` are `gald-cl`
 * with other settings.
 */
export function levelOf(level: string): Level {
  const byEq25 = level.endsWith(EQ25);
  const short = level.endsWith(SHORT);
  const method = byEq25 ? level.slice(0, -EQ25.length) : short ? level.slice(0, -SHORT.length) : level;
  return { method, byEq25, short };
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

/** Returns how many generations `gald-cl` makes in `epochS` seconds, at least one. */
export function generationsIn(epochS: number, size: GroupSize): number {
  return Math.max(1, Math.round(epochS * GENERATIONS_PER_S[size]));
}

/** Returns the name of the design's setting with a level's number of generations per epoch. */
export function generationsKey(level: string, size: GroupSize): string {
  return `${level}-${size}`;
}
