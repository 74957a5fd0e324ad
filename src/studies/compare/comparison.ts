import type { TrialRequest } from '../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../experiments/record.js';
import type { Limits } from '../../runs/control.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import type { BoundFrame, Certified, RunFrame } from './record.js';

/**
 * Settings on which a trial depends, in addition to its cell and seed. They are plain data, so that another process can
 * run the trial.
 */
export type Settings = Readonly<Record<string, number | string | null>>;

/** Limits, clocks and interruption of a run. Every worker thread has its own. */
export interface TrialSurroundings {
  readonly limits: Limits;
  /** Returns the time of a clock that never goes back, s. */
  readonly nowS: () => number;
  /** Returns the processor time that this thread has used, s; null if unknown. */
  readonly cpuS: () => number | null;
  readonly interrupted: () => boolean;
  readonly interruptedTwice: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

/**
 * A figure of runs. Its mean is reported for each method and, with `isPaired`, its differences to the reference trial
 * by trial.
 */
export interface RunFigure {
  readonly key: string;
  /** Possible range of the values; intervals of the mean are cut to it. */
  readonly within?: readonly [low: number, high: number];
  readonly isPaired?: boolean;
}

/** A kind of proven bound. Runs of methods and the bound's own run may give it, and each one holds for every plan. */
export interface Certificate {
  /** Field under which trials, bounds and runs have its value. */
  readonly key: string;
  /** Key of the figure of plans that it bounds; absent if it bounds none. */
  readonly on?: string;
  /** True if it is an upper bound; if absent, the objective's direction decides. */
  readonly isUpper?: boolean;
  readonly unit?: string;
}

/** The certificate on the figure by which plans are ranked. */
export interface MainCertificate extends Certificate {
  readonly on: string;
  /** Size of differences in rank that count as rounding; 0 if absent, and then the size of the values decides. */
  readonly tie?: number;
  /** Values farther from 0 than this are replaced by it in means. */
  readonly farthest?: number;
  /** Converts a value of the certificate into a bound in the objective's unit; unchanged if absent. */
  readonly shown?: (value: number) => number;
}

export interface Certificates {
  readonly main: MainCertificate;
  readonly others: readonly Certificate[];
  /** Names of values that belong to the main certificate, such as its parts. */
  readonly parts: readonly string[];
}

/** The best bound of all certificates, with the family's own figures of a bound. */
export type CommonBound = BoundFrame & Readonly<Record<string, number | null>>;

/**
 * How a family compares methods on one instance. Runs and bounds have the family's own figures in addition to the
 * common ones.
 */
export interface Comparison {
  readonly instance: string;
  /** Currency of the instance; absent for the usual one. */
  readonly currency?: string | undefined;
  readonly warnings: readonly string[];
  /** Returns the SHA-256 digest of everything that the answers are computed from. */
  readonly sha256: () => string;
  readonly objectiveUnit: string;
  readonly better: 'more' | 'less';
  /** Values recorded for a trial that found nothing, under all names of the family and in their order. */
  readonly blank: Values;
  /**
   * Runs one method on one trial, or the proof of the trial's bound. Every run starts afresh, so that none benefits
   * from the results of another.
   */
  readonly trial: (input: TrialRequest, surroundings: TrialSurroundings) => Promise<TrialOutput>;
  /** Whether a certificate holds for its own trial only, or for every trial of the instance. */
  readonly boundsPer: 'trial' | 'instance';
  /** Returns true if a method draws no random numbers: it is run once, because it finds the same in every trial. */
  readonly isRunOnce?: (label: string) => boolean;
  /**
   * True if each run is compared with the bound that it proves itself; the common bound is then that of the bound's own
   * run.
   */
  readonly isBoundPerRun: boolean;
  /**
   * Returns the objective and figures of a run, with its bound: that of its trial, or null if that does not hold for
   * the run.
   */
  readonly read: (entry: JournalEntry, common: CommonBound | null) => Certified;
  readonly figures: readonly RunFigure[];
  /** Certificates of trials. The main one determines by which figure plans are ranked. */
  readonly certificates: Certificates;
  /** Size by which rounding of the ranking figure is measured, if the figure itself may be small. */
  readonly scale?: number | undefined;
  /** Sentences on what is not proven, such as plans that the bounds do not cover. */
  readonly caveats?: readonly string[];
  /** Returns the options of `solve` that a label stands for. */
  readonly asked: (label: string) => Readonly<Record<string, unknown>>;
  /** Returns the fields that the family adds to the record. */
  readonly facts: (runs: readonly RunFrame[]) => object;
}
