import type { RoomMixing } from '../facility/room-mixing.js';

/**
 * Fraction of the air that cells may mix as much as is stated, or more, before hot spots depend on them: from the
 * five rooms of docs/facility/room-airflow.md#mixing.
 */
const MAX_MIXED_BY_CELLS = 0.45;

/** Returns a warning for each room whose cells alone mix much of its air more than it states. */
export function mixedByCellsWarnings(rooms: readonly RoomMixing[]): string[] {
  return rooms.flatMap(({ room, statedM2PerS, mixedByCells = 0 }) => {
    if (mixedByCells <= MAX_MIXED_BY_CELLS) return [];
    const where = room === undefined ? '' : `room ${room}: `;
    return [
      `${where}airflow.mixingM2PerS: cells alone mix ${Math.round(100 * mixedByCells)} % of the air more than ${statedM2PerS} m2/s, so hot spots still depend on the grid; use smaller cells.`,
    ];
  });
}
