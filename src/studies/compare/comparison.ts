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

/** A figure of runs: its means by method are taken, and with `isPaired` its differences to the reference trial by trial. */
export interface RunFigure {
  readonly key: string;
  /** Range that holds all values; the interval of the mean is cut to it. */
  readonly within?: readonly [low: number, high: number];
  readonly isPaired?: boolean;
}

/** Certificate that runs of methods and the bound's own run may give, each of which holds for every plan. */
export interface Certificate {
  /** Name among the values of a trial, the figures of a bound and those of a run. */
  readonly key: string;
  /** Figure of plans that it bounds; absent where it bounds none of a run's. */
  readonly on?: string;
  /** Flag, true if it bounds from above; the direction of the objective's if absent. */
  readonly isUpper?: boolean;
  readonly unit?: string;
}

/** What plans are ranked by, and the certificate on it. */
export interface MainCertificate extends Certificate {
  readonly on: string;
  /** Scale on which differences of ranks are mere rounding; 0 if absent, which makes it relative to the values. */
  readonly tie?: number;
  /** Farthest value that means take as it is, from 0. */
  readonly farthest?: number;
  /** Bound in the objective's unit that a value of the certificate stands for; the value itself if absent. */
  readonly shown?: (value: number) => number;
}

export interface Certificates {
  readonly main: MainCertificate;
  readonly others: readonly Certificate[];
  /** Names of values that go with the main certificate, such as its parts. */
  readonly parts: readonly string[];
}

/** Bound by the best of all certificates, with the family's own figures of a bound. */
export type CommonBound = BoundFrame & Readonly<Record<string, number | null>>;

/** Rules of a family for comparing methods on one instance; figures of runs and bounds besides those of every family are its own. */
export interface Comparison {
  readonly instance: string;
  /** Currency of the instance; absent for the usual one. */
  readonly currency?: string | undefined;
  readonly warnings: readonly string[];
  /** SHA-256 digest of everything that the answers are computed from. */
  readonly sha256: () => string;
  readonly objectiveUnit: string;
  readonly better: 'more' | 'less';
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
  /** Flag, true if each run is held against the bound that it proves itself, and the common one is the bound's own. */
  readonly isBoundPerRun: boolean;
  /** Objective and figures of a run, and its bound: the one of its trial, or null where that does not hold for it. */
  readonly read: (entry: JournalEntry, common: CommonBound | null) => Certified;
  readonly figures: readonly RunFigure[];
  /** Certificates of trials; the main one says what plans are ranked by. */
  readonly certificates: Certificates;
  /** Size of what plans are ranked by that rounding is measured by, where it may be small itself. */
  readonly scale?: number | undefined;
  /** Sentences on the limits of what is proven, such as plans that the bounds do not cover. */
  readonly caveats?: readonly string[];
  /** Words of `solve` that a label stands for. */
  readonly asked: (label: string) => Readonly<Record<string, unknown>>;
  /** Fields that the family adds to the record. */
  readonly facts: (runs: readonly RunFrame[]) => object;
}
