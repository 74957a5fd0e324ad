import type { Values } from '../../experiments/record.js';
import type { BoundFrame, RunFrame } from './record.js';

/** A figure of runs, of which the mean is reported for each method. */
export interface RunFigure {
  readonly key: string;
  /** Possible range of the values; intervals of the mean are cut to it. */
  readonly within?: readonly [low: number, high: number];
  /** Places where it is shown. With "difference", differences to the reference are reported, trial by trial. */
  readonly in: readonly string[];
}

/** A kind of proven bound. Runs of methods and the bound's own run may give it, and each one holds for every plan. */
export interface Certificate {
  /** Field under which runs and bounds have its value. */
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
  /**
   * Least size to which differences of this figure are compared. A difference of at most TIE times this size, or times
   * the figure's own absolute value if that is larger, counts as rounding error. If absent, 0.
   */
  readonly tie?: number;
  /** Greatest absolute value that enters means; values farther from 0 are replaced by it. */
  readonly farthest?: number;
  /** Converts a value of the certificate into a bound in the objective's unit; unchanged if absent. */
  readonly shown?: (value: number) => number;
}

export interface Certificates {
  readonly main: MainCertificate;
  readonly others: readonly Certificate[];
  /** Keys of values that belong to the main certificate, such as its parts. */
  readonly parts: readonly string[];
}

/** The best bound of all certificates, with the family's own figures of a bound. */
export type CommonBound = BoundFrame & Readonly<Record<string, number | null>>;

/** How a family rates the runs of methods on one instance. */
export interface Comparison {
  readonly instance: string;
  /** Currency of the instance; absent for the usual one. */
  readonly currency?: string | undefined;
  readonly warnings: readonly string[];
  readonly objectiveUnit: string;
  readonly better: 'more' | 'less';
  /** Whether a certificate holds for its own trial only, or for every trial of the instance. */
  readonly boundsPer: 'trial' | 'instance';
  /** Returns true if a method draws no random numbers, so that one run stands for all trials. */
  readonly isRunOnce?: (label: string) => boolean;
  /** True if each run is compared with the bound that it proves itself instead of the common one. */
  readonly isBoundPerRun: boolean;
  /** Returns the bound on a method's plans if it differs from the common bound. */
  readonly boundOn?: ((common: CommonBound, label: string) => number | null) | undefined;
  /** Returns the figures of a run that depend on the common bound. */
  readonly against: (
    run: RunFrame & { readonly values: Values },
    common: CommonBound | null,
  ) => Readonly<Record<string, unknown>>;
  readonly figures: readonly RunFigure[];
  readonly certificates: Certificates;
  /** Size by which rounding errors of the ranking figure are judged, if the figure itself may be small. */
  readonly scale?: number | undefined;
  /** Sentences on what is not proven, such as plans that the bounds do not cover. */
  readonly caveats?: readonly string[];
  /** Returns the options of `solve` that a label stands for. */
  readonly asked: (label: string) => Readonly<Record<string, unknown>>;
  /** Returns the fields that the family adds to the record. */
  readonly facts: (runs: readonly RunFrame[]) => object;
}
