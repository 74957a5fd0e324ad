/** Value of the field `format` in a robust bag-of-tasks plan file, which says what every core runs. */
export const ROBUST_PLAN_FORMAT = 'plenum.robust-bag-of-tasks-plan';
/** Version of the robust plan format. */
export const ROBUST_PLAN_FORMAT_VERSION = 1;

/**
 * Objective and constraint of a plan (thesis 2.5). mo-ec: maximise the robustness of the makespan, with a lower limit
 * on the robustness of the energy. eo-mc: maximise the robustness of the energy, with a lower limit on the robustness
 * of the makespan. Robustness is the probability of keeping the energy budget or, for the makespan, the deadline.
 */
export type RobustGoal = 'mo-ec' | 'eo-mc';

/**
 * Which probability of keeping the deadline a bound refers to. psi: the probability of the least certain core (the
 * thesis' Psi). whole-bag: the probability that all cores finish in time.
 */
export type RobustObjective = 'psi' | 'whole-bag';

export interface RobustPlan {
  readonly format: typeof ROBUST_PLAN_FORMAT;
  readonly formatVersion: typeof ROBUST_PLAN_FORMAT_VERSION;
  /** The instance for which the plan was made: its name, and the SHA-256 hash of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  readonly goal: RobustGoal;
  /**
   * Standard normal quantiles of the probabilities of keeping deadline and energy budget, as computed by the method
   * itself; 1e308 or -1e308 represents an infinite one.
   */
  readonly claimed: { readonly makespanZ: number; readonly energyZ: number };
  /** Cores with at least one task. A core executes its tasks one after another, in any order. */
  readonly cores: readonly CorePlan[];
}

export interface CorePlan {
  readonly node: string;
  /** Index of the core in its node, from 0. */
  readonly core: number;
  readonly tasks: readonly string[];
  /** P-state of each task in `tasks`. */
  readonly pStates: readonly number[];
}
