import { type CsvColumn, csvOf } from '../csv.js';
import type { MeanOf } from '../few-values.js';
import { csvHeading, fieldIn, type Figure } from '../figures.js';
import { oneLine } from '../format.js';
import { meanColumns, meanIn } from '../html/figure-columns.js';
import { markup, type Markup } from '../html/markup.js';
import { numeric, type RowColumn, tableOf, textTable } from '../html/table.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';
import { type ShownAxis, shownAxis } from './axis.js';

/** A figure of the points of a sweep, as its family declares it. */
export type SweptFigure = Pick<Figure<never>, 'key' | 'label' | 'unit' | 'digits' | 'within'>;

/**
 * The content of a sweep's text output, CSV file and tables. A row has its figures under their keys, as numbers or as
 * means over trials.
 */
export interface SweepTexts<Row extends object> {
  /** Name of the instance. */
  readonly name: string;
  /** Title text: what was swept, and by which method. */
  readonly lead: string;
  /** Tables, each with a title and rows; all have the same columns. */
  readonly tables: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  /** Columns that identify a row, and their headings in CSV files. */
  readonly heads: readonly SweepHead<Row>[];
  readonly figures: readonly SweptFigure[];
  /** Columns after the figures: everywhere (`more`) or on the page only (`onPage`). */
  readonly more?: readonly RowColumn<Row>[];
  readonly onPage?: readonly RowColumn<Row>[];
  readonly csv?: { readonly figures: readonly SweptFigure[]; readonly more: readonly CsvColumn<Row>[] };
  readonly currency?: string | undefined;
  /** Lines below the tables on a terminal. */
  readonly lines: readonly string[];
}

/** A column that identifies a row. Without `column` it is only in CSV files. */
export interface SweepHead<Row> {
  readonly column?: RowColumn<Row>;
  readonly csv: CsvColumn<Row>;
}

/** Returns the columns of the swept fields. */
export function axisHeads<Row extends { readonly values: readonly number[] }>(
  axes: readonly AxisRecord[],
  shown: readonly ShownAxis[] = axes.map(shownAxis),
): SweepHead<Row>[] {
  return axes.map(({ field, factors }, a) => {
    return {
      column: numeric(shown[a]!.name, ({ values }) => shown[a]!.digits(values[a]!)),
      csv: { name: factors ? `factor of ${field}` : field, of: ({ values }) => values[a] ?? null },
    };
  });
}

function columnsOf<Row extends object>(
  { heads, figures, more = [], currency }: SweepTexts<Row>,
  rows: readonly Row[],
  title: string,
): RowColumn<Row>[] {
  return [
    ...heads.flatMap(({ column }, n) => {
      return column === undefined ? [] : [n === 0 && title !== '' ? { ...column, head: title } : column];
    }),
    ...figures.flatMap((one) => meanColumns(one, rows, { currency })),
    ...more,
  ];
}

/** Returns the text of a sweep for a terminal. It ends with a newline. */
export function sweepText<Row extends object>(texts: SweepTexts<Row>): string {
  const { name, lead, tables, lines } = texts;
  const told = tables.flatMap(({ title, rows }) => textTable(rows, columnsOf(texts, rows, title)));
  return `${[`${oneLine(name)}: ${lead}`, ...told, ...lines].join('\n')}\n`;
}

/** Returns the tables of a sweep for its page. */
export function sweepTables<Row extends object>(texts: SweepTexts<Row>, caption: string): Markup[] {
  return texts.tables.map(({ title, rows }) => {
    const columns = [...columnsOf(texts, rows, ''), ...(texts.onPage ?? [])];
    return markup`${tableOf(title === '' ? caption : `${title}. ${caption}`, rows, columns)}\n`;
  });
}

/**
 * Returns the rows of all tables as CSV: the columns that identify a row, then its figures. Means are followed by the
 * ends of their intervals.
 */
export function sweepCsv<Row extends object>({ heads, tables, figures, csv, currency }: SweepTexts<Row>): string {
  const rows = tables.flatMap((one) => one.rows);
  const { figures: all, more } = csv ?? { figures, more: [] };
  return csvOf(rows, [
    ...heads.map((head) => head.csv),
    ...all.flatMap(({ key }): CsvColumn<Row>[] => {
      const name = csvHeading({ key }, currency);
      const of = (row: Row): MeanOf | null => meanIn(row, key);
      if (rows.every((row) => fieldIn(row, key) === undefined)) return [];
      const mean: CsvColumn<Row> = { name, of: (row) => of(row)?.mean ?? null };
      if (!rows.some((row) => typeof fieldIn(row, key) === 'object' && of(row) !== null)) return [mean];
      return [
        mean,
        { name: `${name}_low`, of: (row) => of(row)?.interval?.low ?? null },
        { name: `${name}_high`, of: (row) => of(row)?.interval?.high ?? null },
      ];
    }),
    ...more,
  ]);
}
