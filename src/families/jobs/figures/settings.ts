import { MONTH_METHODS, type MonthMethod } from '../methods/month/policies.js';

/** Level of the factor "setting": the platform, the checkpoints, or the cores of a profile. */
export type Setting =
  | {
      readonly name: string;
      readonly nodes: number;
      readonly coresPerNode: number;
      /** Time between checkpoints, s; absent: as each reading has it. */
      readonly intervalS?: number;
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

/** Level of the factor "method" of ValOpt or ValEnSepOpt on all cores of the bid; on the fewest it is the method alone. */
export function onMaxBid(method: string): string {
  return `${method} maxBid`;
}

/** Method and rule of its cores in a level of the factor "method". @throws RangeError for a method that there is not */
export function methodOf(level: string): { readonly method: MonthMethod; readonly isMaxBid: boolean } {
  const [name, rule] = level.split(' ');
  const method = MONTH_METHODS.find((one) => one === name);
  if (method === undefined) throw new RangeError(`There is no method "${level}"`);
  return { method, isMaxBid: rule === 'maxBid' };
}
