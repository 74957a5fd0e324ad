import { keyOf } from '../plan/key.js';
import type { RunIdentity, StudyRun } from '../plan/run.js';

/** Label of the separate run that proves the bound, used in place of a method's label. */
export const BOUND = 'bound';

/** Request for a comparison: methods, trials on one instance, and limits of the runs. */
export interface ComparisonAsked {
  readonly file: string;
  /** Option values that apply to all methods. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Labels: names of methods, each optionally followed by ":" and short forms of options. */
  readonly methods: readonly string[];
  /** Label of the method with which the others are compared; the first if absent. */
  readonly reference?: string | undefined;
  readonly trials: number;
  /** Seed of the first trial. Trial t, counted from 0, has the seed `seed + t`. */
  readonly seed: number;
  /** True if each trial is another seeded variant of the workload, the same for all methods. */
  readonly variants: boolean;
  readonly limits: RunIdentity['budget'];
  /** Number of runs made at the same time. */
  readonly workers: number;
}

/** All data that determine the runs of a comparison. */
export interface ComparisonRuns
  extends Omit<ComparisonAsked, 'reference' | 'workers'>, Pick<RunIdentity, 'family' | 'instance' | 'version'> {
  readonly inputs?: StudyRun['inputs'] | undefined;
  /** Option values of the run that proves the bound. */
  readonly boundWords: Readonly<Record<string, unknown>>;
  /** Digests of the files that options name, in place of the file names. */
  readonly digests?: RunIdentity['options'];
  /** Returns true if one run of a method stands for all trials of one instance. */
  readonly isRunOnce: (label: string) => boolean;
}

/** Returns the runs of a comparison in the order in which they are made: trial by trial, the bound first. */
export function comparisonRuns(asked: ComparisonRuns): StudyRun[] {
  const { family, file, instance, version, methods, trials, seed: firstSeed, variants, inputs } = asked;
  const { timeLimitS, workLimit } = asked.limits;
  const isMade = (label: string, trial: number): boolean =>
    trial === 0 || variants || (label !== BOUND && !asked.isRunOnce(label));
  const made = Array.from({ length: trials }, (_, trial) =>
    [BOUND, ...methods].filter((label) => isMade(label, trial)).map((label) => ({ label, seed: firstSeed + trial })),
  ).flat();
  return made.map(({ label, seed }, position): StudyRun => {
    const identity: RunIdentity = {
      verb: 'compare',
      family,
      instance,
      method: label,
      options: { ...(label === BOUND ? asked.boundWords : asked.words), ...asked.digests } as RunIdentity['options'],
      seed,
      // The bound is proven to its end, whatever the limits of the methods.
      budget: label === BOUND ? { timeLimitS: null, workLimit: null } : { timeLimitS, workLimit },
      more: { variants },
      version,
    };
    const cell = { instance: instance.name, method: label, seed };
    return { key: keyOf(identity), identity, position, cell, file, ...(inputs !== undefined && { inputs }) };
  });
}
