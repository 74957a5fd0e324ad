import type { DayOutcome } from '../../../../../models/families/templates/online.js';
import type { Interval } from '../../../../experiments/statistics.js';
import type { DayClosure } from '../day/closure.js';
import type { ArrivalsRecord } from '../day/record.js';
import type { DayOptions } from '../day/request.js';

/**
 * Result of `plenum templates robustness --json`, also stored in robustness.json; fields: docs/templates/robustness.md.
 */
export interface RobustnessRecord {
  readonly instance: string;
  readonly sha256: string;
  readonly family: 'templates';
  readonly study: 'robustness';
  /** Seed of the arrivals; noisy room n uses `seed + n`. */
  readonly seed: number;
  /** Largest relative error of a weight. */
  readonly spread: number;
  readonly database: string;
  readonly outletLimitC: number;
  readonly arrivals: ArrivalsRecord;
  readonly options: DayOptions;
  /** Templates and day in the room for which they were made. */
  readonly asPlanned: RoomRecord;
  /** Noisy rooms, then those with more and with less recirculation. */
  readonly rooms: readonly OtherRoomRecord[];
  /**
   * Mean change over the noisy rooms. No interval for a single room; null if none was simulated or nothing was earned.
   */
  readonly rewardChange: { readonly mean: number | null; readonly interval: Interval | null };
  /** Number of rooms left out because of an interrupt. */
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
  /** Seed of the noise; null if there is none. */
  readonly seed: number | null;
  /** Relative change of recirculation; null for noise. */
  readonly share: number | null;
  /** Largest change of a weight over the vent combinations used by templates. */
  readonly largestChange: number;
  /** Relative change of the day's reward from that of the planned room; null if that earned nothing. */
  readonly rewardChange: number | null;
}

/** All feasible templates in steady state, with their allowable cores busy in the middle P-state. */
export interface SteadyRecord {
  readonly templates: number;
  /** Number of templates with an outlet above the limit. */
  readonly tooHot: number;
  /**
   * Excess of the hottest outlet over the limit, K: median, 95 % quantile and maximum over all templates, and the state
   * of the maximum.
   */
  readonly excessK: {
    readonly median: number;
    readonly high: number;
    readonly worst: number;
    readonly worstState: number | null;
  };
}
