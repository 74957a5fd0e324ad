import type { Reserve } from '../../../../models/families/reward-rate/instance.js';
import type { UncertaintyRanges } from '../../../../models/families/reward-rate/uncertainty.js';

/** Results of testing a plan in rooms drawn at random from an uncertainty set (docs/reward-rate/uncertain-rooms.md). */
export interface DrawnRooms {
  readonly rooms: number;
  readonly seed: number;
  /** Ranges from which rooms are drawn, multiplied by the scale. */
  readonly ranges: UncertaintyRanges;
  /** True if the instance states the ranges; false if they are the defaults. */
  readonly stated: boolean;
  /** Share of the rooms in which all limits hold, with Wilson's 95 % interval. */
  readonly within: { readonly probability: number; readonly low: number; readonly high: number };
  /** Highest inlet temperature minus the red line over all rooms, K; negative if no room reaches it. */
  readonly worstOverRedLineK: number;
  /** Zone with that highest inlet temperature. */
  readonly worstZone: string;
  /** Largest power at the meter minus the cap over all rooms, W; negative if no room reaches it. */
  readonly worstOverCapW: number;
  /** Number of rooms in which each constraint is broken; constraints that are never broken are absent. */
  readonly broken: Readonly<Record<string, number>>;
  /** Reward in the drawn rooms, reward/s. */
  readonly rewardPerS: {
    readonly mean: number;
    readonly least: number;
    readonly p5: number;
    readonly p50: number;
    readonly p95: number;
  };
}

/** Reserve with which plans keep all limits in a wanted share of the drawn rooms. */
export interface RoomsReserve {
  /** Wanted share of the rooms. */
  readonly share: number;
  /** Reserve to use; null if none was found, with `reason`. */
  readonly reserve: Reserve | null;
  readonly reason: string | null;
  /** Test of config-lp's plan with this reserve in newly drawn rooms; null if there is none. */
  readonly tried: {
    readonly rooms: number;
    readonly seed: number;
    readonly within: DrawnRooms['within'];
    /** Reward of that plan in the room as stated, computed by the checker, reward/s. */
    readonly rewardPerS: number;
  } | null;
}

/** Warning shown if rooms cannot be drawn because the air depends on which nodes are on standby. */
export const NOT_DRAWN_IN_OWN_AIR =
  'the air depends on which nodes are on standby, and no rooms are drawn about such air: the plan was not tried in drawn rooms.';
