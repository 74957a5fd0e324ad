import { markup, nameOf } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import type { ReportInput } from '../input.js';
import { brokenText, drawnRoomsText, rangeRows, robustnessText, roomsReserveText, worstText } from '../rooms-text.js';

/** Title of the section. */
const TITLE = 'If the room is another';

/** Section on the plan in drawn rooms; none where none were drawn. */
export function roomsSections({ record: { result } }: ReportInput): SectionOptions[] {
  const { rooms, robust, roomsReserve } = result;
  const worst = robust === undefined ? [] : [markup`<p>${robustnessText(robust)}.</p>`];
  if (rooms === undefined) {
    return worst.length === 0 ? [] : [{ id: 'drawn-rooms', title: TITLE, body: worst }];
  }
  const broken = brokenText(rooms);
  const body = table({
    caption: `Rooms with seed ${rooms.seed}, drawn independently of each other. Factors are uniform in their ranges; heat and air are conserved.`,
    columns: [
      { head: 'Figure', wide: true },
      { head: 'Is', wide: true },
    ],
    rows: [
      ['Rooms', drawnRoomsText(rooms)],
      ...(roomsReserve === undefined ? [] : [['Reserve', roomsReserveText(roomsReserve)]]),
      ['At worst', markup`${worstText(rooms)}; hottest inlet at ${nameOf(rooms.worstZone)}`],
      ['Rooms in which a limit is broken', broken === '' ? 'none' : broken],
      ...rangeRows(rooms),
    ],
  });
  return [{ id: 'drawn-rooms', title: TITLE, body: [...worst, body] }];
}
