import { MS_PER_H } from '../../../../../models/units.js';
import type { CsvSeries, GeoInstance } from '../../../../../models/families/geo/instance.js';
import { type LocalFault, MAX_FAULTS, type Fault, rest } from '../../../../instances/fault.js';
import { isOutside, faultInNamedFile } from '../../../../instances/outside.js';
import { type Calendar, endMs, epochBeginMs } from './calendar.js';

import { csvMeans } from './csv-means.js';
import { type JoinedRows, joinRows, type SeriesPart } from '../../../../instances/series/csv-join.js';
import { seriesRows } from '../../../../instances/series/csv-rows.js';
import { fixedClock, type FileClock, judgeStandard, localClock } from '../../../../instances/time/file-clock.js';
import type { Doubt } from '../../../../instances/series/series-rows.js';
import { type EpwName, type ReadEpw, readEpw } from '../../../../instances/series/epw.js';
import { epwMeans } from './epw-means.js';
import { FileShelf } from '../../../../instances/series/file-shelf.js';
import { TZ_RELEASE } from '../../../../instances/time/standard-offsets-table.js';
import { listRemedy, rangeText, type ValueLimits, within } from '../../../../../models/fields/value-limits.js';
import {
  fixedOffsetMs,
  type OffsetSegment,
  offsetSegments,
  offsetText,
  zoneFault,
} from '../../../../instances/time/zone.js';

/** Clock of files whose time stamps are in UTC. */
const UTC = fixedClock(0, 'UTC');

/** Reads the files and time zones behind the series of all data centres, each of them once. Collects all faults. */
export class SeriesSources {
  readonly faults: Fault[] = [];
  /** Warnings: one for each series that has gaps in the horizon filled with the value before. */
  readonly warnings: string[] = [];
  readonly shelf: FileShelf;
  readonly #told = new Set<string>();
  readonly #segments = new Map<string, OffsetSegment[]>();
  readonly #localClocks = new Map<string, FileClock>();
  readonly #rows = new Map<string, JoinedRows | undefined>();
  readonly #years = new Map<string, ReadEpw>();

  /**
   * Creates the sources of one instance.
   *
   * @param instanceFile name of the instance file in faults
   */
  constructor(
    readonly calendar: Calendar,
    readonly instance: GeoInstance,
    directory: string,
    readonly instanceFile: string,
  ) {
    this.shelf = new FileShelf(directory);
  }

  /** Returns the intervals of constant offset from UTC of a valid time zone, over the horizon. */
  segments(zone: string): OffsetSegment[] {
    const known = this.#segments.get(zone) ?? offsetSegments(zone, this.calendar.startMs, endMs(this.calendar));
    this.#segments.set(zone, known);
    return known;
  }

  inInstance(fault: LocalFault): void {
    this.faults.push({ file: this.instanceFile, ...fault });
  }

