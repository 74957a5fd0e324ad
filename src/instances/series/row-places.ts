import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../models/units.js';
import type { LocalFault } from '../fault.js';
import { areBeginningsMoved } from './autumn-labels.js';

import { type CsvTable, fieldFault, severalSeries, stampText } from './csv-table.js';
import type { CsvSource } from './csv-source.js';
import {
  clockOffsetMs,
  clockText,
  type FileClock,
  intervalsFrom,
  intervalsUntil,
  type Piece,
  skipMs,
} from '../time/file-clock.js';
import { isNoValue, MANY_AGAINST_ONE } from '../time/number-style.js';
import { PlaceStore, StampStore } from './row-store.js';
import type { Doubt } from './series-rows.js';
import { parseTimeStamp, stampAdvice, type StampFault, type TimeStamp } from '../time/time-stamp.js';

/** Maximum step back in time between consecutive rows that is attributed to the autumn clock change, ms. */
const MAX_REPEATED_MS = 3 * MS_PER_H;

/**
 * Rows that share a time stamp which the clock shows twice. `passes` has one entry for each time that the clock shows
 * it: the UTC intervals of a row that belongs to that pass.
 */
interface Repeated {
  readonly passes: readonly (readonly Piece[])[];
  readonly rows: number[];
}

/** Finds the time interval of each row of a file, and notes doubtful rows. */
export class RowPlaces {
  readonly #table: CsvTable;
  readonly #source: CsvSource;
  readonly #clock: FileClock;
  readonly #file: string;
  readonly #intervalMs: number;
  readonly #isEnding: boolean;
  readonly #stamps: StampStore;
  /** True if the stamp of an interval's end is its local beginning plus its length, even where clocks change. */
  readonly #isMoved: boolean;
  /** Order of the rows: 1 for ascending time, -1 for descending time, 0 for no order. */
  readonly #direction: 1 | -1 | 0;
  readonly places: PlaceStore;
  readonly doubts: Doubt[] = [];
  /** Fault that the file holds several series, or 'none'; undefined until the file has been examined for it. */
  #several: LocalFault | 'none' | undefined;

  constructor(table: CsvTable, source: CsvSource, clock: FileClock, file: string) {
    this.#table = table;
    this.#source = source;
    this.#clock = clock;
    this.#file = file;
    this.#intervalMs = source.intervalMinutes * MS_PER_MIN;
    this.#isEnding = source.timeConvention.endsWith('ending');
    const which = this.#isEnding ? 'ending' : 'beginning';
    this.#stamps = new StampStore(stampsOf(table, which), table.records.length);
    this.#isMoved =
      clock.kind === 'local' && this.#isEnding && areBeginningsMoved(this.#stamps, this.#intervalMs, clock);
    this.#direction = directionOf(this.#stamps);
    this.places = this.#find();
  }

