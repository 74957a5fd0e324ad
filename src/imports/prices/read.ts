import { MS_PER_MIN } from '../../../models/units.js';
import { type JoinedRows, joinRows, type SeriesPart } from '../../instances/series/csv-join.js';
import { rowsOf } from '../../instances/series/csv-rows.js';
import { type CsvTable, rawTable, stampText } from '../../instances/series/csv-table.js';
import { utcText } from '../../instances/time/civil.js';
import { fixedClock, type FileClock, localClock } from '../../instances/time/file-clock.js';
import { isNoValue } from '../../instances/time/number-style.js';
import { parseTimeStamp } from '../../instances/time/time-stamp.js';
import { fixedOffsetMs } from '../../instances/time/zone.js';
import { csvOf } from '../../reports/csv.js';
import type { ImportAsked } from '../asked.js';
import type { Imported } from '../imported.js';
import { looksLike } from '../looks-like.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { seriesFacts, type SeriesFigures, seriesFigures, type SeriesValue, tableName } from '../series-figures.js';
import { SourceFile } from '../source-file.js';
import { wholeText } from '../whole-text.js';
import { rowGroups } from './intervals.js';
import { type PriceWords, recognised, type Recognised } from './recognise.js';

/** Maximum number of files of one series: the limit of instances. */
const MAX_FILES = 100;
/** Column of the times in the table of the site. */
const TIME_COLUMN = 'begin_utc';

/** A file with its series. */
interface PriceFile {
  readonly source: SourceFile;
  readonly found: Recognised;
}

/**
 * Reads prices or carbon intensities as their publishers write them, with the reader of geo instances.
 *
 * @throws RefusedSource for a file that holds no such series, several, or one whose unit or clock is not known
 */
export async function readPrices({ files, zone, words, name = 'prices' }: ImportAsked): Promise<Imported> {
  if (files.length > MAX_FILES) {
    const fault = { path: '', value: `${files.length} files`, allowed: `at most ${MAX_FILES} files` };
    throw new RefusedSource(files[MAX_FILES]!, { ...fault, remedy: 'Join them, or import them one after another.' });
  }
  const read: PriceFile[] = [];
  for (const file of files) read.push(await priceFile(file, words, read[0]));
  const { found } = read[0]!;
  const clock = clockOf(read, zone);
  const parts = read.flatMap((one) => partsOf(one, clock));
  const joined = joinRows(parts, clock);
  const quarantine = new Quarantine();
  const leftOut = new Set<string>();
  for (const { file, row, line, fault } of joined.doubts) {
    const { allowed, value } = fault();
    const key = `${file}:${line}`;
    if (leftOut.size === leftOut.add(key).size) continue;
    const expected = allowed.replace(/ after (line|entry) \d+$/, ' after the row before');
    const counted = row === 'line' ? '' : ' (lines count the entries of the list)';
    quarantine.add(`expected ${expected}${counted}`, file, line, String(value));
  }
  const values = valuesOf(joined);
  const figures = seriesFigures(values);
  if (figures === null) {
    const [first] = quarantine.list;
    const fault = {
      path: '',
      value: first === undefined ? 'a column without values' : `no row that can be read: ${first.reason}`,
    };
    throw new RefusedSource(files[0]!, {
      ...fault,
      allowed: 'rows with a time and a value',
      remedy: 'Name another file.',
    });
  }
  const table = tableName('prices', name);
  const step = stepMin(values);
  const counts = {
    publisher: found.publisher,
    quantity: found.unit.quantity,
    unit: found.unit.text,
    clock: clock.name,
    column: found.source.valueColumn,
    times: found.source.timeConvention,
    intervalMinutes: [
      ...new Set(read.flatMap((one) => rowGroups(one.found.table).map((group) => group.intervalMinutes))),
    ],
    ...rowCounts(read, joined, leftOut.size),
    ...figures,
    series: {
      source: 'csv',
      file: table,
      timeColumn: TIME_COLUMN,
      valueColumn: found.unit.column,
      timeConvention: 'utc-beginning',
      intervalMinutes: step,
      scale: found.unit.scale,
      gaps: 'refuse',
    },
  };
  const origin = `${found.publisher}, ${counts.values} values`;
  return {
    stamps: read.map(({ source }) => source.stamp),
    counts,
    text: textOf(counts, figures),
    warnings: warningsOf(found, figures),
    quarantine,
    facts: seriesFacts(
      `${found.unit.quantity === 'price' ? 'prices' : 'carbon'}.${name}`,
      found.unit.text,
      figures,
      origin,
    ),
    tables: new Map([[table, tableOfValues(values, step, found.unit.column)]]),
    span: { fromMs: values[0]!.fromMs, toMs: values.at(-1)!.toMs },
  };
}

