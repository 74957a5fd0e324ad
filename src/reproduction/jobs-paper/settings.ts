/** Methods of the paper (section V), and ours. */
export const MONTH_METHODS = ['val-opt', 'val-en-sep-opt', 'val-en-join-opt', 'val-en-adapt-opt', 'price'] as const;
export type MonthMethod = (typeof MONTH_METHODS)[number];

/** What a level of the factor "setting" stands for: the platform, the checkpoints, or the cores of a profile. */
export type Setting =
  | {
      readonly name: string;
      readonly nodes: number;
      readonly coresPerNode: number;
      /** Time between checkpoints, s; if absent, the reading decides. */
      readonly intervalS?: number;
      /** True if bounds on all schedules are recorded too. */
      readonly isBounded?: true;
    }
  | { readonly name: string; readonly profileCores: number };

/** Settings, and the levels of the factor "method" that are run in each. */
export interface Group {
  readonly settings: readonly Setting[];
  readonly methods: readonly string[];
}

/**
 * Levels of the factor "reading", which decides what the paper leaves open: as close to the text as possible, or as
 * Plenum does by default.
 */
export const READING_LEVELS = ['printed', 'ours'] as const;
export type ReadingLevel = (typeof READING_LEVELS)[number];

/** Setting in which ValEnJoinOpt runs without checkpoints, shown beside the intervals of Fig. 5. */
export const NO_CHECKPOINTS = 'no checkpoints';

/** Returns the name of a setting with this number of nodes of 10 cores. */
export function nodesName(nodes: number): string {
  return `${nodes} nodes`;
}

/** Returns the name of a setting with this number of cores per node, on 3 nodes. */
export function coresName(coresPerNode: number): string {
  return `3 nodes of ${coresPerNode} cores`;
}

/** Returns the name of a setting with this time between checkpoints. */
export function intervalName(minutes: number): string {
  return `every ${minutes} min`;
}

/** Returns the name of a setting with this number of cores of a profile. */
export function profileName(cores: number): string {
  return cores === 1 ? '1 core' : `${cores} cores`;
}

/** Suffixes of levels of the factor "method" for variants that differ from the default. */
const VARIANTS = ['maxBid', 'gaining'] as const;
export type Variant = (typeof VARIANTS)[number];

/**
 * Returns the level of the factor "method" for a variant. `maxBid`: ValOpt or ValEnSepOpt uses all cores of the bid
 * instead of the fewest. `gaining`: ValEnAdaptOpt looks for any move that gains, instead of stopping if the best move
 * does not gain.
 */
export function variantName(method: string, variant: Variant): string {
  return `${method} ${variant}`;
}

/**
 * Returns the method and the variant of a level of the factor "method".
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