  #find(): PlaceStore {
    const places = new PlaceStore(this.#table.records.length);
    const repeated = new Map<number, Repeated>();
    let row = -1;
    for (const stamp of this.#stamps) {
      row++;
      if (typeof stamp === 'string' || this.#dateFault(stamp) !== undefined) continue;
      if (stamp.offsetMs !== undefined) places.set(row, [this.#stated(row, stamp.clockMs, stamp.offsetMs)]);
      else {
        const passes = this.#passes(stamp.clockMs);
        if (passes.length < 2) places.set(row, passes[0] ?? this.#skipped(row, stamp.clockMs));
        else {
          const known = repeated.get(stamp.clockMs) ?? { passes, rows: [] };
          known.rows.push(row);
          repeated.set(stamp.clockMs, known);
        }
      }
    }
    const single: Repeated[] = [];
    for (const one of repeated.values()) if (!this.#inOrder(one, places)) single.push(one);
    // Those that are not there as often as the clock shows them are told by their neighbours, where these are known.
    for (const one of single) this.#tellApart(one, places);
    this.#unplaced(places);
    return places;
  }

  /**
   * Returns the fault of a row that overlaps an earlier one. If the file seems to hold several series, returns the
   * fault that says so instead.
   */
  conflict(line: number, earlierLine: number, isSameTime: boolean): LocalFault {
    const row = this.#table.records.findIndex((record) => record.line === line);
    const several = (this.#several ??= severalSeries(this.#table) ?? 'none');
    if (several !== 'none') return several;
    if (isSameTime) return this.#again(row, earlierLine);
    const allowed = `at least ${this.#source.intervalMinutes} minutes after ${this.#table.row} ${earlierLine}`;
    return { ...this.#atTime(row), allowed, remedy: 'Correct intervalMinutes in the instance, or the times.' };
  }

  /** Returns the time intervals of rows stamped `clockMs` (local time): one list for each pass of the clock. */
  #passes(clockMs: number): readonly (readonly Piece[])[] {
    if (!this.#isEnding) return intervalsFrom(this.#clock, clockMs, this.#intervalMs);
    if (this.#isMoved) return intervalsFrom(this.#clock, clockMs - this.#intervalMs, this.#intervalMs);
    return intervalsUntil(this.#clock, clockMs, this.#intervalMs);
  }

  /**
   * Returns the time interval of a row whose stamp states an offset from UTC. If the neighbouring row's stamp is one
   * interval away on the clock, the interval reaches to that stamp. Otherwise it has the usual length on the file's
   * clock.
   */
  #stated(row: number, clockMs: number, offsetMs: number): Piece {
    const ms = clockMs - offsetMs;
    const sign = this.#isEnding ? -1 : 1;
    const next = this.#stamps.at(row + sign * (this.#direction || 1));
    let otherMs = ms + sign * this.#intervalMs;
    if (typeof next === 'object' && next.offsetMs !== undefined) {
      const isNext = next.clockMs === clockMs + sign * this.#intervalMs;
      if (isNext && Math.abs(next.offsetMs - offsetMs) < this.#intervalMs) otherMs = next.clockMs - next.offsetMs;
    }
    const isLast = typeof next !== 'object' || next.clockMs !== clockMs + sign * this.#intervalMs;
    if (
      isLast &&
      this.#clock.kind === 'local' &&
      clockOffsetMs(this.#clock, this.#isEnding ? ms - 1 : ms) === offsetMs
    ) {
      const own = this.#passes(clockMs).find((pieces) =>
        this.#isEnding ? pieces.at(-1)!.toMs === ms : pieces[0]!.fromMs === ms,
      );
      if (own !== undefined) return { fromMs: own[0]!.fromMs, toMs: own.at(-1)!.toMs };
    }
    return { fromMs: Math.min(ms, otherMs), toMs: Math.max(ms, otherMs) };
  }

  /** Notes a doubt about a row whose local time the clock skips, unless it has no value. Returns an empty list. */
  #skipped(row: number, clockMs: number): readonly Piece[] {
    if (isNoValue(this.#cell(row, this.#table.value))) return [];
    const beginMs = this.#isEnding ? clockMs - this.#intervalMs : clockMs;
    const fromMs = skipMs(this.#clock, beginMs);
    const allowed = `times that are on ${this.#clock.name}: this one is skipped`;
    this.#doubt(row, fromMs, this.#clock.kind === 'standard' ? Infinity : fromMs + 1, () => ({
      ...this.#atTime(row),
      allowed,
      remedy:
        this.#clock.kind === 'standard'
          ? this.#offsetRemedy(fromMs)
          : 'No such hour is there in spring: delete the row, or leave its value empty.',
    }));
    return [];
  }

  /** If there is one row for each pass of the clock over a local time, assigns them in order and returns true. */
  #inOrder({ passes, rows }: Repeated, places: PlaceStore): boolean {
    if (rows.length !== passes.length || this.#direction === 0) return false;
    const inOrder = this.#direction === 1 ? passes : passes.toReversed();
    for (const [n, row] of rows.entries()) places.set(row, inOrder[n]!);
    return true;
  }

  /**
   * Assigns a row to one of the two passes of the clock over its local time. Notes a doubt if both passes are possible
   * or if there are too many rows.
   */
  #tellApart({ passes, rows }: Repeated, places: PlaceStore): void {
    const [row, last] = [rows[0]!, rows.at(-1)!];
    const possible = rows.length === 1 ? this.#possible(passes, row, places) : passes;
    if (possible.length === 1) {
      places.set(row, possible[0]!);
      return;
    }
    for (const one of rows) places.set(one, []);
    const [fromMs, lastMs] = [passes[0]![0]!.fromMs, passes.at(-1)!.at(-1)!.toMs];
    if (rows.length < passes.length) {
      const isStandard = this.#clock.kind === 'standard';
      const allowed = `this time twice, for ${this.#clock.name} show${isStandard ? 's' : ''} it twice`;
      const remedy = isStandard
        ? this.#offsetRemedy(lastMs)
        : 'Add the missing rows, write the offset from UTC into the times, or convert them to UTC.';
      this.#doubt(row, fromMs, isStandard ? Infinity : lastMs, () => ({ ...this.#atTime(row), allowed, remedy }));
    } else if (rows.length > passes.length) {
      this.#doubt(last, fromMs, lastMs, () => this.#again(last, this.#table.records[rows.at(-2)!]!.line));
    } else {
      const allowed = 'rows in the order of time where the clock shows a time twice, to tell the two apart';
      const remedy = 'Sort the rows of the file by time.';
      this.#doubt(row, fromMs, lastMs, () => ({ ...this.#atTime(row), allowed, remedy }));
    }
  }

  /** Returns those of a row's possible time intervals that lie between the rows before and after it. */
  #possible(passes: Repeated['passes'], row: number, places: PlaceStore): Repeated['passes'] {
    if (this.#direction === 0) return passes;
    const beginOf = (step: number): number | undefined => {
      for (let at = row + step; at >= 0 && at < places.length; at += step) {
        const place = places.at(at);
        if (place !== undefined && place.length > 0) return place[0]!.fromMs;
      }
      return undefined;
    };
    const [before = -Infinity, after = Infinity] = [beginOf(-this.#direction), beginOf(this.#direction)];
    return passes.filter(([piece]) => piece!.fromMs > before && piece!.fromMs < after);
  }

  /** Returns the fault of a local time with more rows than passes of the clock over it (one, or two in autumn). */
  #again(row: number, line: number): LocalFault {
    const convention = this.#isEnding ? 'local-ending' : 'local-beginning';
    const hint =
      this.#clock.kind === 'local'
        ? ''
        : ` (Clocks with daylight saving repeat an hour in autumn: that is timeConvention ${convention}.)`;
    const remedy = `It is in ${this.#table.row} ${line} already: remove one of the two.${hint}`;
    return { ...this.#atTime(row), allowed: 'each time once', remedy };
  }

  /** Returns the advice for a file whose clock does not follow the zone's change of standard time. */
  #offsetRemedy(changeMs: number): string {
    const [before, after] = [changeMs - MS_PER_DAY, changeMs + MS_PER_DAY].map((ms) =>
      clockText(this.#clock, ms).slice(-6),
    );
    return `If the clock of the file keeps one offset, set timeZone to it, such as "${before!}" or "${after!}"; otherwise correct the rows: the zone changes its standard time here.`;
  }

  /** Notes doubts about rows with unreadable time stamps, for the time between the rows before and after. */
  #unplaced(places: PlaceStore): void {
    const edge = this.#direction === -1 ? -Infinity : Infinity;
    let beforeMs = -edge;
    let waiting: number[] = [];
    const fault = this.#stamps.at(0);
    if (places.length > 1 && typeof fault === 'string' && isAll(this.#stamps, fault)) {
      this.#doubt(0, -Infinity, Infinity, () => {
        const { allowed, ...single } = this.#stampFault(0);
        return { ...single, allowed: `${allowed} (in none of the ${places.length} rows it is so)` };
      });
      return;
    }
    const settle = (afterMs: number): void => {
      const known = this.#direction !== 0;
      const [fromMs, toMs] = known ? [Math.min(beforeMs, afterMs), Math.max(beforeMs, afterMs)] : [-Infinity, Infinity];
      for (const row of waiting) this.#doubt(row, fromMs, toMs, () => this.#stampFault(row));
      waiting = [];
    };
    for (let row = 0; row < places.length; row++) {
      const place = places.at(row);
      if (place === undefined) waiting.push(row);
      else if (place.length > 0) {
        const { fromMs } = place[0]!;
        if (waiting.length > 0) settle(fromMs);
        beforeMs = fromMs;
      }
    }
    settle(edge);
  }

  #stampFault(row: number): LocalFault {
    const { fields, line } = this.#table.records[row]!;
    const { names } = this.#table;
    if (fields.length !== names.length) return fieldFault(line, fields.length, names.length);
    const stamp = this.#stamps.at(row)!;
    const at = this.#atTime(row);
    if (typeof stamp === 'string') return { ...at, ...stampAdvice(stamp, at.value as string) };
    return { ...at, ...this.#dateFault(stamp)! };
  }

  /** For a date that needs a time of day, returns what is allowed and how to correct it; else undefined. */
  #dateFault({ isDate }: TimeStamp): Pick<LocalFault, 'allowed' | 'remedy'> | undefined {
    if (!isDate) return undefined;
    const { intervalMinutes, timeConvention } = this.#source;
    if (this.#intervalMs !== MS_PER_DAY) {
      const allowed = `a time of day with each date, for rows of ${intervalMinutes} minutes`;
      const remedy =
        'Write the time of day, or set intervalMinutes to 1440 if the value of a row holds for the whole day.';
      return { allowed, remedy };
    }
    if (!this.#isEnding) return undefined;
    const allowed = 'a time of day with each date: whether a date is the day or ends it cannot be told';
    const beginning = timeConvention.replace('ending', 'beginning');
    return {
      allowed,
      remedy: `If the value of a row holds for the day of its date, set timeConvention to ${beginning}.`,
    };
  }

  #doubt(row: number, fromMs: number, toMs: number, fault: () => LocalFault): void {
    this.doubts.push({
      fromMs,
      toMs,
      file: this.#file,
      row: this.#table.row,
      line: this.#table.records[row]!.line,
      fault,
    });
  }

  #cell(row: number, column: number): string {
    return (this.#table.records[row]!.fields[column] ?? '').trim();
  }

  #atTime(row: number): Pick<LocalFault, 'path' | 'value'> {
    const { time, names, records, row: word } = this.#table;
    const record = records[row]!;
    const path = `${word} ${record.line}, column ${time + 1} (${names[time]!})`;
    return { path, value: stampText(this.#table, record) };
  }
}

/**
 * Returns the order of the rows: 1 for ascending time, -1 for descending, 0 for none. Small steps back are attributed
 * to the autumn clock change. A few larger ones count as faults of single rows.
 */
function directionOf(stamps: Iterable<TimeStamp | StampFault>): 1 | -1 | 0 {
  let [forward, back, farForward, farBack] = [0, 0, 0, 0];
  let beforeMs: number | undefined;
  for (const stamp of stamps) {
    if (typeof stamp === 'string') continue;
    const stepMs = stamp.clockMs - (beforeMs ?? stamp.clockMs);
    if (stepMs > 0) forward++;
    if (stepMs < 0) back++;
    if (stepMs > MAX_REPEATED_MS) farForward++;
    if (stepMs < -MAX_REPEATED_MS) farBack++;
    beforeMs = stamp.clockMs;
  }
  if (forward >= back) return forward >= MANY_AGAINST_ONE * farBack ? 1 : 0;
  return back >= MANY_AGAINST_ONE * farForward ? -1 : 0;
}

function* stampsOf(table: CsvTable, which: 'beginning' | 'ending'): Generator<TimeStamp | StampFault> {
  for (const record of table.records) yield parseTimeStamp(stampText(table, record), table.order, which);
}

function isAll(stamps: Iterable<TimeStamp | StampFault>, fault: StampFault): boolean {
  for (const stamp of stamps) if (stamp !== fault) return false;
  return true;
}