/**
 * Reads a file.
 *
 * @param first the first file of the series, to which the others have to be like
 */
async function priceFile(file: string, words: PriceWords, first: PriceFile | undefined): Promise<PriceFile> {
  const source = new SourceFile(file);
  const text = await wholeText(source);
  const raw = rawTable(text);
  if (!raw.ok) {
    const fault = raw.faults[0]!;
    throw new RefusedSource(file, fault.path === '' ? { ...fault, value: looksLike(text) } : fault);
  }
  const found = recognised(file, text, raw.raw, words);
  const other = first?.found;
  if (other !== undefined && (other.publisher !== found.publisher || other.unit.text !== found.unit.text)) {
    throw new RefusedSource(file, {
      path: '',
      value: `${found.publisher}, in ${found.unit.text}`,
      allowed: `files of one publisher and unit: the first is of ${other.publisher}, in ${other.unit.text}`,
      remedy: 'Import it by itself, with another --name.',
    });
  }
  return { source, found };
}

/** Returns the clock of the files; refuses times of which it is not known. */
function clockOf(read: readonly PriceFile[], asked: string | undefined): FileClock {
  const { found } = read[0]!;
  if (found.source.timeConvention.startsWith('utc')) return fixedClock(0, 'UTC');
  const zone = found.zone ?? asked;
  if (zone === undefined) {
    const naive = read.find((one) => !areOffsetsStated(one.found.table));
    if (naive === undefined) return fixedClock(0, 'UTC');
    throw new RefusedSource(naive.source.file, {
      path: `column "${naive.found.source.timeColumn}"`,
      value: stampText(naive.found.table, naive.found.table.records[0]!),
      allowed: 'times with an offset from UTC, or of a known zone',
      remedy: 'Say whose clock it is by --zone, such as --zone Europe/Amsterdam.',
    });
  }
  const offsetMs = zone === 'UTC' ? 0 : fixedOffsetMs(zone);
  return offsetMs === undefined ? localClock(zone) : fixedClock(offsetMs, zone === 'UTC' ? zone : `UTC${zone}`);
}

/** Returns true if every time stamp that can be read states its offset from UTC. */
function areOffsetsStated(table: CsvTable): boolean {
  return table.records.every((record) => {
    const stamp = parseTimeStamp(stampText(table, record), table.order);
    return typeof stamp === 'string' || stamp.offsetMs !== undefined;
  });
}

/** Returns the rows of a file, those of each length by themselves. */
function partsOf({ source: { file }, found: { source, table, unit } }: PriceFile, clock: FileClock): SeriesPart[] {
  const groups = rowGroups(table);
  if (groups.length === 0) {
    const fault = { path: '', value: `${table.records.length} rows`, allowed: 'rows whose interval can be told' };
    throw new RefusedSource(file, { ...fault, remedy: 'Name a file with two rows or more.' });
  }
  return groups.map(({ intervalMinutes, records }) => {
    const part = { ...table, records };
    return { name: file, ...rowsOf(part, { ...source, intervalMinutes }, unit.limits, clock, file) };
  });
}

