import type { Crac, CracPlacement, Rack, RoomAirflow, RoomLayout } from '../../facility/facility.js';
import type { Zone } from '../thermal/influence-matrix.js';
import { unitAir } from './unit-air.js';
import { forEachCell, snapBox, type CellBox, type RoomGrid } from './grid.js';

/** Cells through which air of one source or sink enters or leaves the room, with the flow through each cell. */
export interface AirPort {
  readonly cells: Int32Array;
  /** Air flow through each cell, m3/s, at least 0. */
  readonly flowM3PerS: Float64Array;
}

/** One thermal level of one rack, with its zones and the ports of its air. */
export interface RackLevel {
  /** Indices of the level's zones in the list of zones. */
  readonly zones: readonly number[];
  readonly flowM3PerS: number;
  readonly inlet: AirPort;
  readonly exhaust: AirPort;
  /**
   * Cells over which the inlet temperature of the level's zones is averaged, weighted by air flow. They are the cells
   * of the inlet. If the level draws no air, they are all cells in front of it, equally weighted.
   */
  readonly front: AirPort;
}

/** All ports through which air enters and leaves a room. */
export interface RoomPorts {
  readonly levels: readonly RackLevel[];
  /** For each CRAC, in the facility's order, the port through which it draws its return air; without cells if none. */
  readonly returns: readonly AirPort[];
  /** For each CRAC, the cells above it over which its inlet temperature is averaged, weighted by air flow. */
  readonly tops: readonly AirPort[];
  /** Air that flows back up through CRACs whose fans stand still. */
  readonly backFlows: readonly BackFlow[];
  /**
   * Port through which the air of all CRACs together enters, by tiles and leaks in the raised floor. Each cell occurs
   * at most once.
   */
  readonly floor: AirPort;
}

/** Air that flows back up through a CRAC whose fan stands still, from the cells under it to those above it. */
export interface BackFlow {
  readonly under: AirPort;
  readonly above: AirPort;
}

/** Returns the layer of cells just in front of a rack's inlet side, or just behind its exhaust side. */
export function breathingCells(rack: Rack, box: CellBox, side: 'inlet' | 'exhaust'): CellBox {
  const towardPlusY = (rack.inletSide === '+y') === (side === 'inlet');
  return towardPlusY ? { ...box, y0: box.y1, y1: box.y1 + 1 } : { ...box, y0: box.y0 - 1, y1: box.y0 };
}

/** Returns the layer of cells just above a CRAC, where it draws its return air. */
export function returnCells(box: CellBox): CellBox {
  return { ...box, z0: box.z1, z1: box.z1 + 1 };
}

/**
 * Returns the ports of a room with their air flows.
 *
 * @param zoneFlows air flow of each zone, m3/s
 * @param reachable 1 for each air cell connected to the CRACs, else 0; leaks enter only there
 */
export function roomPorts(
  airflow: RoomAirflow,
  cracs: readonly Crac[],
  grid: RoomGrid,
  zones: readonly Zone[],
  zoneFlows: Float64Array,
  reachable: Uint8Array,
): RoomPorts {
  const { layout } = airflow;
  const { flowM3PerS, backFlowM3PerS, supplyM3PerS } = unitAir(cracs);
  return {
    levels: rackLevels(airflow, grid, zones, zoneFlows),
    returns: cracs.map((crac, c) => (flowM3PerS[c] === 0 ? NO_AIR : cracReturn(layout, grid, crac, flowM3PerS[c]))),
    tops: cracs.map((crac) => cracReturn(layout, grid, crac)),
    backFlows: cracs.flatMap((crac, c) => {
      const flow = backFlowM3PerS[c]!;
      if (flow === 0) return [];
      return [{ under: cracDelivery(layout, grid, crac, flow), above: cracReturn(layout, grid, crac, flow) }];
    }),
    floor: floorPort(airflow, grid, supplyM3PerS, reachable),
  };
}

/**
 * Returns all rack levels with zones. The air of a level passes evenly through its part of the rack's front and rear.
 */
function rackLevels(
  airflow: RoomAirflow,
  grid: RoomGrid,
  zones: readonly Zone[],
  zoneFlows: Float64Array,
): RackLevel[] {
  const { layout } = airflow;
  const racks = new Map(layout.racks.map((rack) => [rack.name, rack]));
  const members = new Map<string, number[]>();
  zones.forEach((zone, index) => {
    const key = JSON.stringify([zone.rack, zone.level]);
    const list = members.get(key);
    if (list) list.push(index);
    else members.set(key, [index]);
  });
  return [...members.values()].map((indices) => {
    const { rack: rackName, level } = zones[indices[0]!]!;
    const rack = racks.get(rackName)!;
    const box = snapBox(layout, rack);
    const flowM3PerS = indices.reduce((sum, index) => sum + zoneFlows[index]!, 0);
    const bottom = (box.z1 * (level - 1)) / layout.levelsPerRack;
    const top = (box.z1 * level) / layout.levelsPerRack;
    const face = (side: 'inlet' | 'exhaust', flow: number): AirPort =>
      levelPort(grid, breathingCells(rack, box, side), bottom, top, flow);
    if (flowM3PerS === 0) {
      return { zones: indices, flowM3PerS, inlet: NO_AIR, exhaust: NO_AIR, front: face('inlet', 1) };
    }
    const inlet = face('inlet', flowM3PerS);
    return { zones: indices, flowM3PerS, inlet, exhaust: face('exhaust', flowM3PerS), front: inlet };
  });
}

