import type { Limits } from '../../runs/control.js';
import { keyOf } from '../plan/key.js';
import type { RunIdentity, RunInstance, StudyRun } from '../plan/run.js';
import type { Scalar } from '../plan/study.js';

/** Label of the run that proves the bound; it stands beside the labels of methods. */
export const BOUND = 'bound';

/** Everything that the runs of a comparison depend on. */
export interface ComparisonRuns {
  readonly family: string;
  readonly file: string;
  readonly instance: RunInstance;
  readonly version: string;
  readonly labels: readonly string[];
  readonly trials: number;
  /** Seed of the first trial; trial t has `seed + t`. */
  readonly seed: number;
  /** True if every trial is a seeded variant of the workload. */
  readonly variants: boolean;
  readonly limits: Limits;
  /** Options of all runs, and of the bound's own run; a file that is named has its digest as the value. */
  readonly options: RunIdentity['options'];
  readonly boundOptions: RunIdentity['options'];
  /** Paths of the files that options name, by option; absent if none is named. */
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
    budget: { timeLimitS, workLimit },
    more: { variants },
    version,
  };
  const cell: Readonly<Record<string, Scalar>> = { instance: instance.name, method: label, seed };
  return { key: keyOf(identity), identity, position, cell, file, ...(inputs === undefined ? {} : { inputs }) };
}
