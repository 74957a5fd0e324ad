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
 * Result of `plenum solve --json` for a robust instance. Objective and bound (an upper one) are Psi or, if requested,
 * the probability that all cores are in time (MO-EC), or phi (EO-MC).
 */
export interface RobustRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'robust';
  readonly problem: RobustGoal;
  /** Measure that objective and bound refer to. */
  readonly boundOn: RobustMeasure;
  /** Name of the constraint handling; "none" if the method uses none. */
  readonly constraintHandling: string;
  readonly improvements: readonly string[];
  /** Standard normal quantile of the objective, +-1e308 for infinite; null without a feasible plan. */
  readonly objectiveZ: number | null;
  /** Standard normal quantile of the bound, +-1e308 for infinite. */
  readonly boundZ: number | null;
  /** Log10 of the bound, if it is on the probability that all cores are in time. */
  readonly boundLog10: number | null;
  /** Log10 of the bound minus log10 of the objective, if that is the probability that all cores are in time. */
  readonly decadesToBound: number | null;
  readonly psi: Robustness | null;
  readonly phi: Robustness | null;
  readonly jointPsiLog10: number | null;
  readonly energyMeanJ: number | null;
  readonly energySdJ: number | null;
  /** Probability of the budget, mean and deviation of the energy with every node on until its last core finishes. */
  readonly energyUntilLastCore: EnergyUntilLastCore | null;
  /** Deadline and budget that hold with 95 %, separately and together; null without a valid plan. */
  readonly promise: RobustPromise | null;
  /** Gap bound - Psi, if Psi is the objective. */
  readonly psiGap: number | null;
  /**
   * Slack of the deadline (MO-EC), %: how much longer it would have to be for this plan to reach the bound.
   */
  readonly deadlineSlackPercent: number | null;
  /** Least expected energy of any admissible plan (MO-EC: of any plan), proven, J. */
  readonly energyBoundJ: number | null;
  /** Gap of the energy, (expected energy - energyBoundJ) / energyBoundJ (EO-MC). */
  readonly energyGap: number | null;
  readonly binding: readonly RobustBinding[];
}

/** A limit the plan meets with hardly any room. */
export interface RobustBinding {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
}

/** Everything that a report needs besides the instance. */
export interface RobustRunRecord {
  readonly result: RobustRunResult;
  readonly evaluation: RobustEvaluation | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
