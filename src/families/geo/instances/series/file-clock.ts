import { MS_PER_DAY, MS_PER_H } from '../../../../../models/units.js';
import { standardHistory, type StandardStretch } from '../../../../instances/time-zones/standard-offsets.js';

import { localText, offsetAt, type OffsetSegment, offsetSegments } from './zone.js';

/** Clock by which the time stamps of a file are written. */
export interface FileClock {
  /** Name of the clock in messages, e.g. "the clocks of Europe/Berlin". */
  readonly name: string;
  /** Which changes the clock has: none, those of the zone's standard time, or also daylight saving time. */
  readonly kind: 'fixed' | 'standard' | 'local';
  /** Returns the intervals of constant offset around the year of a time. */
  readonly around: (ms: number) => readonly OffsetSegment[];
}

/** An interval of time, UTC, ms. */
export interface Piece {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Margin around a year within which offsets are looked up, ms. Our choice: more than a day plus the largest offset. */
const MARGIN_MS = 3 * MS_PER_DAY;

/** Returns a clock with a constant offset. @param name such as "UTC" */
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
 * Returns the clock of a zone's standard time by the rules of each date. @param history the zone's changes of standard
 * time
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

/** Maximum daylight saving, ms: two hours, as at Troll. */
const MAX_SAVING_MS = 2 * MS_PER_H;

/**
 * Returns the clock of a zone's standard time. If the data base does not decide it within [fromMs, toMs), returns the
 * possible offsets; empty if the table does not have the zone or this machine's data contradict it.
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

/** Returns an instant as the clock shows it: "2017-01-01T00:00 UTC", or with the offset. */
export function clockText(clock: FileClock, ms: number): string {
  const text = localText(ms, clockOffsetMs(clock, ms));
  return clock.name === 'UTC' ? `${text.slice(0, 16)} UTC` : text;
}

/**
 * Returns the intervals in which a clock shows a local time within [fromMs, toMs), ascending: none if the clock skips
 * that time, two if it repeats it.
 */
export function shown(clock: FileClock, fromMs: number, toMs: number): Piece[] {
  const pieces: Piece[] = [];
  for (const segment of clock.around(fromMs)) {
    const from = Math.max(segment.fromMs, fromMs - segment.offsetMs);
    const to = Math.min(segment.toMs, toMs - segment.offsetMs);
    if (from < to) pieces.push({ fromMs: from, toMs: to });
  }
  return pieces;
}

/** Returns the instant at which a clock skips a time that it never shows, ms. */
export function skipMs(clock: FileClock, clockMs: number): number {
  const segments = clock.around(clockMs);
  return (segments.findLast(({ toMs, offsetMs }) => toMs + offsetMs <= clockMs) ?? segments[0]!).toMs;
}

/**
 * Returns the intervals of a row that begins at a time of the clock: one list for each row that must have this time. If
 * the whole interval occurs twice, there are two rows; otherwise the row lasts as long as the clock shows times of its
 * interval, e.g. a day of 23, 24 or 25 hours.
 */
export function intervalsFrom(clock: FileClock, clockMs: number, intervalMs: number): readonly (readonly Piece[])[] {
  const pieces = shown(clock, clockMs, clockMs + intervalMs);
  if (pieces.length === 0) return [];
  const twice = pieces.length > 1 && pieces.every(({ fromMs, toMs }) => toMs - fromMs === intervalMs);
  return twice ? pieces.map((piece) => [piece]) : [pieces];
}

/**
 * Returns the intervals of a row that ends at a time of the clock, as `intervalsFrom` does for beginnings. At a clock
 * change the end may be written in the old or the new time.
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