/** A port without cells, through which no air passes. */
export const NO_AIR: AirPort = { cells: new Int32Array(0), flowM3PerS: new Float64Array(0) };

/** Returns a port that spreads an air flow evenly over a face, from height `bottom` to `top`, counted in cells. */
function levelPort(grid: RoomGrid, face: CellBox, bottom: number, top: number, flowM3PerS: number): AirPort {
  const cells: number[] = [];
  const flows: number[] = [];
  const columns = (face.x1 - face.x0) * (face.y1 - face.y0);
  for (let z = Math.floor(bottom); z < top; z++) {
    const share = (Math.min(top, z + 1) - Math.max(bottom, z)) / (top - bottom) / columns;
    if (share < 1e-9) continue; // round-off of a boundary that coincides with a grid plane
    forEachCell(grid, { ...face, z0: z, z1: z + 1 }, (cell) => {
      cells.push(cell);
      flows.push(share * flowM3PerS);
    });
  }
  return { cells: Int32Array.from(cells), flowM3PerS: Float64Array.from(flows) };
}

/** Returns the placement of a CRAC. It must have one, which roomFaults checks. */
export function placementOf(layout: RoomLayout, crac: Crac): CracPlacement {
  const placement = layout.cracPlacements.find((candidate) => candidate.crac === crac.name);
  if (!placement) throw new Error(`CRAC ${crac.name} has no placement`);
  return placement;
}

/**
 * Returns the port above a CRAC through which it draws its return air.
 *
 * @param flowM3PerS air flow through the port, m3/s
 */
export function cracReturn(layout: RoomLayout, grid: RoomGrid, crac: Crac, flowM3PerS = crac.airFlowM3PerS): AirPort {
  return evenPort(grid, returnCells(snapBox(layout, placementOf(layout, crac))), flowM3PerS);
}

/** Returns the port through which a CRAC supplies the plenum: the floor under the CRAC. */
export function cracDelivery(layout: RoomLayout, grid: RoomGrid, crac: Crac, flowM3PerS = crac.airFlowM3PerS): AirPort {
  return evenPort(grid, { ...snapBox(layout, placementOf(layout, crac)), z0: 0, z1: 1 }, flowM3PerS);
}

function evenPort(grid: RoomGrid, box: CellBox, flowM3PerS: number): AirPort {
  const cells: number[] = [];
  forEachCell(grid, box, (cell) => cells.push(cell));
  return { cells: Int32Array.from(cells), flowM3PerS: new Float64Array(cells.length).fill(flowM3PerS / cells.length) };
}

/**
 * Returns the fractions of the supply air that enter through one cell of each tile, and through all leaks together. The
 * pressure in the plenum is assumed uniform.
 *
 * With total tile area A, tile areas A_t, openings o and leakage fraction f (at fully open tiles), a tile and the leaks
 * share air in the ratio (1-f) o A_t : f A.
 */
export function floorShares(
  tiles: readonly { readonly cellCount: number; readonly opening: number }[],
  leakageFraction: number,
): { readonly perTileCell: readonly number[]; readonly leaks: number } {
  const tileCells = tiles.reduce((sum, tile) => sum + tile.cellCount, 0);
  const openCells = tiles.reduce((sum, tile) => sum + tile.cellCount * tile.opening, 0);
  // Without any tile all air leaks, whatever the fraction (roomFaults demands that there is leakage then).
  const leakParts = tileCells === 0 ? 1 : leakageFraction * tileCells;
  const parts = leakParts + (1 - leakageFraction) * openCells;
  return { perTileCell: tiles.map((tile) => ((1 - leakageFraction) * tile.opening) / parts), leaks: leakParts / parts };
}

export function tileCells(layout: RoomLayout, grid: RoomGrid): number[][] {
  return layout.tiles.map((tile) => {
    const cells: number[] = [];
    forEachCell(grid, { ...snapBox(layout, { ...tile, heightZM: 0 }), z1: 1 }, (cell) => cells.push(cell));
    return cells;
  });
}

/**
 * Returns the port of the air through the floor for given tile openings. Leaks are spread evenly over the reachable
 * floor cells.
 *
 * @param supply air flow of all CRACs, m3/s
 * @param reachable 1 for each air cell connected to the CRACs, else 0
 */
export function floorPort(
  airflow: RoomAirflow,
  grid: RoomGrid,
  supply: number,
  reachable: Uint8Array,
  openings: readonly number[] = airflow.layout.tiles.map((tile) => tile.opening),
): AirPort {
  const flow = new Float64Array(grid.nx * grid.ny);
  const cellsOfTile = tileCells(airflow.layout, grid);
  const leaky: number[] = [];
  for (let cell = 0; cell < flow.length; cell++) if (reachable[cell]) leaky.push(cell);
  const tiles = cellsOfTile.map((cells, t) => ({ cellCount: cells.length, opening: openings[t]! }));
  const shares = floorShares(tiles, airflow.floorLeakageFraction);
  cellsOfTile.forEach((cells, t) => {
    for (const cell of cells) flow[cell]! += supply * shares.perTileCell[t]!;
  });
  for (const cell of leaky) flow[cell]! += (supply * shares.leaks) / leaky.length;
  const cells = Int32Array.from(flow.keys()).filter((cell) => flow[cell]! > 0);
  return { cells, flowM3PerS: Float64Array.from(cells, (cell) => flow[cell]!) };
}
