import { type CsvColumn, type CsvLine, csvOf } from './csv.js';
import { csvHeading, fieldIn, type Figure } from './figures.js';
import { meanIn } from './html/figure-columns.js';

/**
 * A CSV column that shows no figure: its heading, and the keys that lead from a row to the nested field with the
 * column's value.
 */
export type CsvField = readonly [name: string, ...keys: (string | number)[]];

/**
 * A CSV table of rows with figures (numbers of runs) or means of figures. Its columns are those of `before`, then those
 * of the figures, then those of `after`. A row holds each figure under the figure's key.
 */
export interface FigureCsv<Row extends object> {
  readonly rows: readonly Row[];
  readonly before: readonly CsvField[];
  readonly figures: readonly Pick<Figure<never>, 'key'>[];
  readonly after?: readonly CsvField[] | undefined;
  readonly currency?: string | undefined;
}

/**
 * Returns the rows as CSV text. A column of means is followed by two columns with the ends of their confidence
 * intervals. A list is written with blanks between its entries.
 */
export function figureCsv<Row extends object>(asked: FigureCsv<Row>): string {
  const { rows, before, figures, after = [], currency } = asked;
  const below = (part: unknown, key: string | number): unknown =>
    (part as Record<string, unknown> | null)?.[key] ?? null;
  const fieldOf = ([name, ...keys]: CsvField): CsvColumn<Row> => {
    const of = (row: Row): unknown => keys.reduce(below, row);
    return {
      name,
      of: (row) => (Array.isArray(of(row)) ? (of(row) as unknown[]).join(' ') : (of(row) as CsvLine[number])),
    };
  };
  const columns = figures.flatMap(({ key }): CsvColumn<Row>[] => {
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
