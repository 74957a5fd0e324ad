import type { Violation } from '../violation.js';
import type { RobustGoal } from './plan.js';

/** What the checker finds about a robust plan, in the plan's own names. Types only. */
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
  /** Limits that can be promised; null for a plan that cannot be carried out. */
  readonly promise: RobustPromise | null;
  readonly nodes: readonly NodeOutcome[];
  readonly violations: readonly Violation[];
}

/**
 * The energy if every node is on until its last core is really done: exact mean and standard deviation with independent
 * normal times, for comparison with Eqs. 9 and 10 (docs/robust/until-last-core.md).
 */
export interface EnergyUntilLastCore {
  /** Probability of keeping the budget if this energy is normal. */
  readonly energyRobustness: Robustness;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly overheadJ: number;
  /** energyMeanJ minus the mean of Eq. 9, never negative, J. */
  readonly excessJ: number;
}

/**
 * Limits that a plan keeps with a given confidence, counting all cores, and nodes that are on until their last core is
 * done (docs/robust/whole-bag.md); times are normal and independent, the energy normal.
 */
export interface RobustPromise {
  /**
   * Probability of keeping `deadlineS`, that of keeping `budgetJ`, and the least of keeping both joint limits
   * together.
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
  /** log10 of the least possible probability that the instance's deadline and budget are both kept; -1e308 for 0. */
  readonly bothLog10AtLeast: number;
  /** log10 of the greatest possible value of that probability. */
  readonly bothLog10AtMost: number;
}

/** A probability without loss in either tail. */
export interface Robustness {
  /** Standard normal quantile; +-1e308 for infinite. */
  readonly z: number;
  readonly probability: number;
  /** 1 - probability. */
  readonly complement: number;
}

/** J. */
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
  /** Standard normal quantile of finishing in time by core, as in Robustness. */
  readonly z: readonly number[];
  readonly tasks: readonly number[];
  /** Number of tasks that run in each P-state. */
  readonly tasksInPState: readonly number[];
  /** Expected core-seconds in each P-state. */
  readonly secondsInPState: readonly number[];
}
