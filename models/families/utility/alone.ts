import { chargedOverlapS } from './energy-tariff.js';
import type { PowerRows, UtilityModel } from './model.js';

/**
 * Largest difference between a time and a mapping event that counts as rounding error, as a fraction of the event
 * interval (relative beyond the first interval). Equal to the checker's. A mapping event is a moment at which tasks may
 * start.
 */
export const EVENT_TOLERANCE = 1e-9;
/** Relative excess over an energy budget that the checker tolerates (docs/utility/checker.md). */
const FORGIVEN_SHARE = 1e-8;
/**
 * Relative amount by which an option (a way to run a task) must exceed a limit before the option is ruled out. It
 * exceeds the rounding errors of sums.
 */
export const ALLOWANCE = 1e-9;

/**
 * Returns the first mapping event (moment at which tasks may start) at or after a time, s. A time that differs from an
 * event only by rounding error counts as the event.
 */
export function firstEventS(atS: number, eventIntervalS: number): number {
  const events = atS / eventIntervalS;
  const nearest = Math.round(events);
  const isEvent = Math.abs(events - nearest) <= EVENT_TOLERANCE * Math.max(1, events);
  return eventIntervalS * (isEvent ? nearest : Math.ceil(events));
}

/** Returns an energy budget plus the excess that the checker tolerates; Infinity if there is no budget. */
export function forgivingJ(budgetJ: number): number {
  return budgetJ * (1 + FORGIVEN_SHARE);
}

/**
 * Returns the limit of each power row plus the excess that the checker tolerates; empty without rows. A power row is a
 * linear limit on the power of busy nodes.
 */
export function forgivingLimits(rows: PowerRows | undefined): Float64Array {
  return rows === undefined ? new Float64Array(0) : rows.limit.map((value, r) => value + (rows.forgiven?.[r] ?? 0));
}

/**
 * Returns, for each pool, the power above which a task running alone violates a power row (linear limit on pool
 * powers), W; Infinity if no row limits the pool.
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
 * Returns true if a run with this option (pool, P-state and nodes) keeps the energy budgets of all days that it
 * touches. The run starts at `startS`, is alone and not interrupted.
 */
export function keepsBudgetsAlone({ days, options, charging }: UtilityModel, option: number, startS: number): boolean {
  const untilS = startS + options.timeS[option]!;
  const powerW = options.powerW[option]!;
  return days.every(
    ({ startS: fromS, endS, budgetJ }) =>
      powerW * chargedOverlapS(charging, startS, untilS, fromS, endS) <= forgivingJ(budgetJ) * (1 + ALLOWANCE),
  );
}
