import { chargedOverlapS } from './energy-tariff.js';
import type { PowerRows, UtilityProblem } from './problem.js';

/** Difference from a mapping event that rounding may make, in intervals; above one interval relative. That of the checker, stated a second time. */
export const EVENT_TOLERANCE = 1e-9;
/** Share of a budget that the checker forgives a schedule beyond it (docs/utility/checker.md), stated a second time. */
const FORGIVEN_SHARE = 1e-8;
/** Relative allowance before a limit is taken to forbid an option: more than the rounding of sums. Ours. */
export const ALLOWANCE = 1e-9;

/** First mapping event from a moment on, s: no task begins before that of its arrival. A moment that is an event but for rounding counts as one. */
export function firstEventS(atS: number, eventIntervalS: number): number {
  const events = atS / eventIntervalS;
  const nearest = Math.round(events);
  const isEvent = Math.abs(events - nearest) <= EVENT_TOLERANCE * Math.max(1, events);
  return eventIntervalS * (isEvent ? nearest : Math.ceil(events));
}

/** Budget with what the checker forgives beyond it; Infinity where there is none. */
export function forgivingJ(budgetJ: number): number {
  return budgetJ * (1 + FORGIVEN_SHARE);
}

/** Limits of the power rows with what the checker forgives beyond them; length R, 0 without rows. */
export function forgivingLimits(rows: PowerRows | undefined): Float64Array {
  return rows === undefined ? new Float64Array(0) : rows.limit.map((value, r) => value + (rows.forgiven?.[r] ?? 0));
}

/** Power beyond which a task alone breaks a power row, by pool, W; Infinity where no row says so. */
export function greatestAloneW({ pools, powerRows }: UtilityProblem): Float64Array {
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

/** Test whether an unbroken run on an option from a moment (s) on keeps by itself the budgets of all days that it lies in. */
export function keepsBudgetsAlone(
  { days, options, charging }: UtilityProblem,
  option: number,
  startS: number,
): boolean {
  const untilS = startS + options.timeS[option]!;
  const powerW = options.powerW[option]!;
  return days.every(
    ({ startS: fromS, endS, budgetJ }) =>
      powerW * chargedOverlapS(charging, startS, untilS, fromS, endS) <= forgivingJ(budgetJ) * (1 + ALLOWANCE),
  );
}
