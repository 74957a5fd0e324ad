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
 * Object that `plenum solve --json` prints for a robust instance: objective and bound (an upper one) are Psi or, if asked for, the
 * probability that all cores are in time (MO-EC), or phi (EO-MC).
 */
export interface RobustRunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'robust';
  readonly problem: RobustGoal;
  /** Measure that objective and bound are on. */
  readonly boundOn: RobustMeasure;
  /** Name of the handling; "none" for methods that weigh no limit. */
  readonly constraintHandling: string;
  readonly improvements: readonly string[];
  /** Standard normal quantile of the bound, +-1e308 for infinite. */
  readonly boundZ: number | null;
  /** log10 of the bound, where it is on the probability that all cores are in time. */
  readonly boundLog10: number | null;
  /** log10 of the bound less that of the probability that all cores are in time, where that is the objective. */
  readonly decadesToBound: number | null;
  readonly psi: Robustness | null;
  readonly phi: Robustness | null;
  readonly jointPsiLog10: number | null;
  readonly energyMeanJ: number | null;
  readonly energySdJ: number | null;
  /** Chance, mean and deviation with every node on until its last core is done, beside phi and the two above. */
  readonly energyUntilLastCore: EnergyUntilLastCore | null;
  /** Deadline and budget to promise with 95 %, each and jointly; null without a plan that can be carried out. */
  readonly promise: RobustPromise | null;
  /** Gap bound - Psi, where Psi is the objective. */
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

/** Data that a report needs beside the instance. */
export interface RobustRunRecord {
  readonly result: RobustRunResult;
  readonly evaluation: RobustEvaluation | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
