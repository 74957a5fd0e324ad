import { chargedOverlapS } from './energy-tariff.js';
import type { PowerRows, UtilityModel } from './model.js';

/**
 * Largest difference from a mapping event that counts as rounding, in intervals; relative above one interval. Equal to
 * the checker's.
 */
export const EVENT_TOLERANCE = 1e-9;
/** Share of a budget by which a schedule may exceed it and still pass the checker (docs/utility/checker.md). */
const FORGIVEN_SHARE = 1e-8;
/** Relative margin before a limit is taken to rule out an option; larger than the rounding errors of sums. */
export const ALLOWANCE = 1e-9;

/**
 * Returns the first mapping event at or after a moment, s; no task begins before it. A moment that differs from an
 * event only by rounding counts as the event.
 */
export function firstEventS(atS: number, eventIntervalS: number): number {
  const events = atS / eventIntervalS;
  const nearest = Math.round(events);
  const isEvent = Math.abs(events - nearest) <= EVENT_TOLERANCE * Math.max(1, events);
  return eventIntervalS * (isEvent ? nearest : Math.ceil(events));
}

/** Returns the budget plus what the checker tolerates beyond it; Infinity if there is none. */
export function forgivingJ(budgetJ: number): number {
  return budgetJ * (1 + FORGIVEN_SHARE);
}

/** Returns the limits of the power rows plus what the checker tolerates beyond them; length R, 0 without rows. */
export function forgivingLimits(rows: PowerRows | undefined): Float64Array {
  return rows === undefined ? new Float64Array(0) : rows.limit.map((value, r) => value + (rows.forgiven?.[r] ?? 0));
}

/** Returns the power above which a single task breaks a power row, by pool, W; Infinity if no row limits it. */
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
 * Returns true if an unbroken run on an option that starts at a moment (s) alone keeps the budgets of all days that it
 * touches.
 */
export function keepsBudgetsAlone({ days, options, charging }: UtilityModel, option: number, startS: number): boolean {
  const untilS = startS + options.timeS[option]!;
  const powerW = options.powerW[option]!;
  return days.every(
    ({ startS: fromS, endS, budgetJ }) =>
      powerW * chargedOverlapS(charging, startS, untilS, fromS, endS) <= forgivingJ(budgetJ) * (1 + ALLOWANCE),
  );
}
