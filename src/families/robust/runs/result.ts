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
 * Result of `plenum solve --json` for a robust instance. Objective and upper bound refer to the same measure. MO-EC
 * (limited energy): makespan-robustness Psi or, if requested, the probability that all cores are in time. EO-MC
 * (limited makespan): energy-robustness phi.
 */
export interface RobustRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'robust';
  readonly problem: RobustGoal;
  /** Measure to which objective and bound refer. */
  readonly boundOn: RobustMeasure;
  /** Name of the technique by which the search handles the goal's limit; "none" if the method uses none. */
  readonly constraintHandling: string;
  readonly improvements: readonly string[];
  /** Standard normal quantile of the objective, 1e308 or -1e308 if infinite; null without a feasible plan. */
  readonly objectiveZ: number | null;
  /** Standard normal quantile of the bound; 1e308 and -1e308 stand for infinite ones. Null without a bound. */
  readonly boundZ: number | null;
  /** Log10 of the bound if it is on the probability that all cores are in time; otherwise null. */
  readonly boundLog10: number | null;
  /**
   * Log10 of the bound minus log10 of the objective if that is the probability that all cores are in time. Null for
   * other objectives, without a feasible plan, or without a bound.
   */
  readonly decadesToBound: number | null;
  readonly psi: Robustness | null;
  readonly phi: Robustness | null;
  readonly jointPsiLog10: number | null;
  readonly energyMeanJ: number | null;
  readonly energySdJ: number | null;
  /** Energy with nodes on until their last core finishes, and chance to keep the budget; null without a valid plan. */
  readonly energyUntilLastCore: EnergyUntilLastCore | null;
  /** Deadline and budget kept with 95 % probability, each alone and both together; null without a valid plan. */
  readonly promise: RobustPromise | null;
  /** Bound minus Psi if Psi is the objective; null for others, without a feasible plan, or without a bound. */
  readonly psiGap: number | null;
  /** MO-EC: by how many % a longer deadline would make the objective equal the bound; null if it is not known. */
  readonly deadlineSlackPercent: number | null;
  /** Lower bound on the energy of any plan that keeps the goal's limit (for MO-EC: of any plan), J. */
  readonly energyBoundJ: number | null;
  /** EO-MC: (energy - energyBoundJ) / energyBoundJ. Null for MO-EC, without a feasible plan, or without a bound. */
  readonly energyGap: number | null;
  readonly binding: readonly RobustBinding[];
}

/** A binding limit: the plan is within a small tolerance of it. */
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
