import type { Values } from '../../experiments/record.js';
import type { BoundFrame, RunFrame } from './record.js';

/** A value of runs whose mean is reported for each method. */
export interface RunFigure {
  readonly key: string;
  /** Least and greatest possible value. Confidence intervals of the mean are cut to this range. */
  readonly within?: readonly [low: number, high: number];
  /**
   * Names of the reports and tables that show the value. With "difference", its differences to the reference method are
   * also reported, trial by trial.
   */
  readonly in: readonly string[];
}

/**
 * A kind of proven bound (certificate). A run of a method or the separate bound run may prove one. It holds for every
 * plan.
 */
export interface Certificate {
  /** Key under which the records of runs have the value of the bound. */
  readonly key: string;
  /** Key of the plan's value that is bounded; absent if it bounds no value of plans. */
  readonly on?: string;
  /**
   * True for an upper bound, false for a lower bound. If absent, it is an upper bound if the objective is maximized.
   */
  readonly isUpper?: boolean;
  readonly unit?: string;
}

/** The kind of proven bound that limits the value by which plans are ranked. */
export interface MainCertificate extends Certificate {
  readonly on: string;
  /**
   * Minimum reference size for rounding errors of the ranking value; 0 if absent. The reference size is the value's
   * absolute value, or `tie` if that is larger. Differences up to TIE times the reference size count as rounding
   * errors.
   */
  readonly tie?: number;
  /** Largest absolute value used in means. Values farther from 0 are replaced by it. */
  readonly farthest?: number;
  /** Converts a value of this kind of bound into a bound on the objective. If absent, it already is one. */
  readonly shown?: (value: number) => number;
}

export interface Certificates {
  readonly main: MainCertificate;
  readonly others: readonly Certificate[];
  /** Keys of further values that belong to the main bound and are reported with it, such as the terms of its sum. */
  readonly parts: readonly string[];
}

/** The best bound that any run proved, with family-specific values of it. */
export type CommonBound = BoundFrame & Readonly<Record<string, number | null>>;

/** Rules by which a family rates the runs of methods on one instance. */
export interface Comparison {
  readonly instance: string;
  /** Currency of the instance; absent for the default currency. */
  readonly currency?: string | undefined;
  readonly warnings: readonly string[];
  readonly objectiveUnit: string;
  readonly better: 'more' | 'less';
  /** "trial" if a proven bound holds only for its own trial, "instance" if it holds for all trials. */
  readonly boundsPer: 'trial' | 'instance';
  /**
   * Returns true if one run of the method with this label is enough for all trials, because it draws no random numbers.
   */
  readonly isRunOnce?: (label: string) => boolean;
  /** True if each run is compared with the bound that it proves itself instead of the common one. */
  readonly isBoundPerRun: boolean;
  /**
   * Returns the bound that holds for the plans of the method with this label, if it differs from the common bound
   * `common`.
   */
  readonly boundOn?: ((common: CommonBound, label: string) => number | null) | undefined;
  /** Returns further values of a run that depend on the common bound, by key. */
  readonly against: (
    run: RunFrame & { readonly values: Values },
    common: CommonBound | null,
  ) => Readonly<Record<string, unknown>>;
  readonly figures: readonly RunFigure[];
  readonly certificates: Certificates;
  /** Reference size for rounding errors of the ranking value, for families in which this value may be close to 0. */
  readonly scale?: number | undefined;
  /** Sentences on what is not proven, such as plans that the bounds do not cover. */
  readonly caveats?: readonly string[];
  /** Returns the options of `solve` that a label stands for. */
  readonly asked: (label: string) => Readonly<Record<string, unknown>>;
  /** Returns the family-specific fields of the comparison's record. */
  readonly facts: (runs: readonly RunFrame[]) => object;
}
