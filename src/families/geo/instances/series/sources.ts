import type { CsvSeries, GeoInstance } from '../../../../../models/problems/geo/instance.js';
import { type LocalProblem, MAX_PROBLEMS, type Problem, rest } from '../../../../instances/problem.js';
import { problemInNamedFile } from '../../../../instances/outside.js';
import { type Calendar, endMs, epochBeginMs } from './calendar.js';
import { civilDate, DAY_MS, HOUR_MS } from './civil.js';
import { csvMeans, type EpochMeans } from './csv-means.js';
import { joinRows, type SeriesPart } from './csv-join.js';
import { type ReadRows, seriesRows } from './csv-rows.js';
import { localClock } from './local-clock.js';
import { type ReadEpw, readEpw } from './epw.js';
import { FileShelf } from '../../../../instances/geo/series/text-file.js';
import { rangeText, type ValueLimits, within } from './value-limits.js';
import { type OffsetSegment, offsetSegments, standardOffsetMs, zoneProblem } from './zone.js';

/**
 * Files and time zones from which the series of all data centres are made: each is read or worked out once. Collects
 * all problems.
 */
export class SeriesSources {
  readonly problems: Problem[] = [];
  /** Sentences on what is legal but should be known: one for each series of which part of the horizon is filled. */
  readonly warnings: string[] = [];
  readonly shelf: FileShelf;
  readonly #told = new Set<string>();
  readonly #segments = new Map<string, OffsetSegment[]>();
  readonly #rows = new Map<string, ReadRows>();
  readonly #years = new Map<string, ReadEpw>();

  /** Sources for one instance. @param instanceFile named in problems with the instance itself */
  constructor(
    readonly calendar: Calendar,
    readonly instance: GeoInstance,
    directory: string,
    readonly instanceFile: string,
  ) {
    this.shelf = new FileShelf(directory);
  }

  /** Segments of a zone without faults, over the horizon. */
  segments(zone: string): OffsetSegment[] {
    const known = this.#segments.get(zone) ?? offsetSegments(zone, this.calendar.startMs, endMs(this.calendar));
    this.#segments.set(zone, known);
    return known;
  }

  inInstance(problem: LocalProblem): void {
    this.problems.push({ file: this.instanceFile, ...problem });
  }

  inFile(name: string, problems: readonly LocalProblem[]): void {
    const file = this.shelf.pathOf(name);
    for (const problem of problems) {
      const key = JSON.stringify([file, problem.path, problem.value]);
      if (this.#told.has(key)) continue;
      this.#told.add(key);
      this.problems.push(problemInNamedFile(this.shelf.directory, file, problem));
    }
  }

  /** A series given epoch by epoch; undefined with problems. */
  given(values: readonly number[], limits: ValueLimits, path: string): Float64Array | undefined {
    const { epochCount } = this.calendar;
    const before = this.problems.length;
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
      if (told++ >= MAX_PROBLEMS) {
        more++;
        continue;
      }
      this.inInstance({ path: `${path}[${t}]`, value, allowed: rangeText(limits), remedy: limits.remedy });
    }
    if (more > 0) this.inInstance(rest(more));
    return this.problems.length > before ? undefined : Float64Array.from(values);
  }

