import type { CsvSeries } from '../../../../../models/problems/geo/instance.js';
import { type CsvRecord, csvRecords } from '../../../../instances/csv-records.js';
import { didYouMean } from '../../../../instances/nearest-name.js';
import { type LocalProblem, rest } from '../../../../instances/problem.js';
import { areBeginningsMoved } from './autumn-labels.js';
import { MINUTE_MS } from './civil.js';
import type { LocalClock } from './local-clock.js';
import { decimalMarkOf, separatorOf, withPoint } from './number-style.js';
import { monthFirstOf, parseTimeStamp, type TimeStamp } from './time-stamp.js';
import { decimal, rangeText, type ValueLimits, within } from './value-limits.js';

/** Rows with a value, ascending in time. */
export interface SeriesRows {
  readonly intervalMs: number;
  /** Beginning of the interval on the file's clock, ms since 1970 of that clock. */
  readonly beginMs: Float64Array;
  /** Values, scaled to the instance's unit. */
  readonly value: Float64Array;
  readonly line: Int32Array;
  /** Names and first rows, in order, of the files from which a series is joined. */
  readonly parts?: readonly { readonly name: string; readonly firstRow: number }[];
}

export type ReadRows =
  { readonly ok: true; readonly rows: SeriesRows } | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Greatest number of problems listed of a file. Ours. */
const MAX_PROBLEMS = 20;
/** Texts that market data have where there is no value. */
const NO_VALUE: ReadonlySet<string> = new Set(['', '-', 'n/e', 'N/A']);

/**
 * Time and value columns of a CSV file, judged from the first row to the last. Empty values are gaps, which the policy
 * handles later. All problems at once, up to 20.
 *
 * @param offsetMs of the file's clock from UTC; for local conventions the standard time of their zone
 * @param local what the clocks of the zone show, for conventions with daylight saving
 */
export function seriesRows(
  text: string,
  source: CsvSeries,
  offsetMs: number,
  limits: ValueLimits,
  local?: { readonly zone: string; readonly clock: LocalClock },
): ReadRows {
  const separator = separatorOf(text);
  const records = csvRecords(text, separator);
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
  const cells = function* (column: number): Generator<string> {
    for (const { fields } of body) yield (fields[column] ?? '').trim();
  };
  const monthFirst = monthFirstOf(cells(columns[0]!));
  const decimalMark = separator === ',' ? '.' : decimalMarkOf(cells(columns[1]!));
  if (decimalMark === 'unclear') {
    const allowed = 'numbers of which one at least shows whether commas or points mark decimals, and all the same';
    const remedy = 'Write decimals with a point and separate columns by commas.';
    return refuse([{ path: `line ${header.line}`, value: `column "${source.valueColumn}"`, allowed, remedy }]);
  }
  const moved =
    local !== undefined &&
    source.timeConvention.endsWith('ending') &&
    areBeginningsMoved(stampsOf(cells(columns[0]!), monthFirst), source.intervalMinutes * MINUTE_MS, local.clock);
  // ENTSO-E names an area in its header for which rows have no field.
  const short = (names.at(-1) ?? '').startsWith('BZN|') && columns.every((column) => column < names.length - 1);
  const named = short && body.every(({ fields }) => fields.length === names.length - 1) ? names.slice(0, -1) : names;
  const style = { monthFirst, decimalMark, moved };
  const reader = new RowReader(source, offsetMs, limits, named, columns[0]!, columns[1]!, style, local);
  for (const record of body) reader.read(record);
  return reader.result();
}

function* stampsOf(texts: Iterable<string>, monthFirst: boolean | undefined): Generator<TimeStamp | undefined> {
  for (const text of texts) yield parseTimeStamp(text, monthFirst, 'ending');
}

