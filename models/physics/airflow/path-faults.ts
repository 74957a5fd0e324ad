import type { Facility, RoomAirflow } from '../../facility/facility.js';
import {
  buildGrid,
  connectedCells,
  forEachCell,
  containmentOf,
  roomConductances,
  snapBox,
  type CellBox,
  type RoomGrid,
} from './grid.js';
import { breathingCells, cracReturn, returnCells } from './ports.js';
import type { AirflowFault } from './fault.js';

/**
 * Returns the faults of a room through which air cannot pass. They are blocked faces that air must pass, and openings
 * from which no air can reach the CRACs. The boxes of the layout must be without faults.
 */
export function pathFaults(facility: Facility, airflow: RoomAirflow): AirflowFault[] {
  const { layout } = airflow;
  const grid = buildGrid(layout);
  const faults: AirflowFault[] = [];
  const openings: { readonly path: string; readonly label: string; readonly cells: CellBox }[] = [];
  const used = new Set(facility.nodeGroups.map((group) => group.rack));
  layout.racks.forEach((rack, i) => {
    if (!used.has(rack.name)) return;
    const box = snapBox(layout, rack);
    for (const side of ['inlet', 'exhaust'] as const) {
      openings.push({
        path: `airflow.layout.racks[${i}].inletSide`,
        label: `The ${side} side of rack ${rack.name}`,
        cells: breathingCells(rack, box, side),
      });
    }
  });
  layout.cracPlacements.forEach((placement, i) => {
    openings.push({
      path: `airflow.layout.cracPlacements[${i}].heightZM`,
      label: `The return on top of CRAC ${placement.crac}`,
      cells: returnCells(snapBox(layout, placement)),
    });
  });
  for (const { path, label, cells } of openings) {
    const free = countFree(grid, cells);
    const wanted = (cells.x1 - cells.x0) * (cells.y1 - cells.y0) * (cells.z1 - cells.z0);
    if (free === wanted) continue;
    faults.push({
      path,
      message: `${label} is blocked by a wall, a rack or a CRAC in ${wanted - free} of ${wanted} cells`,
      value: free / wanted,
      allowed: 'free air in front of the whole face',
      remedy: 'Move or turn what is in the way, leaving at least one cell of air.',
    });
  }
  if (faults.length > 0) return faults;

  layout.tiles.forEach((tile, i) => {
    if (tile.opening <= 0) return;
    openings.push({
      path: `airflow.layout.tiles[${i}]`,
      label: `Tile ${tile.name}`,
      cells: { ...snapBox(layout, { ...tile, heightZM: 0 }), z1: 1 },
    });
  });
  const faces = roomConductances(layout, grid, containmentOf(airflow));
  const reached = connectedCells(faces, cracReturn(layout, grid, facility.cracs[0]!).cells[0]!);
  for (const { path, label, cells } of openings) {
    let cut = 0;
    forEachCell(grid, cells, (cell) => {
      if (!reached[cell]) cut++;
    });
    if (cut === 0) continue;
    faults.push({
      path,
      message: `${label} has no air path to CRAC ${facility.cracs[0]!.name}`,
      value: cut,
      allowed: 'all its cells joined to the CRAC by air',
      remedy: 'Leave a gap of at least one cell around the enclosed part of the room.',
    });
  }
  return faults;
}

function countFree(grid: RoomGrid, box: CellBox): number {
  let free = 0;
  forEachCell(grid, box, (cell) => {
    if (!grid.solid[cell]) free++;
  });
  return free;
}
