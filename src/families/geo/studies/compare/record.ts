import type { MeanInterval, PairedDifference } from '../../../../experiments/statistics.js';
import type { ComparisonFrame, DifferenceFrame, RunFrame, SummaryFrame } from '../../../../studies/compare/record.js';

/** What `plenum compare --json` prints of a geo instance. Objectives are bills, USD: least is best. Field meanings: docs/results.md. */
export interface GeoComparisonRecord extends ComparisonFrame {
  readonly family: 'geo';
  readonly epochCount: number;
  readonly epochS: number;
  /** null where not even the bound was computed. */
  readonly bound: GeoCommonBound | null;
  readonly runs: readonly GeoCompareRun[];
  readonly summary: readonly GeoMethodSummary[];
  readonly differences: readonly GeoMethodDifference[];
  readonly convergence: GeoConvergence;
}

/** The greatest of all certificates: each holds for every plan of the instance, whatever the trial. */
export interface GeoCommonBound {
  /** null: none, or nothing is feasible. */
  readonly bound: number | null;
  /** Whose certificate it is: a method's, or "bound" for one of its own. */
  readonly source: string | null;
  /** Parts of that certificate, whose sum is the bound; a single one is no bound on its epoch. */
  readonly byEpochUsd: readonly number[] | null;
  /** Bound with the cooling of Eq. 43 (CUP), USD. */
  readonly boundByCupUsd: number | null;
  /** Present where it is proven that no plan is feasible: why. */
  readonly infeasibility?: string;
  /** Time of the bound's own run, s. */
  readonly timeS: number;
  readonly cpuS: number;
}

export interface GeoCompareRun extends RunFrame {
  /** Cost of the plan returned, feasible or not, by the checker, USD; null without one it could rate. */
  readonly costUsd: number | null;
  readonly costByEpochUsd: readonly number[] | null;
  readonly costByCupUsd: number | null;
  /** (costByCupUsd - boundByCupUsd) / |boundByCupUsd| of a feasible plan. */
  readonly gapByCup: number | null;
  readonly energyUsd: number | null;
  readonly transitionUsd: number | null;
  readonly demandUsd: number | null;
  readonly carbonUsd: number | null;
  readonly carbonKg: number | null;
  readonly gridKwh: number | null;
  /** Limits the plan breaks, by name, each once. */
  readonly broken: readonly string[];
  readonly cpuS: number;
  /** Steps down of the best plan, of methods that draw; their own values, the last one is the checker's. Empty without a feasible plan. */
  readonly trajectory: readonly GeoTrajectoryStep[];
}

export type GeoTrajectoryStep = readonly [steps: number, timeS: number, costUsd: number];

/** Means over the runs with a feasible plan; time and steps over all that did not break down. */
export interface GeoMethodSummary extends SummaryFrame {
  /** Whether it draws: others are run once, whatever the number of trials. */
  readonly stochastic: boolean;
  readonly gapByCup: MeanInterval | null;
  readonly gridKwh: MeanInterval | null;
  readonly carbonKg: MeanInterval | null;
  readonly cpuS: MeanInterval | null;
  readonly steps: MeanInterval | null;
  /** Mean by epoch, USD; demand charges belong to none. null without a feasible plan. */
  readonly costByEpochUsd: readonly number[] | null;
}

export interface GeoMethodDifference extends DifferenceFrame {
  /** The difference as a share of the reference's cost; null where that is not above 0. */
  readonly ofReference: PairedDifference | null;
}

/** Cost of the best plan so far of methods that draw, USD. null: not all runs (median: not half of them) have a plan yet. */
export interface GeoConvergence {
  /** Seconds where runs have a limit of time, else steps. */
  readonly axis: 'seconds' | 'steps';
  readonly at: readonly number[];
  readonly methods: readonly {
    readonly method: string;
    readonly trials: number;
    readonly plans: number;
    readonly median: readonly (number | null)[];
    readonly least: readonly (number | null)[];
    readonly greatest: readonly (number | null)[];
  }[];
}
