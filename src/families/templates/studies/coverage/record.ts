import type { TemplateBinding } from '../../../../../models/families/templates/template.js';
import type { BinomialShare } from '../../../../experiments/binomial.js';
import type { Interval, MeanInterval } from '../../../../experiments/statistics.js';

/** How much of all states a grid of templates covers, and what rounding to it costs. */
export interface CoverageRecord {
  readonly instance: string;
  readonly family: 'templates';
  readonly study: 'coverage';
  readonly database: string;
  readonly sha256: string;
  readonly seed: number;
  readonly feasibility: Feasibility;
  readonly sampling: Sampling;
  /** Refinements of the grid's axes, best first. Empty without samples in a feasible state. */
  readonly refinement: readonly AxisRefinement[];
  readonly matrixProvenance: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

/** Feasibility of the grid's states, by full enumeration. */
export interface Feasibility {
  readonly states: number;
  readonly infeasible: number;
  readonly byBinding: readonly { readonly binding: TemplateBinding; readonly states: number }[];
  readonly byPowerLimit: readonly InfeasibleAt[];
  /** Number of infeasible states by arriving work; shows that arriving work makes no state infeasible. */
  readonly byArrivingWork: readonly InfeasibleAt[];
  readonly byRunningCores: readonly { readonly quadrant: string; readonly values: readonly InfeasibleAt[] }[];
  /** Number of combinations of running cores over quadrants. */
  readonly vectors: number;
  /** Number of combinations that are too hot at any power. `leastPowerW`: least power of the others. */
  readonly tooHotVectors: number;
  readonly leastPowerW: { readonly least: number; readonly median: number; readonly largest: number } | null;
}

/** Number of states with one value of an axis, and of the infeasible ones. */
export interface InfeasibleAt {
  readonly value: number;
  readonly states: number;
  readonly infeasiblePower: number;
  readonly infeasibleOutlet: number;
}

/** Least power for running cores alone, for one vector. */
export interface RunningVector {
  readonly runningCores: readonly number[];
  readonly leastPowerW: number;
  readonly vents: number;
  readonly setPointC: number;
  /** Excess of the hottest outlet over its limit at the coolest set-point, K; may be negative. */
  readonly excessC: number;
  /** Smallest power limit of the grid that suffices, W; null if none does. */
  readonly enoughW: number | null;
}

export interface Sampling {
  readonly samples: number;
  /** Ranges from which samples are drawn uniformly; running cores are whole numbers. */
  readonly ranges: {
    readonly arrivingWorkPerS: Interval;
    readonly runningCores: readonly Interval[];
    readonly powerLimitW: Interval;
  };
  readonly outcomes: Outcomes | null;
  /** Limits that the unchanged template breaks, over all samples, if it gets no more tasks than there are. */
  readonly asSet: { readonly power: Broken; readonly outlet: Broken } | null;
  /** Regret of samples in a feasible state. */
  readonly regret: Regret | null;
}

/** Shares of samples by whether the true state and its nearest template are feasible. */
export interface Outcomes {
  readonly bothFeasible: BinomialShare;
  readonly onlyTrueState: BinomialShare;
  readonly onlyTemplate: BinomialShare;
  readonly neither: BinomialShare;
}

/** Share of samples that break a limit of the true state, and the excess then (W, K). */
export interface Broken {
  readonly share: BinomialShare;
  readonly excess: Distribution | null;
}

/** Best setting of the true state compared with that of its nearest template (docs/templates/coverage.md). */
export interface Regret {
  /** Loss with the template as set; negative if it does more than the limits allow. */
  readonly asSet: Loss;
  /** Loss with the set-point lowered and new tasks given up until every limit holds. */
  readonly kept: Loss;
  /**
   * Share of samples in which the unchanged template breaks a limit. `notKept`: share in which the running cores alone
   * break one at any set-point.
   */
  readonly broken: BinomialShare;
  readonly notKept: BinomialShare;
}

export interface Loss {
  /** Loss of tasks/J, 1 - reached / best. */
  readonly tasksPerJ: Distribution;
  /** Loss of work, best - reached, tasks/s. */
  readonly workPerS: Distribution;
}

export interface Distribution {
  readonly mean: MeanInterval;
  readonly median: Quantile;
  readonly p95: Quantile;
  readonly worst: number;
  /** Upper limit, with 95 % confidence, on the share of all possible samples that are worse than `worst`. */
  readonly worseShare: number;
}

/** Quantile with its interval; `low` and `high` are null if the sample is too small. */
export interface Quantile {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface AxisRefinement {
  readonly axis: string;
  /** Present number of values; half the step needs twice as many. */
  readonly values: number;
  /**
   * Mean regret in tasks/J with all limits kept, over the same samples with this axis' step halved. `exact`: with this
   * axis not rounded.
   */
  readonly halved: number;
  readonly exact: number;
  /**
   * Mean of the pairwise differences between the present regret and the regret with the step halved; `gainExact`: with
   * this axis not rounded.
   */
  readonly gainHalved: MeanInterval;
  readonly gainExact: MeanInterval;
  /** Share of the feasible samples that break a limit as set, with half the step. */
  readonly brokenHalved: number;
}

/** One sample, for a table. */
export interface CoverageSample {
  readonly arrivingWorkPerS: number;
  readonly runningCores: readonly number[];
  readonly powerLimitW: number;
  readonly nearestState: number;
  readonly templateFeasible: boolean;
  readonly trueFeasible: boolean;
  readonly bestTasksPerJ: number;
  readonly bestWorkPerS: number;
  readonly asSetTasksPerJ: number;
  readonly asSetWorkPerS: number;
  readonly excessW: number;
  readonly excessK: number;
  readonly keptTasksPerJ: number;
  readonly keptWorkPerS: number;
  readonly keeps: boolean;
}
