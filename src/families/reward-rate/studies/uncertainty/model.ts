/** Uncertain quantities and their spread; equations: docs/reward-rate/uncertainty.md. */
export interface Uncertainty {
  /**
   * Coefficient of variation of the factor on all execution times of a task type on a node type, one draw per scenario.
   */
  readonly timeFactorCov: number;
  /** Coefficient of variation of the factor on a task type's arrival rate. */
  readonly arrivalFactorCov: number;
  /** Coefficient of variation of the execution times from task to task. */
  readonly taskTimeCov: number;
  /** Length H of an epoch, s. */
  readonly horizonS: number;
  /** True if tasks that take longer than their deadline earn nothing. */
  readonly deadlines: boolean;
  /** Power of cores without work: the same as at work, or nothing above idle. */
  readonly idleCores: 'keep' | 'drop';
}

/** Cores of one node type that spend `fraction` of their time on one task type, taking `meanTimeS` per task. */
export interface CoreGroup {
  readonly cores: number;
  readonly fraction: number;
  /** Mean time of a task, 1 / E[1 / CET] over the other cores of the node, s. */
  readonly meanTimeS: number;
}

/** Cores of a plan that run one task type on one node type: they share the factor on their execution times. */
export interface SliceClass {
  readonly taskType: number;
  readonly nodeType: number;
  readonly groups: readonly CoreGroup[];
  readonly cores: number;
  /** Sum of cores x fraction / meanTimeS, tasks/s: the checker's rate. */
  readonly ratePerS: number;
}

/** A plan in the form that the simulation needs. */
export interface SimulatedPlan {
  readonly name: string;
  readonly method: string;
  readonly feasible: boolean;
  /** The checker's objective, reward/s. */
  readonly nominalRewardPerS: number;
  readonly totalW: number;
  /** Power at the meter by task type that is saved if none of the cores on it has work, W. */
  readonly coreMeterW: readonly number[];
  readonly classes: readonly SliceClass[];
}

/** Workload of the instance by task type. */
export interface SimulatedWorkload {
  readonly taskNames: readonly string[];
  readonly rewardPerTask: readonly number[];
  readonly arrivalRatePerS: readonly number[];
  readonly deadlineS: readonly number[];
  readonly nodeTypeCount: number;
}
