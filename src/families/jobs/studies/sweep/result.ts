import type { MeanInterval } from '../../../../experiments/statistics.js';

/** Quantities that a sweep of a month varies. */
export const SWEEP_AXES = ['checkpointIntervalS', 'nodes', 'energyPricePerMJ'] as const;
export type SweepAxis = (typeof SWEEP_AXES)[number];

/** Run of one method at one value of the axis on one trial. */
export interface MonthRun {
  /** Trial, as `trialOf` counts. */
  readonly trial: number;
  readonly at: number;
  readonly value: number;
  readonly energyJ: number;
  readonly moves: number;
  /** Share of jobs that never ran or ended worth nothing. */
  readonly rejectedShare: number;
  /** Proven bound on the value of any schedule of the trial; null without one. */
  readonly bound: number | null;
}

/** Means over the trials at one value of the axis, with 95 % intervals; one trial has none. */
export interface SweepPoint {
  readonly at: number;
  readonly value: MeanInterval;
  readonly energyJ: MeanInterval;
  /** Value over energy, value/MJ; null if a trial drew no energy. */
  readonly valuePerMJ: MeanInterval | null;
  readonly moves: MeanInterval;
  readonly rejectedShare: MeanInterval;
  /** Value as a share of the bound of its trial; null without bounds. */
  readonly shareOfBound: MeanInterval | null;
}

/** Sweep of a month: one method at every value on the same trials. docs/jobs/sweeps.md. */
export interface MonthSweep {
  readonly axis: SweepAxis;
  readonly method: string;
  readonly trials: number;
  /** Points by ascending value of the axis. */
  readonly points: readonly SweepPoint[];
  /**
   * Values of the axis of greatest mean value, and of greatest mean value per energy: the least of equals; null if
   * energy is 0.
   */
  readonly mostValueAt: number;
  readonly mostValuePerMJAt: number | null;
}
