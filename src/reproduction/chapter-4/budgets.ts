import type { Cell } from '../../experiments/design.js';

/** Numbers of data centres in the thesis' groups. */
export type GroupSize = 4 | 8 | 16;

/**
 * Number of generations that `gald-cl` computes per second on one core, without founders (processor time on a busy
 * machine; us-4, us-8, us-16). Fixed, so that a budget in seconds is a number of generations and records are
 * reproducible.
 */
export const GENERATIONS_PER_S: Readonly<Record<GroupSize, number>> = { 4: 4100, 8: 2270, 16: 1470 };

/** Time of the thesis' searches per epoch, s (section 4.5.1: "one hour for each epoch"). */
export const THESIS_EPOCH_S = 3600;
/** Time of the searches per epoch in the reduced designs, s. */
export const REDUCED_EPOCH_S = 0.25;
/** Time per epoch that `fdld-cl` takes on us-4, s; it is the budget of `gald-cl-short`. */
export const SHORT_EPOCH_S = 0.04;

/** The method of a level of the factor "method", and how it is run. */
export interface Level {
  readonly method: string;
  /** True if Algorithm 5 computes efficiency exactly as Eq. 25 says: with the power of the cores without their node. */
  readonly byEq25: boolean;
  /** True if it gets no more time than `fdld-cl` takes. */
  readonly short: boolean;
}

/** Suffix of levels that compute efficiency exactly as Eq. 25 says. */
const EQ25 = '-eq25';
/** Level of GALD-CL that computes efficiency exactly as Eq. 25 says. */
export const BY_EQ_25 = `gald-cl${EQ25}`;
/** Suffix of levels that get no more time than `fdld-cl` takes. */
const SHORT = '-short';

/**
 * Returns the method of a level and how it is run: `gald-cl-eq25` and `gald-cl-short` are `gald-cl` with other options.
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

/** Returns the number of data centres of a bundled group such as us-16 or us-4-memory; 4 for any other instance. */
export function groupSizeOf({ instance }: Cell): GroupSize {
  const size = Number(/^us-(\d+)(?:-|$)/.exec(instance!)?.[1] ?? 4);
  return size === 8 || size === 16 ? size : 4;
}

/** Returns the number of generations in a budget, at least one. */
export function generationsIn(epochS: number, size: GroupSize): number {
  return Math.max(1, Math.round(epochS * GENERATIONS_PER_S[size]));
}

/** Returns the name of the setting that holds a level's number of generations per epoch. */
export function generationsKey(level: string, size: GroupSize): string {
  return `${level}-${size}`;
}
