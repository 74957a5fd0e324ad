import { MS_PER_DAY, MS_PER_S } from '../../../models/units.js';
import type { LocalFault } from '../../instances/fault.js';
import { dayOfText } from '../../instances/time/civil.js';
import { fixedClock, localClock, shown, skipMs, clockOffsetMs } from '../../instances/time/file-clock.js';
import { parseTimeStamp } from '../../instances/time/time-stamp.js';
import type { OffsetSegment } from '../../instances/time/zone.js';
import { copied } from './job-row.js';

/** Words in place of a time that is not known, or not yet. */
const NO_TIME: ReadonlySet<string> = new Set(['', 'Unknown', 'None', 'N/A', 'NONE', '0']);
/** Maximum number of days of which the offsets are kept. Our choice: a log of many years. */
const MAX_DAYS = 20_000;
/** Length of a time such as 2024-01-31T13:00:00. */
const STAMP_LENGTH = 19;
/** Code of the digit 0. */
const ZERO = 48;

/** Days of a local calendar, by the number of days since 1970-01-01. */
export class LocalDays {
  readonly #clock;
  readonly #starts = new Map<number, number>();

  constructor(zone: string | undefined) {
    this.#clock = zone === undefined || zone === 'UTC' ? fixedClock(0, 'UTC') : localClock(zone);
  }

  /** Returns the day of an instant, s since 1970 in UTC. */
  dayOf(instantS: number): number {
    const ms = instantS * MS_PER_S;
    return Math.floor((ms + clockOffsetMs(this.#clock, ms)) / MS_PER_DAY);
  }

  /** Returns the first instant of a day, s since 1970 in UTC. */
  startS(day: number): number {
    const known = this.#starts.get(day);
    if (known !== undefined) return known;
    const ms = day * MS_PER_DAY;
    // A clock that changes at midnight may skip it.
    const startS = (shown(this.#clock, ms, ms + 1)[0]?.fromMs ?? skipMs(this.#clock, ms)) / MS_PER_S;
    this.#starts.set(day, startS);
    return startS;
  }
}

/**
 * Reads the times of a log: seconds since 1970, times with an offset from UTC, and local times of a zone, which may be
 * shown twice. A local time that the clocks skip is read by the clock before the change.
 */
export class LogClock {
  readonly #clock;
  readonly #days = new Map<string, { readonly dayMs: number; readonly segments: readonly OffsetSegment[] }>();
  #hasOffsets = false;
  #hasLocal = false;
  #fault: Omit<LocalFault, 'path'> | null = null;
  #skipped = 0;

  constructor(zone: string | undefined) {
    this.#clock = zone === undefined ? null : zone === 'UTC' ? fixedClock(0, 'UTC') : localClock(zone);
  }

  /** Why the log cannot be read: times without a zone, or some with an offset and some without; null if it can be. */
  get fault(): Omit<LocalFault, 'path'> | null {
    return this.#fault;
  }

  /** Number of times that the clocks of the zone skip. */
  get skipped(): number {
    return this.#skipped;
  }

  /**
   * Returns the instants that a time may mean, s since 1970 in UTC, ascending: none if it says that the time is unknown.
   * Returns null for a text that is no time.
   */
  instants(text: string): readonly number[] | null {
    if (text.length === STAMP_LENGTH && text[4] === '-') {
      const inDayMs = inDayMsOf(text);
      if (inDayMs >= 0) return this.#local(text, text.slice(0, 10), inDayMs);
    }
    if (NO_TIME.has(text)) return [];
    if (/^\d{9,11}$/.test(text)) return [Number(text)];
    const stamp = parseTimeStamp(text, 'unknown');
    if (typeof stamp === 'string' || stamp.isDate) return null;
    if (stamp.offsetMs === undefined) {
      const day = new Date(stamp.clockMs).toISOString().slice(0, 10);
      return this.#local(text, day, ((stamp.clockMs % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY);
    }
    this.#hasOffsets = true;
    this.#judge(text);
    return [(stamp.clockMs - stamp.offsetMs) / MS_PER_S];
  }

  #local(text: string, day: string, inDayMs: number): readonly number[] | null {
    if (!this.#hasLocal) {
      this.#hasLocal = true;
      this.#judge(text);
    }
    const known = this.#days.get(day) ?? this.#dayOf(day);
    if (known === null) return null;
    const { dayMs, segments } = known;
    const clockMs = dayMs + inDayMs;
    if (segments.length === 1) return [(clockMs - segments[0]!.offsetMs) / MS_PER_S];
    const found = segments
      .filter(({ fromMs, toMs, offsetMs }) => clockMs - offsetMs >= fromMs && clockMs - offsetMs < toMs)
      .map(({ offsetMs }) => (clockMs - offsetMs) / MS_PER_S);
    if (found.length > 0) return found;
    this.#skipped += 1;
    return [(clockMs - segments[0]!.offsetMs) / MS_PER_S];
  }

  /** Returns the offsets of a day such as 2024-01-31; null if the calendar lacks it. */
  #dayOf(day: string): { readonly dayMs: number; readonly segments: readonly OffsetSegment[] } | null {
    const number = dayOfText(day);
    if (number === undefined) return null;
    const dayMs = number * MS_PER_DAY;
    const all = (this.#clock ?? fixedClock(0, 'UTC')).around(dayMs);
    const segments = all.filter(
      ({ fromMs, toMs, offsetMs }) => toMs + offsetMs > dayMs && fromMs + offsetMs < dayMs + MS_PER_DAY,
    );
    if (this.#days.size >= MAX_DAYS) this.#days.clear();
    const known = { dayMs, segments };
    this.#days.set(copied(day), known);
    return known;
  }

  #judge(value: string): void {
    if (this.#hasLocal && this.#clock === null) {
      const allowed = 'times with an offset from UTC, or in seconds since 1970, unless the time zone is named';
      const remedy = 'Name the zone of the times by --zone, such as Europe/Amsterdam or UTC, or run sacct with TZ=UTC.';
      this.#fault ??= { value, allowed, remedy };
    }
    if (this.#hasLocal && this.#hasOffsets) {
      const allowed = 'times that all have an offset from UTC, or none';
      this.#fault ??= { value, allowed, remedy: 'Import logs of different forms as files of their own.' };
    }
  }
}

/** Returns the time of day in a text such as 2024-01-31T13:00:00, ms; -1 if it is none. */
function inDayMsOf(text: string): number {
  const two = (at: number): number => {
    const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO];
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN;
  };
  const sign = text[10];
  if ((sign !== 'T' && sign !== ' ') || text[13] !== ':' || text[16] !== ':') return -1;
  const [hours, minutes, seconds] = [two(11), two(14), two(17)];
  if (!(hours < 24 && minutes < 60 && seconds <= 60)) return -1;
  return ((hours * 60 + minutes) * 60 + seconds) * MS_PER_S;
}
