/** Format word of a robust bag-of-tasks plan file: what every core runs. */
export const ROBUST_PLAN_FORMAT = 'plenum.robust-bag-of-tasks-plan';
/** Version of the format. */
export const ROBUST_PLAN_FORMAT_VERSION = 1;

/** MO-EC: most makespan-robustness within an energy-robustness limit; EO-MC: the reverse (thesis 2.5). */
export type RobustGoal = 'mo-ec' | 'eo-mc';

/**
 * What a bound on time is about: the probability of the least certain core (the thesis' Psi), or that all cores are in
 * time.
 */
export type RobustObjective = 'psi' | 'whole-bag';

export interface RobustPlan {
  readonly format: typeof ROBUST_PLAN_FORMAT;
  readonly formatVersion: typeof ROBUST_PLAN_FORMAT_VERSION;
  /** Name of the instance that the plan was made for, and SHA-256 of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  readonly method: string;
  readonly goal: RobustGoal;
  /** Standard normal quantiles as computed by the method itself; 1e308 or -1e308 stands for an infinite one. */
  readonly claimed: { readonly makespanZ: number; readonly energyZ: number };
  /** Cores that run something. A core's tasks run one after the other; their order does not matter. */
  readonly cores: readonly CorePlan[];
}

export interface CorePlan {
  readonly node: string;
  /** Number of the core in its node, from 0. */
  readonly core: number;
  readonly tasks: readonly string[];
  /** P-states of `tasks`, position by position. */
  readonly pStates: readonly number[];
}
