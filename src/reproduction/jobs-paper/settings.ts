/** Methods that schedule a month: those of the paper (section V) and Plenum's `price`. */
export const MONTH_METHODS = ['val-opt', 'val-en-sep-opt', 'val-en-join-opt', 'val-en-adapt-opt', 'price'] as const;
export type MonthMethod = (typeof MONTH_METHODS)[number];

/** Meaning of a level of the factor "setting": a platform with its checkpoints, or a number of cores for profiles. */
export type Setting =
  | {
      readonly name: string;
      readonly nodes: number;
      readonly coresPerNode: number;
      /** Time between checkpoints, s; by default it depends on the interpretation of the paper (`reading`). */
      readonly intervalS?: number;
      /** True to also record upper bounds for all schedules of the month. */
      readonly isBounded?: true;
    }
  | { readonly name: string; readonly profileCores: number };

/** A group of settings, and the levels of the factor "method" that run in each. */
export interface Group {
  readonly settings: readonly Setting[];
  readonly methods: readonly string[];
}

/**
 * Levels of the factor "reading" (of what the paper leaves open): "printed" is as close as possible to its text, "ours"
 * uses Plenum's defaults.
 */
export const READING_LEVELS = ['printed', 'ours'] as const;
export type ReadingLevel = (typeof READING_LEVELS)[number];

/** Name of the setting in which ValEnJoinOpt runs without checkpoints, beside the intervals of Fig. 5. */
export const NO_CHECKPOINTS = 'no checkpoints';

/** Returns the name of the setting with this number of nodes, each of 10 cores. */
export function nodesName(nodes: number): string {
  return `${nodes} nodes`;
}

/** Returns the name of the setting with 3 nodes of this number of cores. */
export function coresName(coresPerNode: number): string {
  return `3 nodes of ${coresPerNode} cores`;
}

/** Returns the name of the setting with this time between checkpoints. */
export function intervalName(minutes: number): string {
  return `every ${minutes} min`;
}

/** Returns the name of the setting that compares profiles on this number of cores. */
export function profileName(cores: number): string {
  return cores === 1 ? '1 core' : `${cores} cores`;
}

/**
 * Overhead to set levels in the variant `levels`, s. Ours: as long as a move to another node in the bundled months, far
 * above what cores take; the paper takes it into account (IV-B, V) but prints no size.
 */
export const SET_LEVELS_S = 60;

/** Variants of methods: suffixes of levels of the factor "method". */
const VARIANTS = ['maxBid', 'gaining', 'levels'] as const;
export type Variant = (typeof VARIANTS)[number];

/**
 * Returns the level of the factor "method" for a method in a variant. `maxBid`: ValOpt and ValEnSepOpt use all cores of
 * the bid instead of the fewest. `gaining`: if the best move does not increase the value, ValEnAdaptOpt tries others
 * instead of stopping. `levels`: moves that change levels take ValEnAdaptOpt longer by `SET_LEVELS_S`.
 */
export function variantName(method: string, variant: Variant): string {
  return `${method} ${variant}`;
}

/**
 * Returns the method and the variant (null for none) of a level of the factor "method".
 *
 * @throws RangeError if there is no such level
 */
export function methodOf(level: string): { readonly method: MonthMethod; readonly variant: Variant | null } {
  const [name, word] = level.split(' ');
  const method = MONTH_METHODS.find((one) => one === name);
  const variant = VARIANTS.find((one) => one === word);
  if (method === undefined || (word !== undefined && variant === undefined))
    throw new RangeError(`There is no method "${level}"`);
  return { method, variant: variant ?? null };
}
