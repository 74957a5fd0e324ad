import { meanColumns, words } from './compare/columns.js';
import { type ComparedFigure, meanIn } from './compare/report.js';
import { csvHeading } from './figures.js';
import { type CsvLine, csvText } from './csv.js';
import { nameOf } from './html/markup.js';
import { type RowColumn, textTable } from './html/table.js';

/** A row of a sweep: its name in tables, and the means of its figures by their keys. */
export interface SweptRow {
  readonly method: string;
  readonly means: object;
}

/** Columns of the rows of a sweep, on the terminal and on the page. */
export function sweptColumns(
  head: string,
  rows: readonly SweptRow[],
  figures: readonly ComparedFigure[],
): {
  readonly rows: readonly { readonly method: string }[];
  readonly columns: RowColumn<{ readonly method: string }>[];
} {
  const flat = rows.map(({ method, means }) => ({ ...means, method }));
  const known = figures.filter(({ key }) => flat.some((row) => meanIn(row, key) !== null));
  const of = known.flatMap((one) => meanColumns(one, flat, { named: '', hasInterval: true }));
  return { rows: flat, columns: [words(head, ({ method }) => nameOf(method)), ...of] };
}

/** Rows of a sweep as a table for a terminal: a column of names, then the means with their intervals. */
export function sweptLines(head: string, given: readonly SweptRow[], figures: readonly ComparedFigure[]): string[] {
  const { rows, columns } = sweptColumns(head, given, figures);
  return textTable(rows, columns);
}

/** Text of a CSV file: what tells the rows apart, then each mean with the ends of its 95 % interval, empty where there is none. */
export function sweptCsv(
  heads: readonly string[],
  rows: readonly { readonly first: CsvLine; readonly means: object }[],
  figures: readonly ComparedFigure[],
): string {
  return csvText([
    [
      ...heads,
      ...figures.flatMap(({ key }) => [
        csvHeading({ key }),
        `${csvHeading({ key })}_low`,
        `${csvHeading({ key })}_high`,
      ]),
    ],
    ...rows.map(({ first, means }) => [
      ...first,
      ...figures.flatMap(({ key }) => {
        const mean = meanIn(means, key);
        return [mean?.mean ?? null, mean?.interval?.low ?? null, mean?.interval?.high ?? null];
      }),
    ]),
  ]);
}
