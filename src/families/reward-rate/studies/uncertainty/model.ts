/** Random quantities of `plenum simulate` and their spread (equations: docs/reward-rate/uncertainty.md). */
export interface Uncertainty {
  /**
   * Coefficient of variation of the factor on all execution times of a task type on a node type; one factor per sample.
   */
  readonly timeFactorCov: number;
  /** Coefficient of variation of the factor on a task type's arrival rate; one factor per sample. */
  readonly arrivalFactorCov: number;
  /** Coefficient of variation of execution times among tasks of the same type. */
  readonly taskTimeCov: number;
  /** Length H of an epoch, s. */
  readonly horizonS: number;
  /** True if a task that takes longer than its deadline earns nothing. */
  readonly deadlines: boolean;
  /** Power of cores that run out of work: 'keep' leaves it as at work, 'drop' lowers it to idle power. */
  readonly idleCores: 'keep' | 'drop';
}

/** Cores of one node type that spend the same fraction of time on one task type, at the same mean time per task. */
export interface CoreGroup {
  readonly cores: number;
  readonly fraction: number;
  /**
   * Mean execution time of a task, s: 1 / E[1 / CET], with the execution time CET under co-location. E is the mean over
   * what the other cores of the node run.
   */
  readonly meanTimeS: number;
}

/** All cores of a plan that run one task type on one node type. Their execution times share one random factor. */
export interface SliceClass {
  readonly taskType: number;
  readonly nodeType: number;
  readonly groups: readonly CoreGroup[];
  readonly cores: number;
  /**
   * Completion rate of the class, tasks/s: the sum over groups of cores x fraction / meanTimeS. The checker computes
   * the same rate.
   */
  readonly ratePerS: number;
}

/** A plan as the simulation needs it, with its cores in classes of equal task type and node type. */
export interface SimulatedPlan {
  readonly name: string;
  readonly method: string;
  readonly feasible: boolean;
  /** Reward rate computed by the checker, reward/s. */
  readonly nominalRewardPerS: number;
  readonly totalW: number;
  /** For each task type, the power saved at the meter if its cores have no work, W. */
  readonly coreMeterW: readonly number[];
  readonly classes: readonly SliceClass[];
}

export interface SimulatedWorkload {
  readonly taskNames: readonly string[];
  readonly rewardPerTask: readonly number[];
  readonly arrivalRatePerS: readonly number[];
  readonly deadlineS: readonly number[];
  readonly nodeTypeCount: number;
}
