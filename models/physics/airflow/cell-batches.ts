import type { RoomLayout } from '../../facility/facility.js';
import { BATCH } from './exchange-grids.js';
import { gridSize } from './grid.js';

/**
 * Returns the number of grid cells of a room times the number of batches of air sources (CRACs and rack levels). The time to
 * carry the air of all sources through the room is proportional to it.
 */
export function cellBatches(layout: RoomLayout): number {
  const { nx, ny, nz } = gridSize(layout);
  return nx * ny * nz * Math.ceil((layout.cracPlacements.length + layout.racks.length * layout.levelsPerRack) / BATCH);
}
