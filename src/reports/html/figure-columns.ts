import type { Figure } from '../figures.js';
import { capitalised } from '../figures.js';
import { alignedIn, type Aligned, inUnit, type Measured } from '../format.js';
import { type Content, figure, markup } from './markup.js';
import { numeric, type RowColumn } from './table.js';

/** Units whose values are each shown by themselves: as %, whole, or in words. */
const OF_THEIR_OWN = ['share', 'gap', 'count', 'object'];

/**
 * Returns a column of each figure over rows that each are of something: in one unit, which the head states; `field`
 * names the cells.
 */
export function figureColumns<Row, Of>(
  figures: readonly Figure<Of>[],
  rows: readonly Row[],
  of: (row: Row) => Of,
  field: (row: Row, key: string) => string,
): readonly RowColumn<Row>[] {
  return figures.map((one) => {
    const { key, unit, digits } = one;
    const values = rows.map((row): Measured => {
      const value = one.of(of(row));
      return typeof value === 'number' ? value : null;
    });
    const own: Aligned = { unit: '', write: (value) => inUnit(value, unit) };
    const column = OF_THEIR_OWN.includes(unit) ? own : alignedIn(unit, values, digits === undefined ? {} : { digits });
    const head = `${capitalised(one.label)}${column.unit === '' ? '' : `, ${column.unit}`}`;
    return numeric(head, (row): Content => {
      const value = one.of(of(row));
      if (value === undefined || value === null || typeof value === 'number') {
        return figure(field(row, key), value, column.write);
      }
      return markup`${value}`;
    });
  });
}
