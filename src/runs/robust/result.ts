import type { EnergyUntilLastCore, RobustEvaluation, Robustness } from '../../../models/problems/robust/outcome.js';
import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import type { Violation } from '../../../models/problems/violation.js';
import type { Infeasibility, Termination, TrajectoryPoint } from '../result.js';

/** The object `plenum solve --json` prints for a robust instance. Field meanings: docs/results.md. */
export interface RobustRunResult {
  readonly instance: string;
  readonly family: 'robust';
  readonly problem: RobustGoal;
  readonly method: string;
  /** "none" for methods that weigh no limit. */
  readonly constraintHandling: string;
  readonly improvements: readonly string[];
  readonly seed: number;
  readonly termination: Termination;
  /** The checker's verdict on the returned plan; false when there is none. */
  readonly feasible: boolean;
  /** MO-EC: Psi; EO-MC: phi; by the checker, null without a plan. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  /** Proven upper bound on the objective of every admissible plan, a probability, or null. */
  readonly bound: number | null;
  /** Its standard normal quantile, +-1e308 for infinite. */
  readonly boundZ: number | null;
  /** |bound - objective| / |bound|. */
  readonly gap: number | null;
  readonly gapReason?: string;
  readonly boundScope: string;
  readonly psi: Robustness | null;
  readonly phi: Robustness | null;
  readonly jointPsiLog10: number | null;
  readonly energyMeanJ: number | null;
  readonly energySdJ: number | null;
  /** Chance, mean and deviation with every node on until its last core is done, beside phi and the two above. */
  readonly energyUntilLastCore: EnergyUntilLastCore | null;
  /** MO-EC: bound - Psi. */
  readonly psiGap: number | null;
  /** MO-EC: by how many per cent the deadline would have to move for this plan to have the bound's quantile. */
  readonly deadlineSlackPercent: number | null;
  /** Least expected energy of any admissible plan (MO-EC: of any plan), proven, J. */
  readonly energyBoundJ: number | null;
  /** EO-MC: (expected energy - energyBoundJ) / energyBoundJ. */
  readonly energyGap: number | null;
  readonly binding: readonly RobustBinding[];
  readonly violations: readonly Violation[];
  readonly infeasibility?: Infeasibility;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly work: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

/** A limit the plan meets with hardly any room. */
export interface RobustBinding {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
}

/** Everything a report needs beside the instance. */
export interface RobustRunRecord {
  readonly result: RobustRunResult;
  readonly evaluation: RobustEvaluation | null;
  readonly trajectory: readonly TrajectoryPoint[];
}
