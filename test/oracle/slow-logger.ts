/** Clock in UTC minutes: what it shows at an instant, minutes since 1970 of its own. */
export type SlowClock = (minute: number) => number;

/** Length of a minute, ms. */
const MINUTE_MS = 60_000;

/** Clock of a zone as people have it, by Intl alone; its offset is looked up every quarter of an hour. */
export function clockOfPeople(zone: string): SlowClock {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const offsets = new Map<number, number>();
  return (minute) => {
    const quarter = Math.floor(minute / 15);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const parts = new Map(
        format.formatToParts(quarter * 15 * MINUTE_MS).map(({ type, value }) => [type, Number(value)]),
      );
      const [year, month, day, hour, min] = ['year', 'month', 'day', 'hour', 'minute'].map((type) =>
        parts.get(type as Intl.DateTimeFormatPartTypes),
      ) as [number, number, number, number, number];
      offset = Date.UTC(year, month - 1, day, hour, min) / MINUTE_MS - quarter * 15;
      offsets.set(quarter, offset);
    }
    return minute + offset;
  };
}

/** Row of a logger. All in minutes: when it began and ended, and what its interval is called on the clock. */
export interface LoggedRow {
  readonly from: number;
  readonly to: number;
  readonly label: number;
}

/**
 * Rows of a logger that looks at its clock every minute of [from, to) and begins a row where the clock comes to another interval, or goes back by
 * a whole interval or more; the first and the last, which may be parts, are left out.
 */
export function loggedRows(clock: SlowClock, from: number, to: number, interval: number): LoggedRow[] {
  const rows: LoggedRow[] = [];
  let label = NaN;
  let begun = from;
  for (let minute = from; minute < to; minute++) {
    const shown = clock(minute);
    const own = Math.floor(shown / interval) * interval;
    const back = clock(minute - 1) + 1 - shown;
    if (own === label && !(back >= interval && shown === own)) continue;
    rows.push({ from: begun, to: minute, label });
    [label, begun] = [own, minute];
  }
  return rows.slice(1);
}

/** Text of a time on a clock, "2024-03-31 02:00". */
export function clockStamp(minute: number): string {
  return new Date(minute * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ');
}
