import type { Violation } from '../violation.js';
import type { RobustGoal } from './plan.js';

/** What the checker finds about a robust plan, in the plan's own names. */
export interface RobustEvaluation {
  readonly goal: RobustGoal;
  readonly psi: Robustness;
  readonly phi: Robustness;
  /**
   * log10 of the probability that all cores finish in time, cores being independent; the paper's Psi is that of the
   * least certain core.
   */
  readonly jointPsiLog10: number;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly energyByPart: EnergyByPart;
  readonly energyUntilLastCore: EnergyUntilLastCore;
  /** Limits that the planner can promise; null for a plan that cannot be carried out. */
  readonly promise: RobustPromise | null;
  readonly nodes: readonly NodeOutcome[];
  readonly violations: readonly Violation[];
}

/**
 * The energy if every node is on until its last core is really done: exact mean and standard deviation with independent
 * normal times, for comparison with Eqs. 9 and 10 (docs/robust/until-last-core.md).
 */
export interface EnergyUntilLastCore {
  /** Probability of keeping the budget, if the energy until the last core is done is normal. */
  readonly energyRobustness: Robustness;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly overheadJ: number;
  /** The mean energy minus the mean of Eq. 9, never negative, J. */
  readonly excessJ: number;
}

/**
 * Limits that a plan keeps with a given confidence, if all cores count and nodes are on until their last core is done
 * (docs/robust/whole-bag.md). Times are taken as normal and independent, the energy as normal.
 */
export interface RobustPromise {
  /**
   * Probability of keeping `deadlineS`, and of keeping `budgetJ`; the probability of keeping both joint limits together
   * is at least this.
   */
  readonly confidence: number;
  /** Deadline by which all cores are done, s. */
  readonly deadlineS: number;
  /** Budget that the energy stays within, J. */
  readonly budgetJ: number;
  /** Deadline that is kept together with `jointBudgetJ`, s. */
  readonly jointDeadlineS: number;
  /** Budget that is kept together with `jointDeadlineS`, J. */
  readonly jointBudgetJ: number;
  /** Lower bound on log10 of the probability that the instance's deadline and budget are both kept; -1e308 for 0. */
  readonly bothLog10AtLeast: number;
  /** Upper bound on log10 of the probability that the instance's deadline and budget are both kept. */
  readonly bothLog10AtMost: number;
}

/** A probability, written so that it is accurate both near 0 and near 1. */
export interface Robustness {
  /** Standard normal quantile; 1e308 or -1e308 stands for an infinite one. */
  readonly z: number;
  readonly probability: number;
  /** One minus the probability. */
  readonly complement: number;
}

/** Expected energy by cause, J. */
export interface EnergyByPart {
  readonly dynamicJ: number;
  readonly staticJ: number;
  readonly overheadJ: number;
}

export interface NodeOutcome extends EnergyByPart {
  readonly node: string;
  readonly nodeType: string;
  /** Expected finish by core of the node, s; 0 for a core without tasks. */
  readonly finishMeanS: readonly number[];
  /** Standard deviation of the finish by core, s. */
  readonly finishSdS: readonly number[];
  /** Standard normal quantile of the probability of finishing in time, by core, as in Robustness. */
  readonly z: readonly number[];
  readonly tasks: readonly number[];
  /** Number of tasks that run in each P-state. */
  readonly tasksInPState: readonly number[];
  /** Expected core-seconds in each P-state. */
  readonly secondsInPState: readonly number[];
}
