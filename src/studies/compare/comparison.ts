import type { TrialRequest } from '../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../experiments/record.js';
import type { Limits } from '../../runs/control.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import type { BoundFrame, Certified, RunFrame } from './record.js';

/** Settings on which a trial depends besides its cell and seed: plain data, so that another process can run it. */
export type Settings = Readonly<Record<string, number | string | null>>;

/** Surroundings of a run: limits, clocks and interruption; every worker thread has its own. */
export interface TrialSurroundings {
  readonly limits: Limits;
  /** Clock that never goes back, s. */
  readonly nowS: () => number;
  /** Processor time that this thread has used, s; null where that is not known. */
  readonly cpuS: () => number | null;
  readonly interrupted: () => boolean;
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

/** A figure of runs that is averaged by method. */
export interface Metric {
  readonly key: string;
  /** Value of a run; null leaves the run out of the mean. Its figure of that key if absent. */
  readonly of?: (run: RunFrame) => number | null;
  /** Runs that the mean is over: 'runs' for all that did not break down; if absent, those with a feasible plan. */
  readonly over?: 'runs';
  /** Range that holds all values; the interval of the mean is cut to it. */
  readonly within?: readonly [low: number, high: number];
}

/** A figure whose differences to the reference are taken trial by trial. */
export interface Pairing {
  readonly key: string;
  /** Value of a run, `reference` being the reference's run of the same trial; null leaves the trial out. Its figure of that key if absent. */
  readonly of?: (run: RunFrame, reference: RunFrame | undefined) => number | null;
}

/** A figure and a proven bound on it. A run on the wrong side of it means that one of the two is wrong. */
export interface Proof {
  readonly value: (run: RunFrame) => number | null;
  readonly bound: (run: RunFrame) => number | null;
  readonly isUpper: boolean;
  /** Size of the figures that rounding is measured by, where they themselves may be small. */
  readonly scale?: number;
  /** Predicate of the sentence that reports it: "earns 5 reward/s, more than the proven bound of 4". */
  readonly wrong: (value: number, bound: number) => string;
}

/** Rule by which the best plans so far are drawn over time or steps. */
export interface ConvergenceRule {
  /** What is drawn: the gap to the bound where runs have one, else the objective; or a figure that plans are ranked by, as methods tell it on the way. */
  readonly figure: string;
  /** Figure of bounds that is drawn beside it; none if absent. */
  readonly level?: string;
}

/** Rules of a family for comparing methods on one instance; figures of runs and bounds besides those of every family are its own. */
export interface Comparison {
  readonly instance: string;
  /** Currency of the instance; absent for the usual one. */
  readonly currency?: string | undefined;
  readonly warnings: readonly string[];
  /** SHA-256 digest of everything that the answers are computed from. */
  readonly sha256: () => string;
  readonly objectiveUnit: string;
  /** Direction in which the objective is better; more if absent. */
  readonly better?: 'more' | 'less';
  /** Values of a trial that found nothing, under all names of the family and in their order. */
  readonly blank: Values;
  /**
   * Run of one method on one trial, or of the bound's proof. Every run starts afresh, so that none finds another's work
   * done.
   */
  readonly trial: (input: TrialRequest, surroundings: TrialSurroundings) => Promise<TrialOutput>;
  /** Validity of a certificate: for its own trial, or for every trial of the instance. */
  readonly boundsPer: 'trial' | 'instance';
  /** Test whether a method draws nothing at random: it is run once, since it finds the same in every trial. */
  readonly isRunOnce?: (label: string) => boolean;
  /** Bound by the best of all certificates among the entries, of which there is one at least. */
  readonly bound: (
    entries: readonly JournalEntry[],
    trial: { readonly trial: number; readonly seed: number },
  ) => BoundFrame;
  /** Objective and figures of a run, and its bound: the one of its trial, or null where that does not hold for it. */
  readonly read: (entry: JournalEntry, common: BoundFrame | null) => Certified;
  readonly proofs: readonly Proof[];
  readonly metrics: readonly Metric[];
  readonly pairs: readonly Pairing[];
  /**
   * Figure (`by`) and value that decide which method is best in a trial, more being better. Values are equal if they differ by rounding
   * alone, which is relative to the larger of `scale` and the best value.
   */
  readonly rank: { readonly by: string; readonly of: (run: RunFrame) => number | null; readonly scale: number };
  readonly convergence: ConvergenceRule;
  /** Sentences on the limits of what is proven, such as plans that the bounds do not cover. */
  readonly caveats?: readonly string[];
  /** Fields of a method's summary that do not come from its runs. */
  readonly methodFacts?: (label: string) => Readonly<Record<string, unknown>>;
  /** Fields that the family adds to the record. */
  readonly facts: (runs: readonly RunFrame[]) => object;
}
