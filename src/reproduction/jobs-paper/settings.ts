/** Methods of the paper (section V), and ours. */
export const MONTH_METHODS = ['val-opt', 'val-en-sep-opt', 'val-en-join-opt', 'val-en-adapt-opt', 'price'] as const;
export type MonthMethod = (typeof MONTH_METHODS)[number];

/** Level of the factor "setting": the platform, the checkpoints, or the cores of a profile. */
export type Setting =
  | {
      readonly name: string;
      readonly nodes: number;
      readonly coresPerNode: number;
      /** Time between checkpoints, s; absent: as each reading has it. */
      readonly intervalS?: number;
      /** True if what bounds all schedules is recorded too. */
      readonly isBounded?: true;
    }
  | { readonly name: string; readonly profileCores: number };

/** Settings, and the levels of the factor "method" that are run in each of them. */
export interface Group {
  readonly settings: readonly Setting[];
  readonly methods: readonly string[];
}

/** Levels of the factor "reading": what the paper leaves open, as nearly as printed, and as we default to. */
export const READING_LEVELS = ['printed', 'ours'] as const;
export type ReadingLevel = (typeof READING_LEVELS)[number];

/** Setting of ValEnJoinOpt beside the intervals of Fig. 5. */
export const NO_CHECKPOINTS = 'no checkpoints';

/** Name of a setting by nodes of 10 cores. */
export function nodesName(nodes: number): string {
  return `${nodes} nodes`;
}

/** Name of a setting by cores per node, on 3 nodes. */
export function coresName(coresPerNode: number): string {
  return `3 nodes of ${coresPerNode} cores`;
}

/** Name of a setting by time between checkpoints. */
export function intervalName(minutes: number): string {
  return `every ${minutes} min`;
}

/** Name of a setting by the cores of a profile's front. */
export function profileName(cores: number): string {
  return cores === 1 ? '1 core' : `${cores} cores`;
}

/** Words behind a method in a level of the factor "method": what it does otherwise than by default. */
const VARIANTS = ['maxBid', 'gaining'] as const;
export type Variant = (typeof VARIANTS)[number];

/**
 * Level of the factor "method" of a variant: ValOpt or ValEnSepOpt on all cores of the bid (`maxBid`; else on the fewest), ValEnAdaptOpt that looks on for a
 * move that gains (`gaining`; else the best move ends the search if it does not).
 */
export function variantName(method: string, variant: Variant): string {
  return `${method} ${variant}`;
}

/** Method and variant in a level of the factor "method". @throws RangeError for one that there is not */
export function methodOf(level: string): { readonly method: MonthMethod; readonly variant: Variant | null } {
  const [name, word] = level.split(' ');
  const method = MONTH_METHODS.find((one) => one === name);
  const variant = VARIANTS.find((one) => one === word);
  if (method === undefined || (word !== undefined && variant === undefined))
    throw new RangeError(`There is no method "${level}"`);
  return { method, variant: variant ?? null };
}
