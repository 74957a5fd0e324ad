/** Value of the field `format` in a robust bag-of-tasks plan file. */
export const ROBUST_PLAN_FORMAT = 'plenum.robust-bag-of-tasks-plan';
/** Version of the robust plan format. */
export const ROBUST_PLAN_FORMAT_VERSION = 1;

/**
 * Goal of a plan (thesis 2.5). "mo-ec" maximises the probability of keeping the deadline, with a required probability
 * of keeping the energy budget. "eo-mc" maximises the probability of keeping the energy budget, with a required
 * probability of keeping the deadline.
 */
export type RobustGoal = 'mo-ec' | 'eo-mc';

/**
 * Probability of keeping the deadline to which a bound refers. "psi" is that of the core least likely to finish in time
 * (the thesis' Psi). "whole-bag" is the probability that all cores finish in time.
 */
export type RobustObjective = 'psi' | 'whole-bag';

export interface RobustPlan {
  readonly format: typeof ROBUST_PLAN_FORMAT;
  readonly formatVersion: typeof ROBUST_PLAN_FORMAT_VERSION;
  /** Instance for which the plan was made, with the SHA-256 hash of its file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  readonly goal: RobustGoal;
  /**
   * Probabilities of keeping deadline and energy budget as the method computes them, given as standard normal
   * quantiles. 1e308 and -1e308 stand for infinite quantiles.
   */
  readonly claimed: { readonly makespanZ: number; readonly energyZ: number };
  /** Cores with tasks. A core executes its tasks one after another, in any order. */
  readonly cores: readonly CorePlan[];
}

export interface CorePlan {
  readonly node: string;
  /** Index of the core in its node, from 0. */
  readonly core: number;
  readonly tasks: readonly string[];
  /** P-state of each entry of `tasks`. */
  readonly pStates: readonly number[];
}
