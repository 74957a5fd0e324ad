import type { CsvSeries } from '../../../../models/problems/geo/instance.js';
import { type CsvRecord, csvRecords } from '../../csv-records.js';
import { nearestName } from '../../nearest-name.js';
import type { LocalProblem } from '../../problem.js';
import { MINUTE_MS } from './civil.js';
import { parseTimeStamp } from './time-stamp.js';
import { decimal, rangeText, type ValueLimits, within } from './value-limits.js';

/** Rows with a value, ascending in time. */
export interface SeriesRows {
  readonly intervalMs: number;
  /** Beginning of the interval on the file's clock, ms since 1970 of that clock. */
  readonly beginMs: Float64Array;
  /** Scaled. */
  readonly value: Float64Array;
  readonly line: Int32Array;
}

export type ReadRows =
  { readonly ok: true; readonly rows: SeriesRows } | { readonly ok: false; readonly problems: readonly LocalProblem[] };

const MOST_PROBLEMS = 20;

/**
 * Time and value columns of a CSV file, judged from the first row to the last. Empty values are gaps; what is to be done about
 * those is the policy's business. All problems at once, up to 20.
 *
 * @param offsetMs of the file's clock from UTC: an offset that a time stamp states must agree
 */
export function seriesRows(text: string, source: CsvSeries, offsetMs: number, limits: ValueLimits): ReadRows {
  const records = csvRecords(text);
  if ('fault' in records) {
    const { path, fault } = records;
    return refuse([{ path, value: fault, allowed: 'CSV as in RFC 4180', remedy: 'Correct the quotes.' }]);
  }
  const [header, ...body] = records;
  if (header === undefined || body.length === 0) {
    const remedy = 'Write a header and one row per interval.';
    return refuse([{ path: '', value: 'no rows', allowed: 'a header and at least one row', remedy }]);
  }
  const names = header.fields.map((field) => field.trim());
  const columns = [source.timeColumn, source.valueColumn].map((name) => names.indexOf(name));
  const problems = [source.timeColumn, source.valueColumn].flatMap((name) => columnProblem(header, names, name));
  if (problems.length > 0) return refuse(problems);
  const reader = new RowReader(source, offsetMs, limits, names, columns[0]!, columns[1]!);
  for (const record of body) reader.read(record);
  return reader.result();
}

function refuse(problems: readonly LocalProblem[]): ReadRows {
  return { ok: false, problems };
}

function columnProblem({ line }: CsvRecord, names: readonly string[], name: string): LocalProblem[] {
  const path = `line ${line}`;
  const allowed = `one column "${name}"`;
  if (!names.includes(name)) {
    const remedy = /^[^,]*[;\t]/.test(names.join(','))
      ? 'Separate columns by commas and write decimals with a point.'
      : `Did you mean "${nearestName(name, names) ?? ''}"? Correct the name in the instance.`;
    return [{ path, value: names.join(','), allowed, remedy }];
  }
  if (names.indexOf(name) === names.lastIndexOf(name)) return [];
  return [{ path, value: names.join(','), allowed, remedy: 'Rename or remove the other one.' }];
}

class RowReader {
  readonly #source: CsvSeries;
  readonly #offsetMs: number;
  readonly #limits: ValueLimits;
  readonly #names: readonly string[];
  readonly #time: number;
  readonly #column: number;
  readonly #intervalMs: number;
  readonly #problems: LocalProblem[] = [];
  #problemCount = 0;
  #lastMs = -Infinity;
  #lastLine = 0;
  readonly #beginMs: number[] = [];
  readonly #value: number[] = [];
  readonly #line: number[] = [];

  constructor(
    source: CsvSeries,
    offsetMs: number,
    limits: ValueLimits,
    names: readonly string[],
    time: number,
    column: number,
  ) {
    this.#source = source;
    this.#offsetMs = offsetMs;
    this.#limits = limits;
    this.#names = names;
    this.#time = time;
    this.#column = column;
    this.#intervalMs = source.intervalMinutes * MINUTE_MS;
  }

