import type { AxisRecord } from '../../../../studies/sweep/axes.js';
import type { Choices } from '../choices.js';
import type { RunSummary } from '../summary.js';

/** The result of a sweep, from which its record is written. Fields are explained in docs/reward-rate/results.md. */
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
  /** Number of grid points that were not solved because of an interrupt. */
  readonly pointsLeft: number;
  /** Positions in `points` of those that no other point beats in both reward and power, by rising power. */
  readonly pareto: readonly number[];
  /** Reward against meter power, for a sweep over the power cap alone; absent for other sweeps. */
  readonly frontier?: Frontier;
  readonly boundScope: string;
  readonly matrixProvenance: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
}

export interface SweepPoint extends RunSummary {
  /** Value of each axis at this point. */
  readonly values: readonly number[];
  /** True if no other point earns as much with less power, or more with the same power. */
  readonly nonDominated: boolean;
  /** What one more unit is worth, for each axis. */
  readonly marginal: readonly AxisSlope[];
}

/**
 * Slopes of a point's bound along one axis: bound(v) <= bound + (v < value ? below : above) (v - value), reward/s per
 * unit of the axis. `perUnit` is the derivative of the bound, if it exists.
 */
export interface AxisSlope {
  readonly perUnit: number | null;
  /** Slope for values below the point's; null if nothing is proven. */
  readonly below: number | null;
  readonly above: number | null;
  /**
   * Where the lines of the neighbouring points become lower: between `from` and `to` the line of this point is the
   * lowest. Null at the ends.
   */
  readonly from: Crossing | null;
  readonly to: Crossing | null;
}

export interface Crossing {
  readonly value: number;
  /** Bound on the reward rate at this value, reward/s. */
  readonly bound: number;
}

/** A range of meter power, with the greatest reward rate that is possible in it. */
export interface FrontierStep {
  /** Meter power above which the step applies, W; 0 for the first step. */
  readonly fromW: number;
  /** Meter power up to which the step applies, W: a solved cap less its reserve. */
  readonly toW: number;
  /** Upper bound on the reward rate of plans that draw at most `toW`, reward/s; null if no plan exists. */
  readonly boundRewardPerS: number | null;
  /** Position in `points` of the cap that proves this step. */
  readonly point: number;
}

/** Reward against meter power: the proven steps, and how little power the rewards of the plans need. */
export interface Frontier {
  /** Steps by rising power; empty if nothing was proven. */
  readonly steps: readonly FrontierStep[];
  /**
   * For each position in `points`, the power that every plan of that point's reward is proven to exceed, W; null if
   * nothing is proven or there is no plan.
   */
  readonly leastPowerW: readonly (number | null)[];
  /**
   * Position in `steps` of the knee: the step that lies farthest above the straight line from the first to the last
   * step with a bound; null if none lies above.
   */
  readonly knee: number | null;
  /**
   * Positions in `points` of plans that earn more than is proven possible, so that either is wrong. Empty unless Plenum
   * has a mistake.
   */
  readonly refuted: readonly number[];
}
