import { MS_PER_DAY, MS_PER_H } from '../../../models/units.js';
import { standardHistory, type StandardStretch } from './standard-offsets.js';

import { localText, offsetAt, type OffsetSegment, offsetSegments } from './zone.js';

/** Clock by which the time stamps of a file are written. */
export interface FileClock {
  /** Name of the clock in messages, e.g. "the clocks of Europe/Berlin". */
  readonly name: string;
  /**
   * How the clock's offset from UTC changes: 'fixed' never, 'standard' only with the zone's standard time, 'local' also
   * with daylight saving time.
   */
  readonly kind: 'fixed' | 'standard' | 'local';
  /** Returns the intervals of constant offset from UTC in the year around an instant, with some margin. */
  readonly around: (ms: number) => readonly OffsetSegment[];
}

/** A time interval [fromMs, toMs), ms since 1970 in UTC. */
export interface Piece {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Margin around a year within which offsets are looked up, ms. Our choice: over a day plus the largest offset. */
const MARGIN_MS = 3 * MS_PER_DAY;

/**
 * Returns a clock with a constant offset from UTC.
 *
 * @param name name in messages, such as "UTC"
 */
export function fixedClock(offsetMs: number, name: string): FileClock {
  const segments = [{ fromMs: -Infinity, toMs: Infinity, offsetMs }];
  return { name, kind: 'fixed', around: () => segments };
}

/** Returns the local clock of a zone; its offset changes are looked up once per year. */
export function localClock(zone: string): FileClock {
  const years = new Map<number, readonly OffsetSegment[]>();
  const around = (ms: number): readonly OffsetSegment[] => {
    const year = new Date(ms).getUTCFullYear();
    const known =
      years.get(year) ?? offsetSegments(zone, Date.UTC(year, 0, 1) - MARGIN_MS, Date.UTC(year + 1, 0, 1) + MARGIN_MS);
    years.set(year, known);
    return known;
  };
  return { name: `the clocks of ${zone}`, kind: 'local', around };
}

/**
 * Returns the clock of a zone's standard time.
 *
 * @param history the zone's changes of standard time
 */
function standardClock(zone: string, history: readonly StandardStretch[]): FileClock {
  const segments = history.map(({ fromMs, offsetsMs }, n) => ({
    fromMs,
    toMs: history[n + 1]?.fromMs ?? Infinity,
    offsetMs: offsetsMs[0]!,
  }));
  const kind = segments.length === 1 ? 'fixed' : 'standard';
  return { name: `the standard time of ${zone}`, kind, around: () => segments };
}

/** Maximum difference between daylight saving and standard time, ms: two hours, as at Troll station (Antarctica). */
const MAX_SAVING_MS = 2 * MS_PER_H;

/**
 * Returns the clock of a zone's standard time within [fromMs, toMs). If the table of standard times allows several
 * offsets from UTC, returns these offsets, ms. Returns no offsets if the table lacks the zone or contradicts the
 * time-zone data of this machine.
 */
export function judgeStandard(zone: string, fromMs: number, toMs: number): FileClock | readonly number[] {
  const history = standardHistory(zone);
  if (history === undefined) return [];
  for (const [n, stretch] of history.entries()) {
    const [from, to] = [Math.max(fromMs, stretch.fromMs), Math.min(toMs, history[n + 1]?.fromMs ?? Infinity)];
    if (from >= to) continue;
    if (stretch.offsetsMs.length > 1) return stretch.offsetsMs;
    const savings = offsetSegments(zone, from, to).map(({ offsetMs }) => offsetMs - stretch.offsetsMs[0]!);
    if (savings.some((ms) => ms < 0 || ms > MAX_SAVING_MS)) return [];
  }
  return standardClock(zone, history);
}

/** Returns the offset of a clock from UTC at an instant, ms. */
export function clockOffsetMs(clock: FileClock, ms: number): number {
  return offsetAt(clock.around(ms), ms);
}

/** Returns an instant as the clock shows it, such as "2017-01-01T00:00 UTC" or "2017-01-01T00:00+01:00". */
export function clockText(clock: FileClock, ms: number): string {
  const text = localText(ms, clockOffsetMs(clock, ms));
  return clock.name === 'UTC' ? `${text.slice(0, 16)} UTC` : text;
}

/** Returns the UTC intervals in which a clock shows [fromMs, toMs): none if it skips them, two if it repeats them. */
export function shown(clock: FileClock, fromMs: number, toMs: number): Piece[] {
  const pieces: Piece[] = [];
  for (const segment of clock.around(fromMs)) {
    const from = Math.max(segment.fromMs, fromMs - segment.offsetMs);
    const to = Math.min(segment.toMs, toMs - segment.offsetMs);
    if (from < to) pieces.push({ fromMs: from, toMs: to });
  }
  return pieces;
}

/** Returns the instant of the clock change that skips the local time `clockMs`, ms since 1970 in UTC. */
export function skipMs(clock: FileClock, clockMs: number): number {
  const segments = clock.around(clockMs);
  return (segments.findLast(({ toMs, offsetMs }) => toMs + offsetMs <= clockMs) ?? segments[0]!).toMs;
}

/**
 * Returns the UTC intervals that rows cover if they are stamped with their local beginning `clockMs`. The outer list
 * has one entry for each row that a complete file has with this stamp.
 *
 * If the clock shows the whole interval twice, there are two rows. Otherwise there is one row, which lasts as long as
 * the clock shows times of its interval, e.g. a day of 23, 24 or 25 hours.
 */
export function intervalsFrom(clock: FileClock, clockMs: number, intervalMs: number): readonly (readonly Piece[])[] {
  const pieces = shown(clock, clockMs, clockMs + intervalMs);
  if (pieces.length === 0) return [];
  const twice = pieces.length > 1 && pieces.every(({ fromMs, toMs }) => toMs - fromMs === intervalMs);
  return twice ? pieces.map((piece) => [piece]) : [pieces];
}

/**
 * Returns the UTC intervals that rows cover if they are stamped with their local end `clockMs`. The outer list has one
 * entry for each row that a complete file has with this stamp. An end at a clock change may be written in the time
 * before or after the change.
 */
export function intervalsUntil(clock: FileClock, clockMs: number, intervalMs: number): readonly (readonly Piece[])[] {
  const found = new Map<number, readonly Piece[]>();
  for (const { fromMs: endMs } of shown(clock, clockMs, clockMs + 1)) {
    const before = endMs + clockOffsetMs(clock, endMs - 1);
    // At a change the row that ends is that of the interval of the day in which the clock was.
    const isChange = before !== clockMs;
    const beginMs = isChange ? Math.floor((before - 1) / intervalMs) * intervalMs : clockMs - intervalMs;
    const rows = intervalsFrom(clock, beginMs, intervalMs);
    const ended = rows.find((row) => row.at(-1)!.toMs === endMs);
    const pieces = ended ?? (rows.length === 1 && !isChange ? rows[0] : undefined);
    if (pieces !== undefined) found.set(pieces[0]!.fromMs, pieces);
  }
  if (found.size === 0) return intervalsFrom(clock, clockMs - intervalMs, intervalMs).slice(0, 1);
  return [...found].sort(([a], [b]) => a - b).map(([, pieces]) => pieces);
}
