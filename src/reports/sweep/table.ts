import { type CsvColumn, csvOf } from '../csv.js';
import type { MeanOf } from '../few-values.js';
import { csvHeading, fieldIn, type Figure } from '../figures.js';
import { oneLine } from '../format.js';
import { columnsOf, type FigureTable, meanIn } from '../html/figure-columns.js';
import { markup, type Markup } from '../html/markup.js';
import { numeric, type RowColumn, tableOf, textTable } from '../html/table.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';
import { shownAxis } from './axis.js';

/** Declaration of a value that each point of a sweep has. */
export type SweptFigure = Pick<Figure<never>, 'key' | 'label' | 'unit' | 'digits' | 'within'>;

/** CSV columns that are not figures: by heading, the path of keys that leads to the field in a row. */
export type CsvFields = Readonly<Record<string, readonly (string | number)[]>>;

/** Content of a sweep's text output, CSV file and tables. A row has the values of its figures under their keys. */
export interface SweepTexts<Row extends object> extends FigureTable<Row> {
  /** Name of the instance. */
  readonly name: string;
  /** Title text: what was swept, and by which method. */
  readonly lead: string;
  readonly figures: readonly SweptFigure[];
  readonly onPage?: readonly RowColumn<Row>[];
  /** CSV columns: `before`, then the figures, then `after`. Without `figures`, the figures are those of the tables. */
  readonly csv: { readonly before: CsvFields; readonly figures?: readonly SweptFigure[]; readonly after?: CsvFields };
  /** Lines below the tables on a terminal. */
  readonly lines: readonly string[];
}

/** Returns a table column for each swept field, with its value in each row. */
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
    ...fieldColumns<Row>(csv.before),
    ...(csv.figures ?? figures).flatMap(({ key }): CsvColumn<Row>[] => {
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
    ...fieldColumns<Row>(csv.after ?? {}),
  ]);
}

function fieldColumns<Row extends object>(fields: CsvFields): CsvColumn<Row>[] {
  return Object.entries(fields).map(([name, way]) => ({
    name,
    of: (row) => {
      const found = way.reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key] ?? null, row);
      return found as ReturnType<CsvColumn<Row>['of']>;
    },
  }));
}
