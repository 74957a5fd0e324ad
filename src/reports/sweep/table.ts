import { type CsvColumn, type CsvLine, csvOf } from '../csv.js';
import { csvHeading, fieldIn } from '../figures.js';
import { oneLine } from '../format.js';
import { type FigureTable, type MeanFigure, meanIn, tableLines } from '../html/figure-columns.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';

/** A row of a sweep over fields: the value of each swept field. */
export interface SweptRow {
  readonly values: readonly number[];
}

/** A CSV column that is no figure: its heading, and the keys that lead to the field in a row. */
export type CsvField = readonly [name: string, ...keys: (string | number)[]];

/** Content of a sweep's text output, CSV file and table. A row has the values of its figures under their keys. */
export interface SweepTexts<Row extends object> extends FigureTable<Row> {
  /** Name of the instance. */
  readonly name: string;
  /** What was swept, and by which method. */
  readonly lead: string;
  /** CSV columns: `before`, then the figures (by default those of the tables), then `after`. */
  readonly csv: {
    readonly before: readonly CsvField[];
    readonly figures?: readonly MeanFigure[];
    readonly after?: readonly CsvField[];
  };
  /** Lines below the tables on a terminal. */
  readonly lines: readonly string[];
}

/** Returns a CSV column for each swept field. */
export function axisFields(axes: readonly AxisRecord[]): CsvField[] {
  return axes.map(({ field, factors }, a) => [factors ? `factor of ${field}` : field, 'values', a]);
}

/** Returns the text of a sweep for a terminal. It ends with a newline. */
export function sweepText<Row extends object>(texts: SweepTexts<Row>): string {
  const { name, lead, lines } = texts;
  return `${[`${oneLine(name)}: ${lead}`, ...tableLines(texts), ...lines].join('\n')}\n`;
}

/** Returns the rows as CSV. Means are followed by the ends of their intervals. */
export function sweepCsv<Row extends object>({ rows, figures, csv, currency }: SweepTexts<Row>): string {
  const { before, figures: recorded = figures, after = [] } = csv;
  const below = (part: unknown, key: string | number): unknown =>
    (part as Record<string, unknown> | null)?.[key] ?? null;
  const fieldOf = ([name, ...keys]: CsvField): CsvColumn<Row> => {
    return { name, of: (row) => keys.reduce(below, row) as CsvLine[number] };
  };
  const columns = recorded.flatMap(({ key }): CsvColumn<Row>[] => {
    if (rows.every((row) => fieldIn(row, key) === undefined)) return [];
    const name = csvHeading({ key }, currency);
    const end = (side: 'low' | 'high'): CsvColumn<Row> => {
      return { name: `${name}_${side}`, of: (row) => meanIn(row, key)?.interval?.[side] ?? null };
    };
    const hasMeans = rows.some((row) => typeof fieldIn(row, key) === 'object' && meanIn(row, key) !== null);
    const mean = { name, of: (row: Row) => meanIn(row, key)?.mean ?? null };
    return hasMeans ? [mean, end('low'), end('high')] : [mean];
  });
  return csvOf(rows, [...before.map(fieldOf), ...columns, ...after.map(fieldOf)]);
}
