import { type MeanOf, unlessFew } from '../few-values.js';
import { capitalised, type Figure, fieldIn } from '../figures.js';
import { alignedIn, type Aligned, inUnit, type Measured } from '../format.js';
import { interval } from './interval.js';
import { type Content, figure, markup, NOTHING, quantity } from './markup.js';
import type { SectionOptions } from './section.js';
import { numeric, type RowColumn, tableOf, textTable } from './table.js';

/** Returns how a figure's table column is written: its unit, for the heading, and a function that writes values. */
export function columnNotation(
  { unit, digits, shown }: Pick<Figure<never>, 'unit' | 'digits' | 'shown'>,
  values: readonly Measured[],
  currency?: string,
): Aligned {
  if (shown !== undefined) return { unit: '', write: shown };
  if (OF_THEIR_OWN.includes(unit)) return { unit: '', write: (value) => inUnit(value, unit) };
  return alignedIn(unit, values, {
    ...(digits === undefined ? {} : { digits }),
    ...(currency === undefined ? {} : { currency }),
  });
}

/** Returns the heading of a figure's column: the label and, if there is one, the unit. */
export function columnHead({ label }: Pick<Figure<never>, 'label'>, unit: string): string {
  return capitalised(unit === '' ? label : label === '' ? unit : `${label}, ${unit}`);
}

/** Units whose values are written one by one (as %, whole numbers or words), not in one unit for the column. */
const OF_THEIR_OWN = ['share', 'gap', 'count', 'object'];

/**
 * Returns a table column for each figure.
 *
 * @param of returns the data from which the figures of a row are computed
 * @param field returns the name of the record's field that a cell shows
 */
export function figureColumns<Row, Of>(
  figures: readonly Figure<Of>[],
  rows: readonly Row[],
  of: (row: Row) => Of,
  field: (row: Row, key: string) => string,
): readonly RowColumn<Row>[] {
  return figures.map((one) => {
    const { key } = one;
    const values = rows.map((row): Measured => {
      const value = one.of(of(row));
      return typeof value === 'number' ? value : null;
    });
    const column = columnNotation(one, values);
    return numeric(columnHead(one, column.unit), (row): Content => {
      const value = one.of(of(row));
      if (value === undefined || value === null || typeof value === 'number') {
        return figure(field(row, key), value, column.write);
      }
      return markup`${value}`;
    });
  });
}

/** The part of a figure's declaration that a column of its means needs. */
export type MeanFigure = Pick<Figure<never>, 'key' | 'label' | 'unit' | 'digits' | 'shown' | 'none'> & {
  /** Range of possible values, to which confidence intervals are clipped; absent for differences. */
  readonly within?: Figure<never>['within'] | undefined;
};

/**
 * A table of figures for a terminal, a page or both. A row holds each figure, or the mean of the figure, under the
 * figure's key.
 */
export interface FigureTable<Row extends object> {
  readonly rows: readonly Row[];
  /** Columns that identify a row. */
  readonly heads: readonly RowColumn<Row>[];
  readonly figures: readonly MeanFigure[];
  /** Columns after the figures. They are left out if all cells are empty. */
  readonly more?: readonly RowColumn<Row>[];
  /** Columns at the end that only the page shows. */
  readonly onPage?: readonly RowColumn<Row>[];
  /** Sentence that says what the table contains. */
  readonly caption?: string;
  /** Sentences below the table. */
  readonly notes?: readonly string[];
  readonly currency?: string | undefined;
  /**
   * Returns how the columns of a figure are shown. If absent, they have confidence intervals and no foot (cell in the
   * table's last line).
   */
  readonly shown?: (figure: MeanFigure) => Omit<MeanOptions<Row>, 'currency'>;
}

/** Returns all columns of a table of figures. */
export function columnsOf<Row extends object>(table: FigureTable<Row>): RowColumn<Row>[] {
  const { rows, heads, figures, more = [], currency, shown } = table;
  const filled = more.filter(({ of }) => rows.some((row, n) => of(row, n) !== ''));
  return [...heads, ...figures.flatMap((one) => meanColumns(one, rows, { currency, ...shown?.(one) })), ...filled];
}

/** Returns a table as lines for a terminal: its caption if it has one, the rows, and the notes. */
export function tableLines<Row extends object>(table: FigureTable<Row>): string[] {
  const columns = columnsOf(table);
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  const { caption, rows, notes = [] } = table;
  return [...(caption === undefined ? [] : [caption]), ...textTable(rows, columns, hasFoot), ...notes];
}

/** Returns a section of a page with a table, its notes, and the content above it. It is empty without rows. */
export function tableSection<Row extends object>(
  id: string,
  title: string,
  table: FigureTable<Row>,
  above: Content = NOTHING,
): SectionOptions {
  const { caption = '', rows, notes = [] } = table;
  const below = notes.length === 0 ? NOTHING : markup`<p class="caption">${notes.join(' ')}</p>\n`;
  const shown =
    rows.length === 0 ? [] : [tableOf(caption, rows, [...columnsOf(table), ...(table.onPage ?? [])]), below];
  return { id, title, body: [above, ...shown] };
}

/** Options for the table columns that show the means of a figure. */
interface MeanOptions<Row> {
  readonly currency?: string | undefined;
  /** Returns the name of the record's field that a cell shows; absent if cells name none. */
  readonly field?: (key: string, row: Row) => string;
  readonly hasIntervals?: boolean;
  /** Cell of the column in the table's last line: its value, and the name of the record's field that has the value. */
  readonly foot?: { readonly field: string; readonly value: Measured } | undefined;
}

/**
 * Returns the mean, with its interval, that a row has under a key. A dotted key ("a.b") leads into nested objects. A
 * single number becomes a mean without interval. Null if the row has neither.
 */
export function meanIn(row: object, key: string): MeanOf | null {
  const found = fieldIn(row, key);
  if (typeof found === 'number') return { mean: found, interval: null };
  return typeof found === 'object' && found !== null && 'mean' in found ? (found as MeanOf) : null;
}

/** Returns a column with a figure's means and one with their confidence intervals; empty if no row has a value. */
export function meanColumns<Row extends object>(
  one: MeanFigure,
  rows: readonly Row[],
  { currency, field, hasIntervals = true, foot }: MeanOptions<Row> = {},
): RowColumn<Row>[] {
  const { key, none, within: [low, high] = [-Infinity, Infinity] } = one;
  const of = (row: Row): Measured => meanIn(row, key)?.mean;
  if (rows.every((row) => of(row) === undefined)) return [];
  const cut = (end: number): number => Math.min(high, Math.max(low, end));
  const { unit, write } = columnNotation(one, [...rows.map(of), foot?.value], currency);
  const mean = numeric<Row>(
    columnHead(one, unit),
    (row) => (field === undefined ? quantity(write(of(row)), none) : figure(field(key, row), of(row), write, none)),
    foot === undefined ? undefined : figure(foot.field, foot.value, write),
  );
  if (!hasIntervals) return [mean];
  const intervals = numeric<Row>('95 % interval', (row) => {
    const range = unlessFew(meanIn(row, key))?.interval ?? null;
    return interval(range && { low: cut(range.low), high: cut(range.high) }, write);
  });
  return [mean, intervals];
}
