import type { DayOutcome } from '../../../../../models/families/templates/online.js';
import type { Interval } from '../../../../experiments/statistics.js';
import type { DayClosure } from '../day/closure.js';
import type { ArrivalsRecord } from '../day/record.js';
import type { DayOptions } from '../day/request.js';

/**
 * Object that `plenum templates robustness --json` prints and robustness.json holds. Field meanings:
 * docs/templates/robustness.md.
 */
export interface RobustnessRecord {
  readonly instance: string;
  readonly sha256: string;
  readonly family: 'templates';
  readonly study: 'robustness';
  /** Seed of the arrivals; noisy room n has the seed `seed + n`. */
  readonly seed: number;
  /** Largest error of a weight, as a share of it. */
  readonly spread: number;
  readonly database: string;
  readonly outletLimitC: number;
  readonly arrivals: ArrivalsRecord;
  readonly options: DayOptions;
  /** Templates and day in the room for which they were made. */
  readonly asPlanned: RoomRecord;
  /** Noisy rooms, then those with more and with less recirculation. */
  readonly rooms: readonly OtherRoomRecord[];
  /** Mean over the noisy rooms; no interval for one room, no mean if none was simulated or nothing was earned. */
  readonly rewardChange: { readonly mean: number | null; readonly interval: Interval | null };
  /** Number of rooms that an interrupt left out. */
  readonly roomsLeft: number;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

export interface RoomRecord {
  readonly steady: SteadyRecord;
  readonly day: { readonly outcome: DayOutcome; readonly closure: DayClosure };
}

export interface OtherRoomRecord extends RoomRecord {
  /** Kind of error: a random error of every weight, or one factor on all weights between nodes. */
  readonly kind: 'noise' | 'recirculation';
  /** Seed of the noise; null without. */
  readonly seed: number | null;
  /** Share of the recirculation; null for noise. */
  readonly share: number | null;
  /** Largest change of a weight over the vent combinations that some template uses. */
  readonly largestChange: number;
  /** Change of the day's reward from that of the room as planned, a fraction; null if that earned nothing. */
  readonly rewardChange: number | null;
}

/** All feasible templates with their allowable cores busy in the middle P-state, in steady state. */
export interface SteadyRecord {
  readonly templates: number;
  /** Number of templates with an outlet above the limit. */
  readonly tooHot: number;
  /**
   * Excess of the hottest outlet over the limit, K: median, 95 % quantile and maximum over all templates, and the state
   * with the maximum.
   */
  readonly excessK: {
    readonly median: number;
    readonly high: number;
    readonly worst: number;
    readonly worstState: number | null;
  };
}
