import { DAY_MS } from './civil.js';
import { offsetAt, offsetSegments, type OffsetSegment } from './zone.js';

/** Instants (ms, UTC) at which the clocks of a zone show a time: one; two in the hour that autumn repeats; none in the hour that spring skips. */
export type LocalClock = (clockMs: number) => readonly number[];

/** Local clock of a zone; its changes of offset are looked up once per year. */
export function localClock(zone: string): LocalClock {
  const years = new Map<number, readonly OffsetSegment[]>();
  return (clockMs) => {
    const year = new Date(clockMs).getUTCFullYear();
    let segments = years.get(year);
    if (segments === undefined) {
      segments = offsetSegments(zone, Date.UTC(year, 0, 1) - 2 * DAY_MS, Date.UTC(year + 1, 0, 1) + 2 * DAY_MS);
      years.set(year, segments);
    }
    const own = segments;
    const offsets = new Set(
      own
        .filter(({ fromMs, toMs }) => clockMs > fromMs - 2 * DAY_MS && clockMs < toMs + 2 * DAY_MS)
        .map(({ offsetMs }) => offsetMs),
    );
    return [...offsets]
      .map((offsetMs) => clockMs - offsetMs)
      .filter((ms) => ms + offsetAt(own, ms) === clockMs)
      .sort((a, b) => a - b);
  };
}