  read({ line, fields }: CsvRecord): void {
    if (fields.length !== this.#names.length) {
      const allowed = `${this.#names.length} fields, as in the header`;
      this.#add(`line ${line}`, `${fields.length} fields`, allowed, 'Correct the row.');
      return;
    }
    const beginMs = this.#begin(line, fields[this.#time]!.trim());
    const value = this.#number(line, fields[this.#column]!.trim());
    if (beginMs === undefined || value === undefined) return;
    this.#beginMs.push(beginMs);
    this.#value.push(value);
    this.#line.push(line);
  }

  result(): ReadRows {
    const more = this.#problemCount - this.#problems.length;
    if (more > 0) {
      const remedy = 'Correct those above first: they may have one cause.';
      this.#problems.push({ path: '', value: `${more} more problems`, allowed: 'none', remedy });
    }
    if (this.#problems.length > 0) return refuse(this.#problems);
    return {
      ok: true,
      rows: {
        intervalMs: this.#intervalMs,
        beginMs: Float64Array.from(this.#beginMs),
        value: Float64Array.from(this.#value),
        line: Int32Array.from(this.#line),
      },
    };
  }

  /** Of the row's interval; undefined, with a problem, for a stamp out of order or none at all. */
  #begin(line: number, text: string): number | undefined {
    const path = this.#place(line, this.#time);
    const stamp = parseTimeStamp(text);
    if (stamp === undefined) {
      const allowed = 'date and time such as 2022-01-31T13:00, with seconds or not, with Z or an offset or not';
      this.#add(path, text, allowed, 'Write all times in that form.');
      return undefined;
    }
    const { timeConvention } = this.#source;
    if (stamp.offsetMs !== undefined && stamp.offsetMs !== this.#offsetMs) {
      const allowed = `times of ${timeConvention}: ${this.#offsetMs / MINUTE_MS} minutes ahead of UTC, or no offset`;
      this.#add(path, text, allowed, 'Correct timeConvention in the instance, or convert the times.');
      return undefined;
    }
    const ending = timeConvention === 'utc-ending' || timeConvention === 'local-standard-ending';
    const beginMs = ending ? stamp.clockMs - this.#intervalMs : stamp.clockMs;
    const [lastMs, lastLine] = [this.#lastMs, this.#lastLine];
    if (beginMs <= lastMs) {
      const again = beginMs === lastMs;
      const allowed = again ? 'each time once' : 'times in ascending order';
      const remedy = again
        ? `It is in line ${lastLine} already: remove one of the two. (Clocks with daylight saving repeat an hour in autumn: convert to UTC.)`
        : `Sort the rows: this one is before line ${lastLine}.`;
      this.#add(path, text, allowed, remedy);
      return undefined;
    }
    [this.#lastMs, this.#lastLine] = [beginMs, line];
    if (beginMs < lastMs + this.#intervalMs) {
      const allowed = `at least ${this.#source.intervalMinutes} minutes after line ${lastLine}`;
      this.#add(path, text, allowed, 'Correct intervalMinutes in the instance, or the times.');
      return undefined;
    }
    return beginMs;
  }

  /** undefined for a gap, or with a problem. */
  #number(line: number, text: string): number | undefined {
    if (text === '') return undefined;
    const value = decimal(text) * this.#source.scale;
    if (within(this.#limits, value)) return value;
    const { scale } = this.#source;
    const allowed = `${rangeText(this.#limits)}${scale === 1 ? '' : ` after multiplying by ${scale}`}, or empty for a gap`;
    this.#add(this.#place(line, this.#column), text, allowed, this.#limits.remedy);
    return undefined;
  }

  #place(line: number, column: number): string {
    return `line ${line}, column ${column + 1} (${this.#names[column]!})`;
  }

  #add(path: string, value: unknown, allowed: string, remedy: string): void {
    this.#problemCount++;
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ path, value, allowed, remedy });
  }
}
