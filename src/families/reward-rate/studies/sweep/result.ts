import type { RunSummary } from '../summary.js';

/** The object `plenum sweep --json` prints and sweep.json holds. Field meanings: docs/reward-rate/results.md. */
export interface SweepResult {
  readonly instance: string;
  readonly sha256: string;
  readonly family: 'reward-rate';
  readonly study: 'sweep';
  readonly method: string;
  readonly naive: boolean;
  readonly seed: number;
  readonly objectiveUnit: string;
  readonly axes: readonly AxisRecord[];
  /** In the order they were solved. */
  readonly points: readonly SweepPoint[];
  /** Points of the grid that an interrupt left out. */
  readonly pointsLeft: number;
  /** Positions in `points` of those that no other point beats in both reward and power, by rising power. */
  readonly pareto: readonly number[];
  readonly boundScope: string;
  readonly matrixProvenance: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

export interface AxisRecord {
  /** Path in the instance. */
  readonly field: string;
  /** How many values of the instance it sets. */
  readonly places: number;
  /** True when values are factors of what the instance has. */
  readonly factors: boolean;
  /** Unit of the field, whatever the values are: W, or null where its name alone says it. */
  readonly unit: 'W' | null;
  readonly values: readonly number[];
}

export interface SweepPoint extends RunSummary {
  /** Per axis. */
  readonly values: readonly number[];
  /** No other point earns as much for less power, or more for the same. */
  readonly nonDominated: boolean;
  /** Per axis: what one more unit of it is worth. */
  readonly marginal: readonly AxisSlope[];
}

/**
 * Along one axis: bound(v) <= bound + (v < value ? below : above) (v - value), reward/s per unit of the axis. `perUnit` is the
 * derivative of the bound where it has one.
 */
export interface AxisSlope {
  readonly perUnit: number | null;
  /** Null where nothing is proven. */
  readonly below: number | null;
  readonly above: number | null;
  /** Where the neighbouring point's line takes over: the range in which this point's line is the lower one. Null at the ends. */
  readonly from: Crossing | null;
  readonly to: Crossing | null;
}

export interface Crossing {
  readonly value: number;
  /** No plan at this value earns more, reward/s. */
  readonly bound: number;
}