  inFile(name: string, faults: readonly LocalFault[]): void {
    const file = this.shelf.pathOf(name);
    for (const fault of faults) {
      const key = JSON.stringify([file, fault.path, fault.value]);
      if (this.#told.has(key)) continue;
      this.#told.add(key);
      this.faults.push(faultInNamedFile(this.shelf.directory, file, fault));
    }
  }

  /** Returns a series that the instance lists by epoch; undefined if it is invalid (its faults are collected). */
  given(values: readonly number[], limits: ValueLimits, path: string): Float64Array | undefined {
    const { epochCount } = this.calendar;
    const before = this.faults.length;
    if (values.length !== epochCount) {
      this.inInstance({
        path,
        value: `${values.length} values`,
        allowed: `${epochCount} values, one per epoch of the horizon`,
        remedy: values.length < epochCount ? 'Complete the series or shorten the horizon.' : 'Shorten the series.',
      });
    }
    let told = 0;
    let more = 0;
    for (const [t, value] of values.entries()) {
      if (within(limits, value)) continue;
      if (told++ >= MAX_FAULTS) {
        more++;
        continue;
      }
      this.inInstance({ path: `${path}[${t}]`, value, allowed: rangeText(limits), remedy: listRemedy(limits) });
    }
    if (more > 0) this.inInstance(rest(more));
    return this.faults.length > before ? undefined : Float64Array.from(values);
  }

  /** Returns a column of a CSV file averaged over each epoch; undefined if it is invalid (its faults are collected). */
  csv(source: CsvSeries, zone: string, limits: ValueLimits, path: string): Float64Array | undefined {
    if (!this.#judgeCsv(source, path)) return undefined;
    const names = typeof source.file === 'string' ? [source.file] : source.file;
    const clocks = this.#clocks(source, zone, path);
    if (clocks === undefined) return undefined;
    const rows = this.#joined(names, source, clocks.stamps, limits, path);
    if (rows === undefined) return undefined;
    const answer = csvMeans(rows, source, clocks.days, this.calendar);
    if (!answer.ok) {
      for (const { file = names[0]!, ...fault } of answer.faults) this.inFile(file, [fault]);
      return undefined;
    }
    const files = names.join(' + ');
    if (answer.filledMs > 0) this.warnings.push(filledWarning(path, files, answer.filledMs, this.calendar));
    if (answer.unused.length > 0) {
      const isPrivate = answer.unused.some(({ file }) => isOutside(this.shelf.directory, file));
      this.warnings.push(unusedWarning(path, answer.unused, isPrivate));
    }
    return answer.means;
  }

  /**
   * Returns the two clocks of a file: `stamps`, on which its time stamps are written, and `days`, on which dates of
   * another year are matched. If the zone's standard time is not certain, collects a fault and returns undefined.
   */
  #clocks(
    { timeConvention, timeZone, year }: CsvSeries,
    centreZone: string,
    path: string,
  ): { readonly stamps: FileClock; readonly days: FileClock } | undefined {
    if (timeConvention.startsWith('utc')) return { stamps: UTC, days: UTC };
    const zone = timeZone ?? centreZone;
    const fixedMs = fixedOffsetMs(zone);
    if (fixedMs !== undefined) {
      const fixed = fixedClock(fixedMs, `UTC${zone}`);
      return { stamps: fixed, days: fixed };
    }
    const isLocal = !timeConvention.startsWith('local-standard');
    const stamps = isLocal ? this.#localClock(zone) : undefined;
    if (stamps !== undefined && year === undefined) return { stamps, days: stamps };
    const horizon = judgeStandard(zone, this.calendar.startMs, endMs(this.calendar));
    const isOtherYear = year !== undefined && 'kind' in horizon;
    const standard = isOtherYear ? judgeStandard(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)) : horizon;
    if ('kind' in standard) return { stamps: stamps ?? standard, days: standard };
    const given = standard.map((ms) => `"${offsetText(ms)}"`);
    const between =
      given.length === 0 ? 'does not say, or this machine contradicts it' : `leaves ${given.join(' and ')}`;
    this.inInstance({
      path: timeZone === undefined ? `${path}.timeConvention` : `${path}.timeZone`,
      value: timeZone ?? `${timeConvention} in ${zone}`,
      allowed: `a zone whose standard time is known for the horizon: the time zone data base (${TZ_RELEASE}) ${between}`,
      remedy: `Set ${path}.timeZone to the offset of the clock of the file${isLocal ? ' and timeConvention to local-standard-...' : ''}, such as ${given.join(' or ') || '"+01:00"'}.`,
    });
    return undefined;
  }

