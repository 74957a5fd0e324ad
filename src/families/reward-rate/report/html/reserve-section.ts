import { unitOfDifference } from '../../../../../models/facility/limits.js';
import { inUnit } from '../../../../reports/format.js';
import { markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';
import { constraintName } from '../../../../reports/wording.js';
import type { ReportRequest } from '../input.js';

/** Returns the report section on limits with a reserve and how much the plan leaves free; [] without reserves. */
export function reserveSections({ record: { result } }: ReportRequest): SectionOptions[] {
  const { reserves = [] } = result;
  if (reserves.length === 0) return [];
  const body = tableOf(
    'Limits with a reserve. Plans keep each limit less its reserve, and the bound is for such plans.',
    reserves,
    [
      {
        head: 'Limit',
        wide: true,
        of: ({ constraint, where }) =>
          markup`${constraintName(constraint)}${where === '' ? '' : markup`, ${nameOf(where)}`}`,
      },
      numeric('Limit', ({ limit, unit }) => quantity(inUnit(limit, unit))),
      numeric('Reserve', ({ reserve, unit }) => quantity(inUnit(reserve, unitOfDifference(unit)))),
      numeric('Used by the plan', ({ used, unit }) => quantity(inUnit(used, unit))),
      numeric('Left free', ({ left, unit }) => quantity(inUnit(left, unitOfDifference(unit)))),
    ],
  );
  return [{ id: 'reserves', title: 'Limits and their reserves', body: [body] }];
}
