import { type ComparedFigure, meanIn } from './compare/report.js';
import { figureColumns, textTable } from './compare/text.js';
import { type CsvLine, csvText } from './csv.js';
import { oneLine } from './format.js';

/** A row of a sweep: its name in tables, and the means of its figures by their keys. */
export interface SweptRow {
  readonly method: string;
  readonly means: object;
}

/** Rows of a sweep as a table for a terminal: a column of names, then the means with their intervals. */
export function sweptLines(head: string, rows: readonly SweptRow[], figures: readonly ComparedFigure[]): string[] {
  const means = rows.map((row) => row.means);
  const names = [head, ...rows.map(({ method }) => oneLine(method))];
  return textTable([names, ...figures.flatMap((one) => figureColumns({ ...one, hasInterval: true }, means))]);
}

/** Text of a CSV file: what tells the rows apart, then each mean with the ends of its 95 % interval, empty where there is none. */
export function sweptCsv(
  heads: readonly string[],
  rows: readonly { readonly first: CsvLine; readonly means: object }[],
  figures: readonly ComparedFigure[],
): string {
  return csvText([
    [...heads, ...figures.flatMap(({ key, csv = key }) => [csv, `${csv}_low`, `${csv}_high`])],
    ...rows.map(({ first, means }) => [
      ...first,
      ...figures.flatMap(({ key }) => {
        const mean = meanIn(means, key);
        return [mean?.mean ?? null, mean?.interval?.low ?? null, mean?.interval?.high ?? null];
      }),
    ]),
  ]);
}
