import type { RobustGoal } from '../../../../../models/problems/robust/plan.js';
import type { BinomialShare } from '../../../../experiments/binomial.js';
import type { MeanInterval, PairedDifference } from '../../../../experiments/statistics.js';
import type { ComparisonFrame, DifferenceFrame, RunFrame, SummaryFrame } from '../../../../studies/compare/record.js';

/**
 * What `plenum compare --json` prints of a robust instance. Objectives are probabilities: Psi for MO-EC, phi for EO-MC; names ending in
 * `Z` are standard normal quantiles, +-1e308 for infinite. Field meanings: docs/results.md.
 */
export interface RobustComparisonRecord extends ComparisonFrame {
  readonly family: 'robust';
  readonly problem: RobustGoal;
  /** Handling of the methods whose label names no other. */
  readonly constraintHandling: string;
  readonly improvements: readonly string[];
  /** Runs at a time. */
  readonly workers: number;
  /** One per trial with variants, else one for all. */
  readonly bounds: readonly RobustTrialBound[];
  readonly runs: readonly RobustCompareRun[];
  readonly summary: readonly RobustMethodSummary[];
  readonly differences: readonly RobustMethodDifference[];
  readonly convergence: RobustConvergence;
}

/** The best of all certificates found for one instance: each holds for every plan of it. */
export interface RobustTrialBound {
  readonly trial: number;
  readonly seed: number;
  /** null: none, or nothing is feasible. */
  readonly bound: number | null;
  readonly boundZ: number | null;
  /** Whose certificate it is: a method's, or "bound" for the trial's own. */
  readonly source: string | null;
  /** Least expected energy, J: of plans that keep the limit, for MO-EC of any plan. */
  readonly energyBoundJ: number | null;
  /** Present where it is proven that no plan is feasible: why. */
  readonly infeasibility?: string;
  /** Time of the trial's own bound, s. */
  readonly timeS: number;
}

export interface RobustCompareRun extends RunFrame {
  /** log10 of the probability that all cores are in time, of the plan returned; -1e308: never; null without one. */
  readonly jointPsiLog10: number | null;
  /** Probability that all cores are in time. */
  readonly allInTime: number | null;
  /** Quantile of the probability that the budget is kept until the last core of every node is done; null without a plan. */
  readonly untilLastCoreZ: number | null;
  /** Probability of the budget, nodes on until their last core is done. */
  readonly budgetUntilLastCore: number | null;
  /** Quantile of the objective. */
  readonly objectiveZ: number | null;
  /** Psi of the plan returned, feasible or not; null without one. */
  readonly psi: number | null;
  readonly psiZ: number | null;
  readonly phi: number | null;
  readonly phiZ: number | null;
  readonly energyMeanJ: number | null;
  readonly boundZ: number | null;
  /** MO-EC: bound - Psi. */
  readonly psiGap: number | null;
  /** MO-EC: by how many per cent the deadline would have to move for this plan to have the bound's quantile. */
  readonly deadlineSlackPercent: number | null;
  readonly energyBoundJ: number | null;
  /** EO-MC: (expected energy - energyBoundJ) / energyBoundJ. */
  readonly energyGap: number | null;
  /** Steps up of the best feasible plan, the method's own values; the last one is the checker's. */
  readonly trajectory: readonly TrajectoryStep[];
}

export type TrajectoryStep = readonly [steps: number, timeS: number, z: number];

/** Means over the trials in which the method has a feasible plan; time and steps over all that did not break down. */
export interface RobustMethodSummary extends SummaryFrame {
  readonly constraintHandling: string;
  readonly improvements: readonly string[];
  /** Probability that all cores are in time: what can be promised of the deadline. */
  readonly allInTime: MeanInterval | null;
  /** Probability that the budget is kept until the last core of every node is done: what can be promised of the budget. */
  readonly budgetUntilLastCore: MeanInterval | null;
  /** Share of trials that ended with a feasible plan. */
  readonly feasibleShare: BinomialShare | null;
  /** Mean of quantiles, those beyond +-40 taken as +-40. */
  readonly objectiveZ: MeanInterval | null;
  readonly bound: MeanInterval | null;
  readonly psiGap: MeanInterval | null;
  readonly deadlineSlackPercent: MeanInterval | null;
  readonly energyMeanJ: MeanInterval | null;
  readonly energyGap: MeanInterval | null;
  readonly steps: MeanInterval | null;
}

export interface RobustMethodDifference extends DifferenceFrame {
  /** Difference of quantiles, those beyond +-40 taken as +-40. */
  readonly objectiveZ: PairedDifference | null;
}

/** Quantile of the best plan so far, against the bound. null: not all trials (median: not half of them) have a plan yet. */
export interface RobustConvergence {
  /** Seconds where runs have a limit of time, else steps, so that work-limited runs give the same picture everywhere. */
  readonly axis: 'seconds' | 'steps';
  readonly at: readonly number[];
  /** Over the bounds; null without any. */
  readonly boundZ: { readonly median: number; readonly least: number; readonly greatest: number } | null;
  readonly methods: readonly {
    readonly method: string;
    readonly trials: number;
    /** Trials that ended with a feasible plan. */
    readonly plans: number;
    readonly median: readonly (number | null)[];
    readonly least: readonly (number | null)[];
    readonly greatest: readonly (number | null)[];
  }[];
}
