import type { LimitName } from '../../../../models/facility/limits.js';
import type {
  EnergyUntilLastCore,
  RobustEvaluation,
  Robustness,
  RobustPromise,
} from '../../../../models/families/robust/outcome.js';
import type { RobustGoal } from '../../../../models/families/robust/plan.js';
import type { RobustMeasure } from './rated.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';

/**
 * Result of `plenum solve --json` for a robust instance. Objective and upper bound refer to the same measure. For MO-EC
 * (limited energy), it is makespan-robustness Psi or, if requested, the probability that all cores are in time. For
 * EO-MC (limited makespan), it is energy-robustness phi.
 */
export interface RobustRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'robust';
  readonly problem: RobustGoal;
  /** Measure to which objective and bound refer. */
  readonly boundOn: RobustMeasure;
  /** Name of the way in which the search handles the goal's limit; "none" if the method does not handle it. */
  readonly constraintHandling: string;
  readonly improvements: readonly string[];
  /**
   * Standard normal quantile of the objective. 1e308 and -1e308 stand for infinite quantiles. Null without a feasible
   * plan.
   */
  readonly objectiveZ: number | null;
  /** Standard normal quantile of the bound. 1e308 and -1e308 stand for infinite quantiles. Null without a bound. */
  readonly boundZ: number | null;
  /** Base-10 logarithm of the bound if the bound is on the probability that all cores are in time; otherwise null. */
  readonly boundLog10: number | null;
  /**
   * Base-10 logarithm of the bound minus that of the objective, if the objective is the probability that all cores are
   * in time. Null for other objectives, without a feasible plan, or without a bound.
   */
  readonly decadesToBound: number | null;
  readonly psi: Robustness | null;
  readonly phi: Robustness | null;
  readonly jointPsiLog10: number | null;
  readonly energyMeanJ: number | null;
  readonly energySdJ: number | null;
  /**
   * Energy with nodes on until their last core finishes, and the probability that it is within the budget. Null without
   * a valid plan.
   */
  readonly energyUntilLastCore: EnergyUntilLastCore | null;
  /**
   * Deadline and budget that the plan keeps with 95 % probability, each alone and both together. Null without a valid
   * plan.
   */
  readonly promise: RobustPromise | null;
  /**
   * Bound on Psi minus the plan's Psi. Null if Psi is not the objective, without a feasible plan, or without a bound.
   */
  readonly psiGap: number | null;
  /**
   * Percentage by which the deadline must be lengthened for the objective of MO-EC to reach the bound. Null for EO-MC
   * or if it is unknown.
   */
  readonly deadlineSlackPercent: number | null;
  /**
   * Lower bound on the expected energy, J. For EO-MC it holds for every plan that keeps the makespan limit, for MO-EC
   * for every plan.
   */
  readonly energyBoundJ: number | null;
  /**
   * Relative gap of the energy in EO-MC: (energy - energyBoundJ) / energyBoundJ. Null for MO-EC, without a feasible
   * plan, or without a bound.
   */
  readonly energyGap: number | null;
  readonly binding: readonly RobustBinding[];
}

/** A binding limit, which the plan meets with hardly any room. */
export interface RobustBinding {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
}

/** A finished run: its result, the checker's evaluation, and the trajectory (incumbent and bound over time). */
export interface RobustRunRecord {
  readonly result: RobustRunResult;
  readonly evaluation: RobustEvaluation | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
