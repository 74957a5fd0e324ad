import { markup, nameOf } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import type { ReportRequest } from '../input.js';
import { brokenText, rangeRows, worstText } from '../wording.js';

/** Returns the report section on the plan in random rooms (with other uncertain data); [] if none were drawn. */
export function roomsSections({ record: { result } }: ReportRequest): SectionOptions[] {
  const { rooms } = result;
  if (rooms === undefined) return [];
  const broken = brokenText(rooms);
  const body = table({
    caption: `Rooms with seed ${rooms.seed}, drawn independently of each other. Factors are uniform in their ranges; heat and air are conserved.`,
    columns: [
      { head: 'Figure', wide: true },
      { head: 'Is', wide: true },
    ],
    rows: [
      ['At worst', markup`${worstText(rooms)}; hottest inlet at ${nameOf(rooms.worstZone)}`],
      ['Rooms in which a limit is broken', broken === '' ? 'none' : broken],
      ...rangeRows(rooms),
    ],
  });
  return [{ id: 'drawn-rooms', title: 'If the room is another', body: [body] }];
}