  #localClock(zone: string): FileClock {
    const clock = this.#localClocks.get(zone) ?? localClock(zone);
    this.#localClocks.set(zone, clock);
    return clock;
  }

  /** Returns the merged rows of a series' files; undefined if they are invalid (their faults are collected). */
  #joined(
    names: readonly string[],
    source: CsvSeries,
    clock: FileClock,
    limits: ValueLimits,
    path: string,
  ): JoinedRows | undefined {
    const { timeColumn, hourColumn, valueColumn, filter, timeConvention, intervalMinutes, scale } = source;
    const key = JSON.stringify([
      names,
      timeColumn,
      hourColumn,
      valueColumn,
      filter,
      timeConvention,
      clock.name,
      intervalMinutes,
      scale,
      limits.what,
    ]);
    if (this.#rows.has(key)) return this.#rows.get(key);
    const parts = names.flatMap((name): SeriesPart[] => {
      const text = this.#text(name, path);
      const rows = text === undefined ? undefined : seriesRows(text, source, limits, clock, name);
      if (rows?.ok === false) this.inFile(name, rows.faults);
      return rows?.ok === true ? [{ name, ...rows }] : [];
    });
    const joined = parts.length < names.length ? undefined : joinRows(parts, clock);
    this.#rows.set(key, joined);
    return joined;
  }

  /**
   * Returns the contents of the EPW file `name`; undefined if it is invalid (its faults are collected). `path` is the
   * place in the instance that names the file.
   */
  #epw(name: string, path: string): Extract<ReadEpw, { ok: true }>['year'] | undefined {
    const text = this.#text(name, path);
    if (text === undefined) return undefined;
    const year = this.#years.get(name) ?? readEpw(text);
    this.#years.set(name, year);
    if (year.ok) return year.year;
    this.inFile(name, year.faults);
    return undefined;
  }

  /** Returns the mean by epoch of a quantity of an EPW file; undefined if it is invalid (faults are collected). */
  epwMeans<Name extends EpwName>(
    name: string,
    path: string,
    needed: readonly Name[],
    quantity: (value: Readonly<Record<Name, number>>) => number,
  ): Float64Array | undefined {
    const year = this.#epw(name, path);
    const answer = year && epwMeans(year, needed, this.calendar, quantity);
    if (answer === undefined) return undefined;
    if (!answer.ok) {
      this.inFile(name, answer.faults);
      return undefined;
    }
    const unused = answer.unused.map(({ line, fault }) => ({
      file: name,
      row: 'line' as const,
      line,
      fault: () => fault,
    }));
    if (unused.length > 0) {
      this.warnings.push(unusedWarning(`${path}.file`, unused, isOutside(this.shelf.directory, name)));
    }
    return answer.means;
  }

  /**
   * Returns the text of file `name`; undefined if it cannot be read (a fault is collected). `path` is the place in the
   * instance that names the file.
   */
  #text(name: string, path: string): string | undefined {
    const read = this.shelf.read(name);
    if (read.ok) return read.text;
    const { remedy, ...fault } = read.fault;
    this.inFile(name, [{ ...fault, remedy: `${remedy} ${path}.file of ${this.instanceFile} names it.` }]);
    return undefined;
  }

  #judgeCsv({ file, timeZone, timeConvention, intervalMinutes, scale, year }: CsvSeries, path: string): boolean {
    const before = this.faults.length;
    const isFixed = timeZone !== undefined && fixedOffsetMs(timeZone) !== undefined;
    const unknown = timeZone === undefined || isFixed ? undefined : zoneFault(timeZone, `${path}.timeZone`);
    if (unknown !== undefined) this.inInstance(unknown);
    const judge = (right: boolean, key: string, value: unknown, allowed: string): void => {
      if (!right) this.inInstance({ path: `${path}.${key}`, value, allowed, remedy: 'Correct the value.' });
    };
    const divides = Number.isInteger(intervalMinutes) && intervalMinutes >= 1 && 1440 % intervalMinutes === 0;
    const twice = typeof file === 'string' ? undefined : file.find((name, n) => file.indexOf(name) !== n);
    judge(twice === undefined, 'file', twice, 'each file once');
    const zoned = timeZone === undefined || timeConvention.startsWith('local');
    judge(zoned, 'timeZone', timeZone, 'only with local times: timeConvention local-... or local-standard-...');
    const fixedRight = !isFixed || !zoned || timeConvention.startsWith('local-standard');
    judge(fixedRight, 'timeZone', timeZone, 'an offset only with local-standard-...: clocks that change have a zone');
    judge(divides, 'intervalMinutes', intervalMinutes, 'whole minutes that divide a day');
    judge(Number.isFinite(scale) && scale > 0, 'scale', scale, 'a number above 0');
    const yearRight = year === undefined || (Number.isInteger(year) && year >= 1970 && year <= 2200);
    judge(yearRight, 'year', year, 'a year from 1970 to 2200');
    return this.faults.length === before;
  }
}

function filledWarning(path: string, file: string, filledMs: number, calendar: Calendar): string {
  const hours = filledMs / MS_PER_H;
  const share = (100 * filledMs) / (epochBeginMs(calendar, calendar.epochCount) - epochBeginMs(calendar, 0));
  return (
    `${path}.gaps: ${String(Number(hours.toPrecision(6)))} h of the horizon (${String(Number(share.toPrecision(3)))} %) are missing in ${file} ` +
    'and repeat the value before them.'
  );
}

/**
 * Returns the warning about faulty rows that are ignored because the horizon does not need them.
 *
 * @param path path of the series in the instance
 * @param isPrivate true if the file's contents must not be shown
 */
export function unusedWarning(
  path: string,
  unused: readonly Pick<Doubt, 'file' | 'row' | 'line' | 'fault'>[],
  isPrivate: boolean,
): string {
  const { file, row, line, fault } = unused.reduce((first, doubt) => (doubt.line < first.line ? doubt : first));
  const rows = unused.length === 1 ? 'a row' : `${unused.length} rows`;
  const allowed = isPrivate ? '' : `; allowed there: ${fault().allowed}`;
  return `${path}: ${rows} of ${file} cannot be read, but the horizon does not need ${unused.length === 1 ? 'it' : 'them'}: ${row} ${line}${unused.length === 1 ? '' : ' is the first'}${allowed}.`;
}