  /** A CSV file's column averaged onto the epochs; undefined with problems. */
  csv(source: CsvSeries, zone: string, limits: ValueLimits, path: string): Float64Array | undefined {
    if (!this.#judgeCsv(source, path)) return undefined;
    const names = typeof source.file === 'string' ? [source.file] : source.file;
    const own = source.timeZone ?? zone;
    const offsetMs = source.timeConvention.startsWith('utc') ? 0 : this.#standardOffsetMs(own);
    const parts = names.flatMap((name) => this.#part(name, source, own, offsetMs, limits, path) ?? []);
    if (parts.length < names.length) return undefined;
    const joined = joinRows(parts);
    const answer: EpochMeans = joined.ok ? csvMeans(joined.rows, source, offsetMs, this.calendar) : joined;
    if (answer.ok) {
      if (answer.filledMs > 0) {
        this.warnings.push(filledWarning(path, names.join(' + '), answer.filledMs, this.calendar));
      }
      return answer.means;
    }
    this.inFile(names[0]!, answer.problems);
    return undefined;
  }

  /** Rows of one file; undefined with problems. */
  #part(
    name: string,
    source: CsvSeries,
    zone: string,
    offsetMs: number,
    limits: ValueLimits,
    path: string,
  ): SeriesPart | undefined {
    const read = this.#text(name, path);
    if (read === undefined) return undefined;
    const { timeColumn, valueColumn, timeConvention, intervalMinutes, scale } = source;
    const ofClocks = timeConvention === 'local-beginning' || timeConvention === 'local-ending';
    const key = JSON.stringify([
      ...[name, timeColumn, valueColumn, timeConvention, ofClocks ? zone : ''],
      ...[intervalMinutes, scale, offsetMs, limits.what],
    ]);
    const local = ofClocks ? { zone, clock: localClock(zone) } : undefined;
    const rows = this.#rows.get(key) ?? seriesRows(read, source, offsetMs, limits, local);
    this.#rows.set(key, rows);
    if (rows.ok) return { name, rows: rows.rows };
    this.inFile(name, rows.problems);
    return undefined;
  }

  /** The EPW file named by the field `file` at the path; undefined with problems. */
  epw(name: string, path: string): Extract<ReadEpw, { ok: true }>['year'] | undefined {
    const text = this.#text(name, path);
    if (text === undefined) return undefined;
    const year = this.#years.get(name) ?? readEpw(text);
    this.#years.set(name, year);
    if (year.ok) return year.year;
    this.inFile(name, year.problems);
    return undefined;
  }

  /** Text of the file named by the field `file` at the path; undefined, with a problem that says so, if it cannot be read. */
  #text(name: string, path: string): string | undefined {
    const read = this.shelf.read(name);
    if (read.ok) return read.text;
    const { remedy, ...problem } = read.problem;
    this.inFile(name, [{ ...problem, remedy: `${remedy} ${path}.file of ${this.instanceFile} names it.` }]);
    return undefined;
  }

  #judgeCsv({ file, timeZone, timeConvention, intervalMinutes, scale, year }: CsvSeries, path: string): boolean {
    const before = this.problems.length;
    const unknown = timeZone === undefined ? undefined : zoneProblem(timeZone, `${path}.timeZone`);
    if (unknown !== undefined) this.inInstance(unknown);
    const judge = (right: boolean, key: string, value: unknown, allowed: string): void => {
      if (!right) this.inInstance({ path: `${path}.${key}`, value, allowed, remedy: 'Correct the value.' });
    };
    const divides = Number.isInteger(intervalMinutes) && intervalMinutes >= 1 && 1440 % intervalMinutes === 0;
    const twice = typeof file === 'string' ? undefined : file.find((name, n) => file.indexOf(name) !== n);
    judge(twice === undefined, 'file', twice, 'each file once');
    const zoned = timeZone === undefined || timeConvention.startsWith('local');
    judge(zoned, 'timeZone', timeZone, 'only with local times: timeConvention local-... or local-standard-...');
    judge(divides, 'intervalMinutes', intervalMinutes, 'whole minutes that divide a day');
    judge(Number.isFinite(scale) && scale > 0, 'scale', scale, 'a number above 0');
    const yearRight = year === undefined || (Number.isInteger(year) && year >= 1970 && year <= 2200);
    judge(yearRight, 'year', year, 'a year from 1970 to 2200');
    return this.problems.length === before;
  }

  #standardOffsetMs(zone: string): number {
    return standardOffsetMs(zone, civilDate(Math.floor(this.calendar.startMs / DAY_MS)).year);
  }
}

function filledWarning(path: string, file: string, filledMs: number, calendar: Calendar): string {
  const hours = filledMs / HOUR_MS;
  const share = (100 * filledMs) / (epochBeginMs(calendar, calendar.epochCount) - epochBeginMs(calendar, 0));
  return (
    `${path}.gaps: ${String(Number(hours.toPrecision(6)))} h of the horizon (${String(Number(share.toPrecision(3)))} %) are missing in ${file} ` +
    'and repeat the value before them.'
  );
}
