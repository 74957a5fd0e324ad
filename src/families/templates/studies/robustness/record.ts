import type { DayOutcome } from '../../../../../models/families/templates/online.js';
import type { Interval } from '../../../../experiments/statistics.js';
import type { DayClosure } from '../day/closure.js';
import type { ArrivalsRecord } from '../day/record.js';
import type { DayOptions } from '../day/request.js';

/** Result of `plenum templates robustness --json`, also in robustness.json; fields: docs/templates/robustness.md. */
export interface RobustnessRecord {
  readonly instance: string;
  readonly sha256: string;
  readonly family: 'templates';
  readonly study: 'robustness';
  /** Random seed of the arrivals. The random errors of perturbed room n (from 0) are drawn with the seed `seed + n`. */
  readonly seed: number;
  /** Largest relative random error that is given to an influence weight. */
  readonly spread: number;
  readonly database: string;
  readonly outletLimitC: number;
  readonly arrivals: ArrivalsRecord;
  readonly options: DayOptions;
  /** Results in the room for which the templates were made. */
  readonly asPlanned: RoomRecord;
  /** Results in rooms with random errors of influence weights, then with more and with less recirculation. */
  readonly rooms: readonly OtherRoomRecord[];
  /**
   * Mean relative change of reward over the rooms with random errors. `interval` is null for a single room. `mean` is
   * null if no room was simulated or nothing was earned.
   */
  readonly rewardChange: { readonly mean: number | null; readonly interval: Interval | null };
  /** Number of rooms that were not simulated because of an interrupt. */
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
  /** 'noise': a random error of every influence weight. 'recirculation': one factor on all weights between nodes. */
  readonly kind: 'noise' | 'recirculation';
  /** Random seed of the errors; null for 'recirculation'. */
  readonly seed: number | null;
  /** Relative change of the weights between nodes (recirculation of air), e.g. 0.1 for 10 % more; null for 'noise'. */
  readonly share: number | null;
  /** Largest change of an influence weight over the vent combinations that templates use. */
  readonly largestChange: number;
  /**
   * Relative change of the day's reward against the room that templates were made for. Null if nothing was earned in
   * that room.
   */
  readonly rewardChange: number | null;
}

/** Steady-state temperatures of all feasible templates, with their allowable cores busy in the middle P-state. */
export interface SteadyRecord {
  readonly templates: number;
  /** Number of templates with an outlet temperature above the limit. */
  readonly tooHot: number;
  /**
   * Hottest outlet minus the outlet limit, K, over the templates: median, 95 % quantile (`high`) and maximum. The state
   * of the maximum is null if there are no templates.
   */
  readonly excessK: {
    readonly median: number;
    readonly high: number;
    readonly worst: number;
    readonly worstState: number | null;
  };
}
