import type { Limits } from '../../runs/control.js';
import { keyOf } from '../plan/key.js';
import type { RunIdentity, RunInstance, StudyRun } from '../plan/run.js';
import type { Scalar } from '../plan/study.js';

/** Label of the separate run that proves the bound, used in place of a method's label. */
export const BOUND = 'bound';

/** All data that determine the runs of a comparison. */
export interface ComparisonRuns {
  readonly family: string;
  readonly file: string;
  readonly instance: RunInstance;
  readonly version: string;
  readonly labels: readonly string[];
  readonly trials: number;
  /** Seed of the first trial. Trial t, counted from 0, has the seed `seed + t`. */
  readonly seed: number;
  /** True if every trial is a seeded variant of the workload. */
  readonly variants: boolean;
  readonly limits: Limits;
  /**
   * Option values of all runs, including the separate bound run. For an option that names a file, the value is the
   * file's digest.
   */
  readonly options: RunIdentity['options'];
  readonly boundOptions: RunIdentity['options'];
  /** Paths of the files that options name, by the option's name; absent if there are none. */
  readonly inputs?: Readonly<Record<string, string>> | undefined;
  /** Returns true if one run of a method stands for all trials. */
  readonly isRunOnce: (label: string) => boolean;
}

/** Returns the runs of a comparison in the order in which they are made: trial by trial, the bound first. */
export function comparisonRuns(asked: ComparisonRuns): StudyRun[] {
  const { labels, trials, seed, variants, isRunOnce } = asked;
  const isMade = (label: string, trial: number): boolean =>
    trial === 0 || variants || (label !== BOUND && !isRunOnce(label));
  return Array.from({ length: trials }, (_, trial) =>
    [BOUND, ...labels].filter((label) => isMade(label, trial)).map((label) => ({ label, seed: seed + trial })),
  )
    .flat()
    .map((one, position) => runOf(asked, one, position));
}

function runOf(
  { family, file, instance, version, variants, limits, options, boundOptions, inputs }: ComparisonRuns,
  { label, seed }: { readonly label: string; readonly seed: number },
  position: number,
): StudyRun {
  const { timeLimitS, workLimit } = limits;
  const identity: RunIdentity = {
    verb: 'compare',
    family,
    instance,
    method: label,
    options: label === BOUND ? boundOptions : options,
    seed,
    // The bound is proven to its end, whatever the limits of the methods.
    budget: label === BOUND ? { timeLimitS: null, workLimit: null } : { timeLimitS, workLimit },
    more: { variants },
    version,
  };
  const cell: Readonly<Record<string, Scalar>> = { instance: instance.name, method: label, seed };
  return { key: keyOf(identity), identity, position, cell, file, ...(inputs === undefined ? {} : { inputs }) };
}
