import { chargedOverlapS } from './energy-tariff.js';
import type { PowerRows, UtilityModel } from './model.js';

/**
 * Largest distance between a time and a mapping event (at which tasks may start) at which the time counts as the event.
 * The distance is a fraction of the event interval, or of the time itself if that is longer. It is the checker's
 * tolerance.
 */
export const EVENT_TOLERANCE = 1e-9;
/** Fraction by which an energy budget may be exceeded in the checker (docs/utility/checker.md). */
const FORGIVEN_SHARE = 1e-8;
/**
 * Fraction by which an option (a way to run a task) must exceed a limit to be ruled out. It is larger than the rounding
 * errors of sums.
 */
export const ALLOWANCE = 1e-9;

/**
 * Returns the first mapping event (at which tasks may start) at or after a time, s. A time that differs from an event
 * only by rounding error counts as the event.
 */
export function firstEventS(atS: number, eventIntervalS: number): number {
  const events = atS / eventIntervalS;
  const nearest = Math.round(events);
  const isEvent = Math.abs(events - nearest) <= EVENT_TOLERANCE * Math.max(1, events);
  return eventIntervalS * (isEvent ? nearest : Math.ceil(events));
}

/** Returns an energy budget plus the excess that the checker tolerates. */
export function forgivingJ(budgetJ: number): number {
  return budgetJ * (1 + FORGIVEN_SHARE);
}

/** Returns the limit of each power row (linear limit on busy power) plus the excess that the checker tolerates. */
export function forgivingLimits(rows: PowerRows | undefined): Float64Array {
  return rows === undefined ? new Float64Array(0) : rows.limit.map((value, r) => value + (rows.forgiven?.[r] ?? 0));
}

/**
 * Returns the largest power, W, that a single task on each pool may draw without violating a power row (linear limit on
 * pool powers); Infinity if no row limits the pool.
 */
export function greatestAloneW({ pools, powerRows }: UtilityModel): Float64Array {
  const mostW = new Float64Array(pools.length).fill(Infinity);
  const limit = forgivingLimits(powerRows);
  for (const [r, most] of limit.entries()) {
    for (let j = 0; j < pools.length; j++) {
      const perW = powerRows!.coefficient[r * pools.length + j]!;
      if (perW > 0) mostW[j] = Math.min(mostW[j]!, (most * (1 + ALLOWANCE)) / perW);
    }
  }
  return mostW;
}

/**
 * Returns true if a single run, started at `startS` and not interrupted, keeps the energy budgets of all days that it
 * touches.
 *
 * @param option index of the run's pool, P-state and number of nodes in WorkOptions
 */
export function keepsBudgetsAlone({ days, options, charging }: UtilityModel, option: number, startS: number): boolean {
  const untilS = startS + options.timeS[option]!;
  const powerW = options.powerW[option]!;
  return days.every(
    ({ startS: fromS, endS, budgetJ }) =>
      powerW * chargedOverlapS(charging, startS, untilS, fromS, endS) <= forgivingJ(budgetJ) * (1 + ALLOWANCE),
  );
}
