import type { TemplateBinding } from '../../../../../models/families/templates/template.js';
import type { BinomialShare } from '../../../../experiments/binomial.js';
import type { Interval, MeanInterval } from '../../../../experiments/statistics.js';

/**
 * Result of a coverage study: the numbers of feasible states of the grid, and the work per energy lost by using the
 * template of the nearest state.
 */
export interface CoverageRecord {
  readonly instance: string;
  readonly family: 'templates';
  readonly study: 'coverage';
  readonly database: string;
  readonly sha256: string;
  readonly seed: number;
  readonly feasibility: Feasibility;
  readonly sampling: Sampling;
  /**
   * Effect of halving the step of each axis. The axis with which this reduces the loss most comes first. Empty without
   * a feasible sample.
   */
  readonly refinement: readonly AxisRefinement[];
  readonly matrixProvenance: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

/** Numbers of feasible and infeasible states of the grid, by full enumeration. */
export interface Feasibility {
  readonly states: number;
  readonly infeasible: number;
  /** Number of states by binding limit, feasible states included, most frequent first. */
  readonly byBinding: readonly { readonly binding: TemplateBinding; readonly states: number }[];
  readonly byPowerLimit: readonly InfeasibleAt[];
  /**
   * Number of infeasible states for each arriving work. The numbers are equal, because arriving work makes no state
   * infeasible.
   */
  readonly byArrivingWork: readonly InfeasibleAt[];
  readonly byRunningCores: readonly { readonly quadrant: string; readonly values: readonly InfeasibleAt[] }[];
  /** Number of combinations of running cores in the grid. A combination has one number for each quadrant. */
  readonly vectors: number;
  /** Number of combinations of running cores (one number per quadrant) with which no setting keeps the outlet limit. */
  readonly tooHotVectors: number;
  /**
   * Least total power with which running cores alone keep the outlet limit, W: minimum, median and maximum over the
   * combinations of running cores. Null if no combination keeps the limit.
   */
  readonly leastPowerW: { readonly least: number; readonly median: number; readonly largest: number } | null;
}

/** Number of states that have one given value on an axis, and number of infeasible ones among them. */
export interface InfeasibleAt {
  readonly value: number;
  readonly states: number;
  readonly infeasiblePower: number;
  readonly infeasibleOutlet: number;
}

/** Setting of least power for one combination of running cores (one number per quadrant), if only these cores work. */
export interface RunningVector {
  readonly runningCores: readonly number[];
  readonly leastPowerW: number;
  readonly vents: number;
  readonly setPointC: number;
  /** Hottest outlet temperature at the coolest set-point minus the outlet limit, K; negative if there is a margin. */
  readonly excessC: number;
  /** Smallest power limit of the grid with which the running cores can continue, W; null if there is none. */
  readonly enoughW: number | null;
}

export interface Sampling {
  readonly samples: number;
  /** Range of each value of a state, from which samples are drawn uniformly. Running cores are whole numbers. */
  readonly ranges: {
    readonly arrivingWorkPerS: Interval;
    readonly runningCores: readonly Interval[];
    readonly powerLimitW: Interval;
  };
  readonly outcomes: Outcomes | null;
  /**
   * Fraction of samples in which the unchanged template violates the power limit or the outlet limit, with the
   * distribution of the excess. New tasks start only as fast as tasks arrive. Null without samples.
   */
  readonly asSet: { readonly power: Broken; readonly outlet: Broken } | null;
  /** Regret (loss against the optimal setting) over the samples that are feasible states. Null if there are none. */
  readonly regret: Regret | null;
}

/**
 * Fraction of samples in each of four cases: the sampled state is feasible or not, and the nearest template is that of
 * a feasible state or not.
 */
export interface Outcomes {
  readonly bothFeasible: BinomialShare;
  readonly onlyTrueState: BinomialShare;
  readonly onlyTemplate: BinomialShare;
  readonly neither: BinomialShare;
}

/** Fraction of samples that violate a limit of the sampled state, and the distribution of their excess (W or K). */
export interface Broken {
  readonly share: BinomialShare;
  readonly excess: Distribution | null;
}

/**
 * Loss if the template of the nearest state is used instead of the optimal setting of the sampled state
 * (docs/templates/coverage.md).
 */
export interface Regret {
  /** Loss with the unchanged template. It is negative if the template violates a limit and thereby does more work. */
  readonly asSet: Loss;
  /** Loss after set-point and new tasks are reduced until all limits hold. */
  readonly kept: Loss;
  /** Fraction of samples in which the unchanged template violates a limit. */
  readonly broken: BinomialShare;
  /** Fraction of samples in which running cores alone violate a limit at any set-point. */
  readonly notKept: BinomialShare;
}

export interface Loss {
  /** Relative loss of work per energy against the optimal setting, 1 - reached / best. */
  readonly tasksPerJ: Distribution;
  /** Loss of work against the optimal setting, best - reached, tasks/s. */
  readonly workPerS: Distribution;
}

export interface Distribution {
  readonly mean: MeanInterval;
  readonly median: Quantile;
  readonly p95: Quantile;
  readonly worst: number;
  /** Upper 95 % confidence limit on the probability that the value of a random state is worse than `worst`. */
  readonly worseShare: number;
}

/** Quantile with its confidence interval; `low` and `high` are null if the sample is too small. */
export interface Quantile {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface AxisRefinement {
  readonly axis: string;
  /** Number of values on the axis. With half the step it has about twice as many. */
  readonly values: number;
  /**
   * Mean relative loss of work per energy if the step of this axis is halved and settings are reduced until all limits
   * hold. The mean is over the samples of `regret`.
   */
  readonly halved: number;
  /**
   * Mean relative loss of work per energy if the state is not rounded on this axis and settings are reduced until all
   * limits hold. The mean is over the samples of `regret`.
   */
  readonly exact: number;
  /**
   * Mean decrease of the relative loss of work per energy if the step of this axis is halved. The confidence interval
   * is computed from the differences within each sample.
   */
  readonly gainHalved: MeanInterval;
  /**
   * Mean decrease of the relative loss of work per energy if the state is not rounded on this axis. The confidence
   * interval is computed from the differences within each sample.
   */
  readonly gainExact: MeanInterval;
  /**
   * Fraction of feasible samples in which the unchanged template violates a limit if the step of this axis is halved.
   */
  readonly brokenHalved: number;
}

/** Figures of one sampled state, for a table. */
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
