import type { Reserve } from '../../../../models/families/reward-rate/instance.js';
import type { UncertaintyRanges } from '../../../../models/families/reward-rate/uncertainty.js';

/** Outcomes of a plan in random rooms with other uncertain data (docs/reward-rate/uncertain-rooms.md). */
export interface DrawnRooms {
  readonly rooms: number;
  readonly seed: number;
  /** Ranges of the uncertain data, already multiplied by the scale. */
  readonly ranges: UncertaintyRanges;
  /** True if the instance states the ranges, false if defaults are used. */
  readonly stated: boolean;
  /** Fraction of the rooms in which all limits hold, with Wilson's 95 % interval. */
  readonly within: { readonly probability: number; readonly low: number; readonly high: number };
  /** Largest excess of an inlet over the red line in any room, K; negative if no inlet reaches the red line. */
  readonly worstOverRedLineK: number;
  /** Name of the zone whose inlet exceeds the red line most in any room. */
  readonly worstZone: string;
  /** Largest excess over the power cap in any room, W; negative if no room reaches the cap. */
  readonly worstOverCapW: number;
  /** Number of rooms in which each kind of limit is violated; absent for kinds that never are. */
  readonly broken: Readonly<Record<string, number>>;
  /** Distribution of the plan's reward over the rooms, reward/s: mean, minimum and percentiles. */
  readonly rewardPerS: {
    readonly mean: number;
    readonly least: number;
    readonly p5: number;
    readonly p50: number;
    readonly p95: number;
  };
}

/** Reserve with which a plan keeps all limits in a wanted fraction of rooms with other uncertain data. */
export interface RoomsReserve {
  /** Fraction of the rooms in which all limits shall hold. */
  readonly share: number;
  /** Reserve that a user can set to reach `share`. Null if none was found; `reason` then says why. */
  readonly reserve: Reserve | null;
  readonly reason: string | null;
  /** Test of config-lp's plan with this reserve in newly drawn rooms; null if there was no such test. */
  readonly tried: {
    readonly rooms: number;
    readonly seed: number;
    readonly within: DrawnRooms['within'];
    /** Reward of config-lp's plan with this reserve under the data of the instance, reward/s. */
    readonly rewardPerS: number;
  } | null;
}
