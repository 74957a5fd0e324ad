import { type CsvColumn, type CsvLine, csvOf } from '../csv.js';
import { csvHeading, fieldIn, type Figure } from '../figures.js';
import { oneLine } from '../format.js';
import { meanColumns, meanIn } from '../html/figure-columns.js';
import { markup, type Markup } from '../html/markup.js';
import { numeric, type RowColumn, tableOf, textTable } from '../html/table.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';
import { shownAxis } from './axis.js';

/** Declaration of a value that each point of a sweep has. */
export type SweptFigure = Pick<Figure<never>, 'key' | 'label' | 'unit' | 'digits' | 'within'>;

/** CSV columns that are not figures: by heading, the path of keys that leads to the field in a row. */
export type CsvFields = Readonly<Record<string, readonly (string | number)[]>>;

/** Content of a sweep's text output, CSV file and table. A row has the values of its figures under their keys. */
export interface SweepTexts<Row extends object> {
  /** Name of the instance. */
  readonly name: string;
  /** What was swept, and by which method. */
  readonly lead: string;
  readonly rows: readonly Row[];
  /** Columns that identify a row. */
  readonly heads: readonly RowColumn<Row>[];
  readonly figures: readonly SweptFigure[];
  /** Columns after the figures; left out if all cells are empty. */
  readonly more?: readonly RowColumn<Row>[];
  readonly onPage?: readonly RowColumn<Row>[];
  /** CSV columns: `before`, then the figures, then `after`. Without `figures`, the figures are those of the tables. */
  readonly csv: { readonly before: CsvFields; readonly figures?: readonly SweptFigure[]; readonly after?: CsvFields };
  readonly currency?: string | undefined;
  /** Lines below the tables on a terminal. */
  readonly lines: readonly string[];
}

/** Returns a table column for each swept field. */
export function axisColumns<Row extends { readonly values: readonly number[] }>(
  axes: readonly AxisRecord[],
): RowColumn<Row>[] {
  return axes.map(shownAxis).map(({ name, digits }, a) => numeric(name, ({ values }) => digits(values[a]!)));
}

/** Returns a CSV column for each swept field. */
export function axisFields(axes: readonly AxisRecord[]): CsvFields {
  return Object.fromEntries(
    axes.map(({ field, factors }, a) => [factors ? `factor of ${field}` : field, ['values', a]]),
  );
}

function columnsOf<Row extends object>(texts: SweepTexts<Row>): RowColumn<Row>[] {
  const { heads, figures, more = [], rows, currency } = texts;
  const filled = more.filter(({ of }) => rows.some((row, n) => of(row, n) !== ''));
  return [...heads, ...figures.flatMap((one) => meanColumns(one, rows, { currency })), ...filled];
}

/** Returns the text of a sweep for a terminal. It ends with a newline. */
export function sweepText<Row extends object>(texts: SweepTexts<Row>): string {
  const { name, lead, rows, lines } = texts;
  return `${[`${oneLine(name)}: ${lead}`, ...textTable(rows, columnsOf(texts)), ...lines].join('\n')}\n`;
}

/** Returns the table of a sweep for its page. */
export function sweepTable<Row extends object>(texts: SweepTexts<Row>, caption: string): Markup {
  return markup`${tableOf(caption, texts.rows, [...columnsOf(texts), ...(texts.onPage ?? [])])}\n`;
}

/** Returns the rows as CSV. Means are followed by the ends of their intervals. */
export function sweepCsv<Row extends object>({ rows, figures, csv, currency }: SweepTexts<Row>): string {
  return csvOf(rows, [
    ...fieldColumns(csv.before),
    ...(csv.figures ?? figures).flatMap(({ key }): CsvColumn<Row>[] => {
      const name = csvHeading({ key }, currency);
      const end = (side: 'low' | 'high'): CsvColumn<Row> => {
        return { name: `${name}_${side}`, of: (row) => meanIn(row, key)?.interval?.[side] ?? null };
      };
      if (rows.every((row) => fieldIn(row, key) === undefined)) return [];
      const hasMeans = rows.some((row) => typeof fieldIn(row, key) === 'object' && meanIn(row, key) !== null);
      const mean = { name, of: (row: Row) => meanIn(row, key)?.mean ?? null };
      return hasMeans ? [mean, end('low'), end('high')] : [mean];
    }),
    ...fieldColumns(csv.after),
  ]);
}

function fieldColumns(fields: CsvFields = {}): CsvColumn<object>[] {
  const below = (part: unknown, key: string | number): unknown =>
    (part as Record<string, unknown> | null)?.[key] ?? null;
  return Object.entries(fields).map(([name, way]) => ({
    name,
    of: (row) => way.reduce(below, row) as CsvLine[number],
  }));
}
