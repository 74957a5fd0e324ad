import type { Violation } from '../violation.js';
import type { RobustGoal } from './plan.js';

/** Evaluation of a robust plan by the checker, with the names of the instance. */
export interface RobustEvaluation {
  readonly goal: RobustGoal;
  readonly psi: Robustness;
  readonly phi: Robustness;
  /**
   * log10 of the probability that all cores finish in time, if cores are independent. The paper's Psi, in contrast, is
   * the probability of the least certain core alone.
   */
  readonly jointPsiLog10: number;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly energyByPart: EnergyByPart;
  readonly energyUntilLastCore: EnergyUntilLastCore;
  /** Deadlines and energy budgets that can be promised for the plan; null for a plan that cannot be executed. */
  readonly promise: RobustPromise | null;
  readonly nodes: readonly NodeOutcome[];
  readonly violations: readonly Violation[];
}

/**
 * Energy if every node stays on until its last core actually finishes: exact mean and standard deviation for
 * independent normal times. For comparison with Eqs. 9 and 10 (docs/robust/until-last-core.md).
 */
export interface EnergyUntilLastCore {
  /** Probability of keeping the energy budget, if the energy until the last cores finish is normally distributed. */
  readonly energyRobustness: Robustness;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly overheadJ: number;
  /** Mean energy until the last cores finish, minus the mean energy of Eq. 9, J; never negative. */
  readonly excessJ: number;
}

/**
 * Deadlines and energy budgets that a plan keeps with a given probability (docs/robust/whole-bag.md). All cores count,
 * and nodes stay on until their last core finishes. Times are assumed normal and independent, energy normal.
 */
export interface RobustPromise {
  /**
   * Probability of keeping `deadlineS`, and also of keeping `budgetJ`. The joint limits `jointDeadlineS` and
   * `jointBudgetJ` are both kept with at least this probability.
   */
  readonly confidence: number;
  /** Deadline by which all cores finish with probability `confidence`, s. */
  readonly deadlineS: number;
  /** Energy budget that is kept with probability `confidence`, J. */
  readonly budgetJ: number;
  /** Deadline that is kept together with `jointBudgetJ` with at least probability `confidence`, s. */
  readonly jointDeadlineS: number;
  /** Energy budget that is kept together with `jointDeadlineS` with at least probability `confidence`, J. */
  readonly jointBudgetJ: number;
  /**
   * Lower bound on log10 of the probability that the instance's deadline and energy budget are both kept; -1e308 for
   * probability 0.
   */
  readonly bothLog10AtLeast: number;
  /** Upper bound on log10 of the probability that the instance's deadline and energy budget are both kept. */
  readonly bothLog10AtMost: number;
}

/** A probability in several forms, so that it is accurate both near 0 and near 1. */
export interface Robustness {
  /** Standard normal quantile of the probability; 1e308 or -1e308 represents an infinite one. */
  readonly z: number;
  readonly probability: number;
  /** One minus the probability. */
  readonly complement: number;
}

/** Expected energy of a plan by cause, J. */
export interface EnergyByPart {
  readonly dynamicJ: number;
  readonly staticJ: number;
  readonly overheadJ: number;
}

export interface NodeOutcome extends EnergyByPart {
  readonly node: string;
  readonly nodeType: string;
  /** Expected finish time of each core of the node, s; 0 for a core without tasks. */
  readonly finishMeanS: readonly number[];
  /** Standard deviation of the finish time of each core of the node, s. */
  readonly finishSdS: readonly number[];
  /**
   * For each core of the node, the standard normal quantile of the probability of finishing by the deadline; 1e308 or
   * -1e308 represents an infinite one.
   */
  readonly z: readonly number[];
  readonly tasks: readonly number[];
  /** Number of the node's tasks that run in each P-state. */
  readonly tasksInPState: readonly number[];
  /** Expected core-seconds of the node in each P-state. */
  readonly secondsInPState: readonly number[];
}
