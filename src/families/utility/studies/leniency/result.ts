import type { MeanInterval } from '../../../../experiments/statistics.js';

/** Figures of one setting over a set of trials. */
export interface SetFigures {
  readonly utility: MeanInterval;
  /** Utility over the bound of the trial; null without bounds. */
  readonly shareOfBound: MeanInterval | null;
  /** Share of the budget of the measured time that was drawn; null if there is none. */
  readonly budgetUsed: MeanInterval | null;
}

/** Setting on both sets of trials. */
export interface SettingFigures {
  readonly label: string;
  /** Leniency, where it is a fixed one. */
  readonly leniency: number | null;
  readonly tuning: SetFigures;
  readonly heldOut: SetFigures;
}

/** Difference of the tuned setting to another one on the held-out trials, trial by trial. */
export interface HeldOutDifference {
  readonly to: string;
  readonly utility: MeanInterval;
  readonly wins: number;
}

/** Sweep of leniencies: chosen on one set of trials, reported on another. docs/utility/tuning.md. */
export interface LeniencySweep {
  readonly method: string;
  readonly filter: string;
  /** Trials of each set: tuning 1 to n, held-out n + 1 to 2 n. */
  readonly trials: number;
  /** Fixed leniencies, ascending. */
  readonly points: readonly SettingFigures[];
  /** Leniency learnt on line, no filter, and `price`. */
  readonly others: readonly SettingFigures[];
  /**
   * Leniency with the greatest mean utility on the tuning trials (the least of equals), and on the held-out ones; null
   * if several leniencies all have the same: nothing is chosen then.
   */
  readonly best: number | null;
  readonly bestHeldOut: number | null;
  /** Leniencies whose mean on the tuning trials is the greatest, ascending: all of them where nothing is chosen. */
  readonly ties: readonly number[];
  /**
   * Share of the bound (utility, without bounds) by which the best leniency looks better on the tuning trials than on the held-out ones; null
   * without one.
   */
  readonly optimism: number | null;
  /** Empty where nothing is chosen. */
  readonly differences: readonly HeldOutDifference[];
}
