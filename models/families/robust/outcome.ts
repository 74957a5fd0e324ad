import type { Violation } from '../violation.js';
import type { RobustGoal } from './plan.js';

/** Results of a robust plan, as computed by the checker, with names as in the instance. */
export interface RobustEvaluation {
  readonly goal: RobustGoal;
  readonly psi: Robustness;
  readonly phi: Robustness;
  /**
   * log10 of the probability that all cores finish by the deadline, if their finish times are independent. Psi, in
   * contrast, concerns only the core least likely to finish by the deadline.
   */
  readonly jointPsiLog10: number;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly energyByPart: EnergyByPart;
  readonly energyUntilLastCore: EnergyUntilLastCore;
  /** Deadlines and energy budgets that the plan keeps with high probability; null if the plan cannot be executed. */
  readonly promise: RobustPromise | null;
  readonly nodes: readonly NodeOutcome[];
  readonly violations: readonly Violation[];
}

/**
 * Energy of a plan if every node stays on until the last of its cores finishes, for comparison with Eqs. 9 and 10. Mean
 * and standard deviation are exact for independent normal times (docs/robust/until-last-core.md).
 */
export interface EnergyUntilLastCore {
  /** Probability of keeping the energy budget, if this energy is normally distributed. */
  readonly energyRobustness: Robustness;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly overheadJ: number;
  /** Mean energy minus the mean energy of Eq. 9, J, >= 0. */
  readonly excessJ: number;
}

/**
 * Deadlines and energy budgets that a plan keeps with a given probability (docs/robust/whole-bag.md). The deadlines are
 * for all cores, and nodes stay on until their last core finishes. Times are assumed normal and independent, energy
 * normal.
 */
export interface RobustPromise {
  /**
   * Probability with which the plan keeps `deadlineS`. The plan keeps `budgetJ` with the same probability. It keeps
   * both `jointDeadlineS` and `jointBudgetJ` with at least this probability.
   */
  readonly confidence: number;
  /** Deadline by which all cores finish with probability `confidence`, s. */
  readonly deadlineS: number;
  /** Energy budget that is kept with probability `confidence`, J. */
  readonly budgetJ: number;
  /**
   * Deadline, s, that the plan keeps together with the budget `jointBudgetJ` with a probability of at least
   * `confidence`.
   */
  readonly jointDeadlineS: number;
  /**
   * Energy budget, J, that the plan keeps together with the deadline `jointDeadlineS` with a probability of at least
   * `confidence`.
   */
  readonly jointBudgetJ: number;
  /**
   * Lower bound on log10 of the probability that the plan keeps both the deadline and the budget of the instance;
   * -1e308 for probability 0.
   */
  readonly bothLog10AtLeast: number;
  /**
   * Upper bound on log10 of the probability that the plan keeps both the deadline and the budget of the instance;
   * -1e308 for probability 0.
   */
  readonly bothLog10AtMost: number;
}

/** A probability in three forms, which together are accurate near 0 and near 1. */
export interface Robustness {
  /** Standard normal quantile of the probability. 1e308 and -1e308 stand for infinite quantiles. */
  readonly z: number;
  readonly probability: number;
  /** Probability of the opposite, 1 - probability, accurate near 0. */
  readonly complement: number;
}

/** Expected energy of a plan or node by cause, J. */
export interface EnergyByPart {
  readonly dynamicJ: number;
  readonly staticJ: number;
  readonly overheadJ: number;
}

export interface NodeOutcome extends EnergyByPart {
  readonly node: string;
  readonly nodeType: string;
  /** Expected finish time of each core, s; 0 for a core without tasks. */
  readonly finishMeanS: readonly number[];
  /** Standard deviation of each core's finish time, s. */
  readonly finishSdS: readonly number[];
  /**
   * For each core, quantile of the probability that it finishes by the deadline. 1e308 and -1e308 stand for infinite
   * quantiles.
   */
  readonly z: readonly number[];
  readonly tasks: readonly number[];
  readonly tasksInPState: readonly number[];
  /** Expected time of the node's cores in each P-state, core-seconds. */
  readonly secondsInPState: readonly number[];
}
