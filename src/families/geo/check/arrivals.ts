import { MS_PER_H, MS_PER_S } from '../../../../models/units.js';
import type { Horizon, SinusoidalArrivals } from '../../../../models/families/geo/instance.js';

/**
 * Returns a task type's arrival rate in each epoch, tasks/s, by the formula below. The hour h is the local hour of the
 * given time zone at the middle of the epoch.
 *
 * meanPerS (1 + swing cos(2 pi (h - peakHour) / 24))
 *
 * Local time comes from Intl, the time-zone data of the JavaScript runtime. Returns null if Intl does not know the zone
 * or if clocks skip the horizon's local start time.
 */
export function sinusoidalArrivals(
  { start, timeZone, epochs, epochMinutes }: Horizon,
  { meanPerS, swing, peakHour, timeZone: zone }: SinusoidalArrivals,
): number[] | null {
  const [here, there] = [clockOf(timeZone), clockOf(zone)];
  if (here === null || there === null) return null;
  const wallMs = Date.parse(`${start}:00Z`);
  // Date.parse makes a date of almost anything.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(`${start}:00.`)) return null;
  const startMs = instantAt(here, wallMs);
  if (startMs === null) return null;
  return Array.from({ length: epochs }, (_, t) => {
    const hour = (there(startMs + (t + 0.5) * epochMinutes * 60_000) / MS_PER_H) % 24;
    return meanPerS * (1 + swing * Math.cos(((hour - peakHour) * Math.PI) / 12));
  });
}

/** Converts an instant (ms since 1970, UTC) to the local time on a wall clock (ms since 1970 on that clock). */
type Clock = (utcMs: number) => number;

function clockOf(timeZone: string): Clock | null {
  const part = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...part, ...time, timeZone, calendar: 'gregory' });
  } catch {
    return null;
  }
  return (utcMs) => {
    const shown: Partial<Record<string, number>> = Object.fromEntries(
      format.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((utcMs % MS_PER_S) + 1000) % MS_PER_S);
  };
}

/** Returns the instant, ms since 1970 in UTC, at which a clock shows `wallMs`; null if it never does. */
function instantAt(clock: Clock, wallMs: number): number | null {
  // Offsets are a day at most; the second step uses the offset of the right side of a change.
  let utcMs = wallMs;
  for (let step = 0; step < 3; step += 1) utcMs += wallMs - clock(utcMs);
  return clock(utcMs) === wallMs ? utcMs : null;
}
