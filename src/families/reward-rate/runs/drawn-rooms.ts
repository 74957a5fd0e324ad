import type { Reserve } from '../../../../models/families/reward-rate/instance.js';
import type { UncertaintyRanges } from '../../../../models/families/reward-rate/uncertainty.js';

/** A plan in rooms drawn from an uncertainty set (docs/reward-rate/uncertain-rooms.md). */
export interface DrawnRooms {
  readonly rooms: number;
  readonly seed: number;
  /** Ranges drawn from, scale worked in. */
  readonly ranges: UncertaintyRanges;
  /** True if the instance states the ranges; false where they are the defaults. */
  readonly stated: boolean;
  /** Share of the rooms in which all limits hold, with Wilson's 95 % interval. */
  readonly within: { readonly probability: number; readonly low: number; readonly high: number };
  /** Highest inlet temperature less the red line over all rooms, K; negative where no room reaches it. */
  readonly worstOverRedLineK: number;
  /** Zone of that inlet. */
  readonly worstZone: string;
  /** Largest power at the meter less the cap over all rooms, W; negative where no room reaches it. */
  readonly worstOverCapW: number;
  /** Number of rooms in which each limit is broken, by constraint; absent where none is. */
  readonly broken: Readonly<Record<string, number>>;
  /** Reward over the rooms, reward/s. */
  readonly rewardPerS: {
    readonly mean: number;
    readonly least: number;
    readonly p5: number;
    readonly p50: number;
    readonly p95: number;
  };
}

/** Reserve with which plans keep all limits in a share of the rooms that an instance's uncertainty draws. */
export interface RoomsReserve {
  /** Share of the rooms that it is for. */
  readonly share: number;
  /** Reserve to ask for; null if none was found, and then `reason` says why. */
  readonly reserve: Reserve | null;
  readonly reason: string | null;
  /** Plan of config-lp with this reserve in rooms drawn anew; null if there is none. */
  readonly tried: {
    readonly rooms: number;
    readonly seed: number;
    readonly within: DrawnRooms['within'];
    /** Reward of that plan in the room as stated, by the checker, reward/s. */
    readonly rewardPerS: number;
  } | null;
}

/** Warning where rooms were to be drawn and air depends on which nodes are on standby. */
export const NOT_DRAWN_IN_OWN_AIR =
  'the air depends on which nodes are on standby, and no rooms are drawn about such air: the plan was not tried in drawn rooms.';
