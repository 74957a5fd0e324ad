import { S_PER_DAY } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { annualAccount } from './annual-account.js';
import { TOLERANCES } from './limits.js';

/** Day of the simulated time with its budgets. The first may be only the part of a day before the first midnight. */
export interface CheckedDay {
  readonly startS: number;
  readonly endS: number;
  /** Energy budget, J; null if there is none. */
  readonly budgetJ: number | null;
  /** Budget of money, USD; null if there is none. */
  readonly budgetUsd: number | null;
}

/**
 * Returns the days of an instance, ascending. The last is the measured time; days of 24 h lie before it. If the
 * simulated time begins within a day, the rest of that day comes first and has no budget.
 */
export function daysOfInstance(instance: UtilityInstance): CheckedDay[] {
  const { period, energyBudgetJPerDay = null, costBudgetUsdPerDay = null } = instance;
  // Of an annual budget the day's is worked out anew.
  const annual = annualAccount(instance, 0, 0);
  const budgets = { budgetJ: annual?.dayBudgetJ ?? energyBudgetJPerDay, budgetUsd: costBudgetUsdPerDay };
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

/** Returns how much time of the pieces (start and end, s) lies within [fromS, toS), s. */
export function insideS(pieces: readonly (readonly [number, number])[], fromS: number, toS: number): number {
  let sum = 0;
  for (const [startS, endS] of pieces) sum += Math.max(0, Math.min(endS, toS) - Math.max(startS, fromS));
  return sum;
}

/** Returns true if `atS` is the moment of a mapping event, up to rounding error. */
export function isEvent(atS: number, eventIntervalS: number): boolean {
  const events = atS / eventIntervalS;
  return Math.abs(events - Math.round(events)) <= TOLERANCES.event.value * Math.max(1, events);
}

/**
 * Returns the first mapping event at or after a moment, s. A moment within rounding error of an event counts as that
 * event.
 */
export function firstEventS(atS: number, eventIntervalS: number): number {
  const events = atS / eventIntervalS;
  return eventIntervalS * (isEvent(atS, eventIntervalS) ? Math.round(events) : Math.ceil(events));
}
