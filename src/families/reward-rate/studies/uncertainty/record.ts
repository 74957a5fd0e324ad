import type { Uncertainty } from './model.js';
import type { Distribution, Histogram, Share } from './statistics.js';

/** Record that `plenum simulate --json` prints (fields: docs/reward-rate/results.md). */
export interface SimulationRecord extends Uncertainty {
  readonly instance: string;
  readonly family: 'reward-rate';
  readonly seed: number;
  /** Number of samples drawn; fewer than requested if the simulation was interrupted. */
  readonly samples: number;
  readonly termination: 'finished' | 'interrupted';
  readonly confidence: number;
  readonly plans: readonly PlanRecord[];
  /** Comparison of every other plan with the first over the same samples. */
  readonly differences: readonly DifferenceRecord[];
}

export interface PlanRecord {
  readonly name: string;
  readonly method: string;
  readonly feasible: boolean;
  /** Reward rate computed by the checker, without random deviations, reward/s. */
  readonly nominalRewardPerS: number;
  readonly rewardPerS: Distribution;
  /** Mean simulated reward rate divided by the nominal one; null if the nominal one is 0. */
  readonly ofNominal: number | null;
  /** Fraction of samples in which the plan earns at least the fraction `share` of its nominal reward. */
  readonly reaches: Share & { readonly share: number };
  /** Metered energy over one epoch, kWh. */
  readonly energyKWh: Distribution;
  readonly taskTypes: readonly TaskRecord[];
  readonly histogram: Histogram;
}

/** Results for one task type, averaged over the samples. */
export interface TaskRecord {
  readonly name: string;
  readonly arrivedPerS: number;
  readonly completablePerS: number;
  /**
   * Rate of tasks that earn reward, tasks/s: completed tasks, at most as many as arrive. If deadlines count, only tasks
   * in time are included.
   */
  readonly servedPerS: number;
  /** Fraction of completed tasks that meet their deadline; null if deadlines do not count or no task is completed. */
  readonly onTime: number | null;
  /** Fraction of samples in which more tasks arrive than the cores can complete. */
  readonly shortOfCores: number;
}

export interface DifferenceRecord {
  readonly name: string;
  readonly reference: string;
  /** Reward rate of the plan minus that of the first plan, sample by sample, reward/s. */
  readonly rewardPerS: Distribution;
  /**
   * Number of samples in which the plan earns more than the first plan. `losses` is the number in which it earns less,
   * and `ties` the number in which both earn the same.
   */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /**
   * Variance of the difference, divided by its variance with independent samples. A value below 1 shows that common
   * random numbers reduce the variance. Null if both variances are 0.
   */
  readonly varianceRatio: number | null;
}