function valuesOf({ fromMs, toMs, value }: JoinedRows): SeriesValue[] {
  return Array.from(fromMs, (from, n) => ({ fromMs: from, toMs: toMs[n]!, value: value[n]! }));
}

/** Returns how many rows the files have, and what became of them: their sum is the number of rows of the series. */
function rowCounts(read: readonly PriceFile[], joined: JoinedRows, leftOut: number) {
  const sum = (of: (one: PriceFile) => number): number => read.reduce((all, one) => all + of(one), 0);
  const rows = sum(({ found }) => found.table.records.length);
  const empty = sum(
    ({ found: { table } }) =>
      table.records.filter(
        ({ fields }) => fields.length === table.names.length && isNoValue((fields[table.value] ?? '').trim()),
      ).length,
  );
  const values = new Set(Array.from(joined.line, (line, n) => `${joined.names[joined.part[n]!]!}:${line}`)).size;
  return {
    rowsOfFiles: sum(({ found }) => found.raw.body.length),
    rows,
    values,
    emptyRows: empty,
    leftOutRows: leftOut,
    repeatedRows: rows - values - empty - leftOut,
  };
}

/** Returns the greatest length in whole minutes of which every value's time is a multiple, min. */
function stepMin(values: readonly SeriesValue[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return values.reduce((step, { fromMs, toMs }) => divisor(Math.round((toMs - fromMs) / MS_PER_MIN), step), 0);
}

/** Returns the table of the site: a row for each step. */
function tableOfValues(values: readonly SeriesValue[], step: number, column: string): string {
  const stepMs = step * MS_PER_MIN;
  const rows = values.flatMap(({ fromMs, toMs, value }) =>
    Array.from({ length: Math.round((toMs - fromMs) / stepMs) }, (_, n) => ({ ms: fromMs + n * stepMs, value })),
  );
  return csvOf(rows, [
    { name: TIME_COLUMN, of: ({ ms }) => utcText(ms) },
    { name: column, of: ({ value }) => value },
  ]);
}

function textOf(
  counts: Pick<Recognised, 'publisher'> & ReturnType<typeof rowCounts> & Readonly<Record<string, unknown>>,
  { mean, least, greatest, firstUtc, lastUtc, gaps, gapH }: SeriesFigures,
): string[] {
  const { publisher, unit, column, clock, times, intervalMinutes, rows, rowsOfFiles, values, emptyRows, repeatedRows } =
    counts;
  return [
    `${publisher}: column "${String(column)}" in ${String(unit)}`,
    `intervals of ${String(intervalMinutes)} min, stamped with their ${String(times).endsWith('ending') ? 'ends' : 'beginnings'} by ${String(clock)}`,
    `${rows} rows${rows === rowsOfFiles ? '' : ` of ${rowsOfFiles}`}: ${values} values, ${emptyRows} empty, ${repeatedRows} there twice with the same value`,
    `from ${firstUtc} to ${lastUtc}, ${gaps} gaps (${Number(gapH.toPrecision(6))} h)`,
    `mean ${Number(mean.toPrecision(6))}, least ${least}, greatest ${greatest} ${String(unit)}`,
  ];
}

function warningsOf({ publisher, unit, isUnitAssumed }: Recognised, figures: SeriesFigures): string[] {
  const { gaps, gapH, longestGapH, least, greatest } = figures;
  return [
    ...(isUnitAssumed
      ? [`no unit is stated: values are taken as ${unit.text}, as ${publisher} writes them; --unit says another`]
      : []),
    ...(gaps > 0
      ? [
          `${gaps === 1 ? '1 gap' : `${gaps} gaps`} of ${Number(gapH.toPrecision(6))} h in all, the longest of ${Number(longestGapH.toPrecision(6))} h: a plan over one of them is refused`,
        ]
      : []),
    ...(least === greatest ? [`all values are ${least} ${unit.text}`] : []),
  ];
}
