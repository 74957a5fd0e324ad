import type { AxisRecord } from '../../../../studies/sweep/axes.js';
import type { Choices } from '../choices.js';
import type { RunSummary } from '../summary.js';

/** A sweep, of which the record is made. Field meanings: docs/reward-rate/results.md. */
export interface SweepResult {
  readonly instance: string;
  /** Currency of the instance; absent if it states none. */
  readonly currency?: string;
  readonly sha256: string;
  readonly method: string;
  readonly naive: boolean;
  readonly seed: number;
  readonly objectiveUnit: string;
  readonly choices: Choices;
  readonly axes: readonly AxisRecord[];
  /** Points in the order in which they were solved. */
  readonly points: readonly SweepPoint[];
  /** Number of points of the grid that an interrupt left out. */
  readonly pointsLeft: number;
  /** Positions in `points` of those that no other point beats in both reward and power, by rising power. */
  readonly pareto: readonly number[];
  /** Reward against power at the meter, of a sweep over the power cap alone; absent for others. */
  readonly frontier?: Frontier;
  readonly boundScope: string;
  readonly matrixProvenance: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
}

export interface SweepPoint extends RunSummary {
  /** Values by axis. */
  readonly values: readonly number[];
  /** True if no other point earns as much for less power, or more for the same. */
  readonly nonDominated: boolean;
  /** Worth of one more unit, by axis. */
  readonly marginal: readonly AxisSlope[];
}

/**
 * Slopes of a point's bound along one axis: bound(v) <= bound + (v < value ? below : above) (v - value), reward/s per
 * unit of the axis. `perUnit` is the derivative of the bound where it has one.
 */
export interface AxisSlope {
  readonly perUnit: number | null;
  /** Slope below the point; null if nothing is proven. */
  readonly below: number | null;
  readonly above: number | null;
  /**
   * Point at which the neighbouring point's line takes over; between `from` and `to` this point's line is the lower
   * one. Null at the ends.
   */
  readonly from: Crossing | null;
  readonly to: Crossing | null;
}

export interface Crossing {
  readonly value: number;
  /** Bound at this value: no plan earns more, reward/s. */
  readonly bound: number;
}

/** Range of meter power with what no plan in it passes. */
export interface FrontierStep {
  /** Power from which on the step counts, W, not included; 0 for the first. */
  readonly fromW: number;
  /** Power up to which it counts, W: a cap that was solved, less its reserve. */
  readonly toW: number;
  /** No plan that draws at most `toW` earns more, reward/s; null if there is no plan at all. */
  readonly boundRewardPerS: number | null;
  /** Position in `points` of the cap. */
  readonly point: number;
}

/** Reward against power at the meter: proven steps, and how little power the rewards of the plans need. */
export interface Frontier {
  /** Steps by rising power. Empty where nothing was proven. */
  readonly steps: readonly FrontierStep[];
  /**
   * Power, W, by position in `points`: no plan of the point's reward draws as little; null if nothing is proven or
   * there is no plan.
   */
  readonly leastPowerW: readonly (number | null)[];
  /**
   * Position in `steps` of the knee: the step that lies farthest above the straight line from the first to the last
   * with a bound; null if none does.
   */
  readonly knee: number | null;
  /** Positions in `points` of plans that earn more than is proven possible: they or a proof are wrong. Empty but for faults of Plenum. */
  readonly refuted: readonly number[];
}
