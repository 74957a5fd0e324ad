import type { Uncertainty } from './model.js';
import type { Distribution, Histogram, Share } from './statistics.js';

/** Object that `plenum simulate --json` prints. Field meanings: docs/reward-rate/results.md. */
export interface SimulationRecord extends Uncertainty {
  readonly instance: string;
  readonly family: 'reward-rate';
  readonly seed: number;
  /** Number of samples drawn: fewer than requested if it was interrupted. */
  readonly samples: number;
  readonly termination: 'finished' | 'interrupted';
  readonly confidence: number;
  readonly plans: readonly PlanRecord[];
  /** Differences of each later plan from the first, over the same samples. */
  readonly differences: readonly DifferenceRecord[];
}

export interface PlanRecord {
  readonly name: string;
  readonly method: string;
  readonly feasible: boolean;
  /** Objective by the checker, with rates and arrivals as planned, reward/s. */
  readonly nominalRewardPerS: number;
  readonly rewardPerS: Distribution;
  /** Mean of the simulated reward divided by the nominal one; null if that is 0. */
  readonly ofNominal: number | null;
  /** Share of epochs that earn at least `share` of the nominal objective. */
  readonly reaches: Share & { readonly share: number };
  /** Energy at the meter over one epoch, kWh. */
  readonly energyKWh: Distribution;
  readonly taskTypes: readonly TaskRecord[];
  readonly histogram: Histogram;
}

/** Means over the samples for one task type. */
export interface TaskRecord {
  readonly name: string;
  readonly arrivedPerS: number;
  readonly completablePerS: number;
  /** Rate of completed tasks, tasks/s: of all, then of those that arrived, then of those in time if deadlines count. */
  readonly servedPerS: number;
  /** Share of tasks within their deadline; null without deadlines or completions. */
  readonly onTime: number | null;
  /** Share of epochs at whose end work is left. */
  readonly shortOfCores: number;
}

export interface DifferenceRecord {
  readonly name: string;
  readonly reference: string;
  /** Reward of the plan less that of the reference, sample by sample. */
  readonly rewardPerS: Distribution;
  /** Number of samples in which the plan earned more than the reference; `losses`: less, `ties`: the same. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /**
   * Variance of the difference divided by that with independent draws. Below 1, common random numbers reduce the
   * variance. Null if both are 0.
   */
  readonly varianceRatio: number | null;
}
