import type { Values } from '../../experiments/record.js';

/** A value of runs whose mean is reported for each method. */
export interface RunFigure {
  readonly key: string;
  /** Least and greatest possible value. Confidence intervals of the mean are cut to this range. */
  readonly within?: readonly [low: number, high: number];
  /** Reports and tables that show the value. With "difference", its differences to the reference are also reported. */
  readonly in: readonly string[];
}

/** A kind of proven bound (certificate) that runs may find; it holds for every plan. */
export interface Certificate {
  /** Key of the bound in the records of runs. */
  readonly key: string;
  /** Key of the plan's value that is bounded; absent if it bounds no value of plans. */
  readonly on?: string;
  /** True for an upper bound, false for a lower bound; if absent, as for the objective. */
  readonly isUpper?: boolean;
  /** Unit of the bound; if absent, the objective's. */
  readonly unit?: string;
  /** Minimum magnitude by which differences of the ranking value are divided to find ties; 0 if absent. */
  readonly tie?: number;
  /** Largest absolute value used in means. Values farther from 0 are cut to this size. */
  readonly farthest?: number;
  /** Converts a bound of this kind into a bound on the objective. Absent if it already is a bound on the objective. */
  readonly shown?: (value: number) => number;
  /** Keys of further values that are reported with the bound, such as the terms of its sum. */
  readonly parts?: readonly string[];
}

/** Rules by which a family rates the runs of methods on one instance. */
export interface Comparison {
  readonly instance: string;
  /** Currency of the instance; absent for the default currency. */
  readonly currency?: string | undefined;
  readonly warnings: readonly string[];
  readonly objectiveUnit: string;
  readonly better: 'more' | 'less';
  readonly figures: readonly RunFigure[];
  /** Keys of lists in the records of runs, such as the cost of each epoch. Summaries have the mean at each position. */
  readonly series?: readonly string[] | undefined;
  /** Kinds of proven bounds. The first is on the value by which plans are ranked. */
  readonly certificates: readonly [Certificate & { readonly on: string }, ...Certificate[]];
  /** Returns true if the method with this label draws no random numbers: one run is enough for one instance. */
  readonly isRunOnce: (label: string) => boolean;
  /** True if each run is compared with the bound that it proves itself instead of the common one. */
  readonly isBoundPerRun: boolean;
  /** Returns the bound on the plans of a method, if it is not the common bound of all methods. */
  readonly boundOn?: (common: object, label: string) => number | null;
  /** Returns figures of a run that depend on the common bound. `objective` is null without a feasible plan. */
  readonly against?: (
    run: { readonly values: Values; readonly objective: number | null },
    common: object | null,
  ) => Readonly<Record<string, number | null>>;
  /** Reference size for rounding errors of the ranking value, which may be close to 0 in some families. */
  readonly scale?: number;
  /** Returns the options of `solve` that a label stands for. */
  readonly asked: (label: string) => Readonly<Record<string, unknown>>;
  /** Family-specific fields of the comparison's record. */
  readonly facts?: object;
}
