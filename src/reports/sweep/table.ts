import { type CsvField, figureCsv } from '../figure-csv.js';
import { oneLine } from '../format.js';
import { type FigureTable, type MeanFigure, tableLines } from '../html/figure-columns.js';
import type { AxisRecord } from '../../studies/sweep/axes.js';

/** A row of a sweep over fields. `values` has the value of each swept field. */
export interface SweptRow {
  readonly values: readonly number[];
}

/**
 * Content of a sweep's text output, CSV file and table. A row holds each figure, or the mean of the figure, under the
 * figure's key.
 */
export interface SweepTexts<Row extends object> extends FigureTable<Row> {
  /** Name of the instance. */
  readonly name: string;
  /** Words that say what was swept, and by which method. */
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

/** Returns the rows as CSV text, with two more columns for the confidence interval of each mean. */
export function sweepCsv<Row extends object>({ rows, figures, csv, currency }: SweepTexts<Row>): string {
  return figureCsv({ rows, figures, currency, ...csv });
}
