import { type Calendar, endMs } from './calendar.js';
import { civilDate, DAY_MS, dayNumberOf } from './civil.js';

/** Stretch of the horizon, with its place on a file's own clock. */
export interface ClockStretch {
  /** Beginning on the file's clock, ms. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Difference of the clock's time from the instant of the horizon, ms: positive where the clock is ahead. */
  readonly aheadMs: number;
  /** Flag, true on a 29 February that the file's year does not have; the times are those of the 28th. */
  readonly leapDay: boolean;
}

/**
 * Stretches of the horizon on a clock `offsetMs` ahead of UTC. With `year`, every day of that clock is the day of the
 * same date in that year: a horizon that runs over New Year goes back to its January.
 */
export function clockStretches(calendar: Calendar, offsetMs: number, year: number | undefined): ClockStretch[] {
  const [from, to] = [calendar.startMs + offsetMs, endMs(calendar) + offsetMs];
  if (year === undefined) return [{ fromMs: from, toMs: to, aheadMs: offsetMs, leapDay: false }];
  const stretches: ClockStretch[] = [];
  for (let day = Math.floor(from / DAY_MS); day * DAY_MS < to; day++) {
    const { month, day: dayOfMonth } = civilDate(day);
    const same = dayNumberOf({ year, month, day: dayOfMonth });
    const target = same ?? dayNumberOf({ year, month: 2, day: 28 })!;
    const aheadMs = (target - day) * DAY_MS;
    stretches.push({
      fromMs: Math.max(from, day * DAY_MS) + aheadMs,
      toMs: Math.min(to, (day + 1) * DAY_MS) + aheadMs,
      aheadMs: aheadMs + offsetMs,
      leapDay: same === undefined,
    });
  }
  return stretches;
}
