import { inUnit } from '../../../../reports/format.js';
import { markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { constraintName } from '../../../../reports/wording.js';
import type { ReportInput } from '../input.js';

/** Section on limits with a reserve and what the plan leaves free of each; none where the instance has no reserve. */
export function reserveSections({ record: { result } }: ReportInput): SectionOptions[] {
  const { reserves = [] } = result;
  if (reserves.length === 0) return [];
  const body = table({
    caption: 'Limits with a reserve. Plans keep each limit less its reserve, and the bound is for such plans.',
    columns: [
      { head: 'Limit', wide: true },
      { head: 'Limit', numeric: true },
      { head: 'Reserve', numeric: true },
      { head: 'Used by the plan', numeric: true },
      { head: 'Left free', numeric: true },
    ],
    rows: reserves.map(({ constraint, where, unit, limit, reserve, used, left }) => {
      const difference = unit === 'C' ? 'K' : unit;
      return [
        markup`${constraintName(constraint)}${where === '' ? '' : markup`, ${nameOf(where)}`}`,
        quantity(inUnit(limit, unit)),
        quantity(inUnit(reserve, difference)),
        quantity(inUnit(used, unit)),
        quantity(inUnit(left, difference)),
      ];
    }),
  });
  return [{ id: 'reserves', title: 'Limits and their reserves', body: [body] }];
}
