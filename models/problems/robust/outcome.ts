import type { Violation } from '../violation.js';
import type { RobustGoal } from './plan.js';

/** Findings of the checker about a robust plan, in the plan's own names. Types only. */
export interface RobustEvaluation {
  readonly goal: RobustGoal;
  readonly psi: Robustness;
  readonly phi: Robustness;
  /** log10 of the probability that all cores finish in time, cores independent: beside the paper's least core. */
  readonly jointPsiLog10: number;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly energyByPart: EnergyByPart;
  readonly energyUntilLastCore: EnergyUntilLastCore;
  /** Limits to promise; null for a plan that cannot be carried out. */
  readonly promise: RobustPromise | null;
  readonly nodes: readonly NodeOutcome[];
  readonly violations: readonly Violation[];
}

/**
 * The energy as it is if every node is on until its last core is done in fact, times normal and independent: exact mean and standard
 * deviation, beside Eqs. 9 and 10 (docs/robust/until-last-core.md).
 */
export interface EnergyUntilLastCore {
  /** Probability of keeping the budget if this energy is normal. */
  readonly energyRobustness: Robustness;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly overheadJ: number;
  /** energyMeanJ less that of Eq. 9, never negative. */
  readonly excessJ: number;
}

/**
 * Limits that a plan keeps with a confidence, by all cores and until the last core of every node is done (docs/robust/whole-bag.md);
 * times normal and independent, energy normal.
 */
export interface RobustPromise {
  /** Probability with which each of the first two is kept, and at least the next two together. */
  readonly confidence: number;
  /** Deadline by which all cores are done, s. */
  readonly deadlineS: number;
  /** Budget that the energy stays within, J. */
  readonly budgetJ: number;
  readonly jointDeadlineS: number;
  readonly jointBudgetJ: number;
  /** log10 of the least and greatest probability that the instance's deadline and budget are both kept; -1e308 for none. */
  readonly bothLog10AtLeast: number;
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
  /** Figures by core of the node: expected finish (0 for a core without tasks), standard deviation, z as in Robustness. */
  readonly finishMeanS: readonly number[];
  readonly finishSdS: readonly number[];
  readonly z: readonly number[];
  readonly tasks: readonly number[];
  /** Figures by P-state: how many tasks run in it, and expected core-seconds. */
  readonly tasksInPState: readonly number[];
  readonly secondsInPState: readonly number[];
}
