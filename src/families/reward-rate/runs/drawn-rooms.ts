import type { UncertaintyRanges } from '../../../../models/problems/reward-rate/uncertainty.js';

/** A plan in rooms drawn from an uncertainty set (docs/reward-rate/uncertain-rooms.md). */
export interface DrawnRooms {
  readonly rooms: number;
  readonly seed: number;
  /** Ranges drawn from, scale worked in. */
  readonly ranges: UncertaintyRanges;
  /** Flag, true if the instance states the ranges; false where they are the defaults. */
  readonly stated: boolean;
  /** Share of the rooms in which all limits hold, with Wilson's 95 % interval. */
  readonly within: { readonly probability: number; readonly low: number; readonly high: number };
  /** Greatest inlet temperature less the red line over all rooms, K; negative where no room reaches it. */
  readonly worstOverRedLineK: number;
  /** Zone of that inlet. */
  readonly worstZone: string;
  /** Greatest power at the meter less the cap over all rooms, W; negative where no room reaches it. */
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
