import type { Figure } from '../figures.js';
import { capitalised } from '../figures.js';
import { alignedIn, type Aligned, inUnit, type Measured } from '../format.js';
import { type Content, figure, markup } from './markup.js';
import { numeric, type RowColumn } from './table.js';

/**
 * Returns the notation of a figure's column in a table: the unit for its heading, and a function that writes its
 * values.
 */
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

/**
 * Units whose values are written one by one (as %, as whole numbers or in words), not in one unit for the whole column.
 */
const OF_THEIR_OWN = ['share', 'gap', 'count', 'object'];

/**
 * Returns a table column for each figure.
 *
 * @param of returns the data of a row that its figures are computed from
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