/** Conventions of a file as a whole. */
interface Style {
  readonly monthFirst: boolean | undefined;
  readonly decimalMark: ',' | '.';
  /** Flag, true if local ends are beginnings plus the interval. */
  readonly moved: boolean;
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
      : `${didYouMean(name, names)}Correct the name in the instance.`;
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
  readonly #style: Style;
  readonly #local: { readonly zone: string; readonly clock: LocalClock } | undefined;
  /** Rows taken for the first of two instants that show the same time, by the second. */
  readonly #awaited = new Map<number, { readonly line: number; readonly text: string }>();
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
    style: Style,
    local: { readonly zone: string; readonly clock: LocalClock } | undefined,
  ) {
    this.#source = source;
    this.#offsetMs = offsetMs;
    this.#limits = limits;
    this.#names = names;
    this.#time = time;
    this.#column = column;
    this.#intervalMs = source.intervalMinutes * MINUTE_MS;
    this.#style = style;
    this.#local = local;
  }

  read({ line, fields }: CsvRecord): void {
    if (fields.length !== this.#names.length) {
      const allowed = `${this.#names.length} fields, as in the header`;
      this.#add(`line ${line}`, `${fields.length} fields`, allowed, 'Correct the row.');
      return;
    }
    const text = fields[this.#column]!.trim();
    const beginMs = this.#begin(line, fields[this.#time]!.trim(), NO_VALUE.has(text));
    const value = this.#number(line, text);
    if (beginMs === undefined || value === undefined) return;
    this.#beginMs.push(beginMs);
    this.#value.push(value);
    this.#line.push(line);
  }

  result(): ReadRows {
    for (const { line, text } of this.#awaited.values()) {
      const allowed = `the hour that the clocks of ${this.#local!.zone} show twice to be there twice`;
      const remedy = 'Add the missing rows, write the offset from UTC into the times, or convert them to UTC.';
      this.#add(this.#place(line, this.#time), text, allowed, remedy);
    }
    const more = this.#problemCount - this.#problems.length;
    if (more > 0) {
      this.#problems.push(rest(more));
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

  /** Beginning of the row's interval, ms; undefined, with a problem, for a stamp out of order or none at all. */
  #begin(line: number, text: string, isGap: boolean): number | undefined {
    const path = this.#place(line, this.#time);
    const { timeConvention } = this.#source;
    const ending = timeConvention.endsWith('ending');
    const stamp = parseTimeStamp(text, this.#style.monthFirst, ending ? 'ending' : 'beginning');
    if (stamp === undefined) {
      const isSlashed = /^\d{2}\/\d{2}\/\d{4}/.test(text) && this.#style.monthFirst === undefined;
      const allowed = isSlashed
        ? 'dates of which one at least has a day above 12: which number is the month cannot be told'
        : 'date and time such as 2022-01-31T13:00, 31.01.2022 13:00 or 31/01/2022 13:00, with seconds or not, with Z or an offset or not';
      this.#add(
        path,
        text,
        allowed,
        isSlashed ? 'Write times as 2022-01-31T13:00.' : 'Write all times in such a form.',
      );
      return undefined;
    }
    const moved = this.#style.moved && stamp.offsetMs === undefined;
    const movedMs = moved ? this.#intervalMs : 0;
    const instant = this.#instant({ ...stamp, clockMs: stamp.clockMs - movedMs }, ending && !moved, line, text);
    if (instant === undefined) {
      if (isGap) return undefined;
      const allowed = `times that the clocks of ${this.#local!.zone} show: they skip this one`;
      const remedy = 'No such hour is there in spring: delete the row, or leave its value empty.';
      this.#add(path, text, allowed, remedy);
      return undefined;
    }
    const beginMs = instant + this.#offsetMs - (ending && !moved ? this.#intervalMs : 0);
    const [lastMs, lastLine] = [this.#lastMs, this.#lastLine];
    if (beginMs <= lastMs) {
      const again = beginMs === lastMs;
      const allowed = again ? 'each time once' : 'times in ascending order';
      const remedy = again
        ? `It is in line ${lastLine} already: remove one of the two.${this.#local === undefined ? ` (Clocks with daylight saving repeat an hour in autumn: that is timeConvention ${ending ? 'local-ending' : 'local-beginning'}.)` : ''}`
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

  /** Instant of a stamp, UTC; undefined for one that the clocks skip. Of two instants the first that is after the row before. */
  #instant({ clockMs, offsetMs }: TimeStamp, ending: boolean, line: number, text: string): number | undefined {
    if (offsetMs !== undefined) return clockMs - offsetMs;
    if (this.#local === undefined) return clockMs - this.#offsetMs;
    const { clock } = this.#local;
    const shown = clock(clockMs);
    if (shown.length === 0 && ending) {
      // The end of the last interval before the clocks are put forward, written as if they were not.
      const [begin] = clock(clockMs - this.#intervalMs);
      return begin === undefined ? undefined : begin + this.#intervalMs;
    }
    if (shown.length < 2) return shown[0];
    const [first, second] = [shown[0]!, shown[1]!];
    const firstBegin = first + this.#offsetMs - (ending ? this.#intervalMs : 0);
    if (firstBegin > this.#lastMs) {
      this.#awaited.set(second, { line, text });
      return first;
    }
    this.#awaited.delete(second);
    return second;
  }

  /** Value of a cell; undefined for a gap, or with a problem. */
  #number(line: number, text: string): number | undefined {
    if (NO_VALUE.has(text)) return undefined;
    const value = decimal(this.#style.decimalMark === ',' ? withPoint(text) : text) * this.#source.scale;
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
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ path, value, allowed, remedy });
  }
}
