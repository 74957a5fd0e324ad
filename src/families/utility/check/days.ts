import { S_PER_DAY } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';

/** A day, or the part of one before the first midnight; a null budget means no limit. */
export interface CheckedDay {
  readonly startS: number;
  readonly endS: number;
  readonly budgetJ: number | null;
  /** Budget of money, USD. */
  readonly budgetUsd: number | null;
}

/**
 * Returns the days of an instance in ascending order: the measured one, whole days before it, and the part left at the
 * start, which has no budget.
 */
export function daysOfInstance({ period, energyBudgetJPerDay, costBudgetUsdPerDay }: UtilityInstance): CheckedDay[] {
  const budgets = { budgetJ: energyBudgetJPerDay ?? null, budgetUsd: costBudgetUsdPerDay ?? null };
  const { durationS, measuredFromS } = period;
  const whole = Math.floor(measuredFromS / S_PER_DAY);
  const restS = measuredFromS - whole * S_PER_DAY;
  const before: CheckedDay[] = restS > 0 ? [{ startS: 0, endS: restS, budgetJ: null, budgetUsd: null }] : [];
  const full = Array.from({ length: whole }, (_, d): CheckedDay => {
    const startS = restS + d * S_PER_DAY;
    return { startS, endS: startS + S_PER_DAY, ...budgets };
  });
  return [...before, ...full, { startS: measuredFromS, endS: durationS, ...budgets }];
}

/** Returns the total length of the parts of some pieces within [fromS, toS), s. */
export function insideS(pieces: readonly (readonly [number, number])[], fromS: number, toS: number): number {
  let sum = 0;
  for (const [startS, endS] of pieces) sum += Math.max(0, Math.min(endS, toS) - Math.max(startS, fromS));
  return sum;
}

/** Tolerance for a moment to be at a mapping event, in intervals; relative beyond one interval. */
const GRID_TOLERANCE = 1e-9;

/** Returns true if a moment (s) is that of a mapping event. */
export function isEvent(atS: number, eventIntervalS: number): boolean {
  const events = atS / eventIntervalS;
  return Math.abs(events - Math.round(events)) <= GRID_TOLERANCE * Math.max(1, events);
}

/** Returns the first mapping event at or after a moment, s; moments within rounding of an event count as at it. */
export function firstEventS(atS: number, eventIntervalS: number): number {
  const events = atS / eventIntervalS;
  return eventIntervalS * (isEvent(atS, eventIntervalS) ? Math.round(events) : Math.ceil(events));
}
