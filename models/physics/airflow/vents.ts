import type { Facility, RoomAirflow } from '../../facility/facility.js';
import type { AirUnderWay } from '../thermal/air-under-way.js';
import type { InfluenceMatrix } from '../thermal/influence-matrix.js';
import { floorPort, floorShares, tileCells } from './ports.js';
import { solvePotential } from './potential.js';
import {
  addPort,
  influenceOfFlow,
  netWithoutFloor,
  roomFlow,
  roomSetting,
  type RoomFlow,
  type RoomSetting,
} from './room-flow.js';
import { unitAir } from './unit-air.js';
import { airOfFlow, travelTimes, type TravelTimes } from './travel-times.js';

/** A quadrant of a room: tiles whose vents open together. */
export interface VentQuadrant {
  /** Names of the quadrant's tiles. Every tile belongs to exactly one quadrant. */
  readonly tiles: readonly string[];
}

/** The air of a room for every combination of vent openings. The functions compute it anew at each call. */
export interface VentAirflow {
  readonly setting: RoomSetting;
  /** Opening of each quadrant in each combination, as [combination][quadrant]. The first quadrant varies slowest. */
  readonly ventOpenings: readonly (readonly number[])[];
  /** Returns the steady air flow of a combination. This takes about 2 ms for 10,000 cells. */
  readonly flow: (combination: number) => RoomFlow;
  /** Returns the influence matrix of a combination, by zones. */
  readonly influence: (combination: number) => InfluenceMatrix;
  /** Returns the moments of the travel times of air between CRACs and zones. */
  readonly travel: (combination: number) => TravelTimes;
  /** Returns the influence matrix and the travelling air, for the transient model. */
  readonly transientAir: (combination: number) => { readonly matrix: InfluenceMatrix; readonly air: AirUnderWay };
}

/** Returns all combinations of `openings`, as [combination][quadrant]. The first quadrant varies slowest. */
export function ventCombinations(quadrants: number, openings: readonly number[]): number[][] {
  let rows: number[][] = [[]];
  for (let q = 0; q < quadrants; q++) rows = rows.flatMap((row) => openings.map((opening) => [...row, opening]));
  return rows;
}

/**
 * Prepares the air of every combination of vent openings, from only Q + 1 potentials for Q quadrants. This works
 * because the potential is linear in the flows that enter and leave the room. With the supply air S,
 *
 * phi = phi_0 + sum over quadrants q of x_q phi_q,   x_q = fraction of S that passes quadrant q
 *
 * phi_0 is the potential of racks, CRAC returns and a floor that only leaks. phi_q is the change of the potential if S
 * passes the tiles of q instead of the leaks. Influence weights are not linear, so every combination needs a transport
 * of its own (docs/facility/vent-airflow.md).
 *
 * @param facility facility with a room layout; the tile openings in the layout are ignored
 * @param openings openings that each quadrant may have
 * @throws Error if the layout has faults, also with all vents at the least opening, or if a tile is in no quadrant or
 * in two
 */
export function ventAirflow(
  facility: Facility,
  quadrants: readonly VentQuadrant[],
  openings: readonly number[],
): VentAirflow {
  const { airflow } = facility;
  if (airflow.source !== 'room') throw new Error('ventAirflow needs a facility with room airflow');
  const quadrantOfTile = quadrantsOfTiles(airflow, quadrants);
  // With the least openings air must have a way at all, with the greatest every tile must join the room; so all between have both.
  const most = Math.max(...openings);
  roomSetting({ ...facility, airflow: opened(airflow, Math.min(...openings)) });
  const setting = roomSetting({ ...facility, airflow: opened(airflow, most) });
  const { grid, faces, reachable, cracs } = setting;
  const supply = unitAir(cracs).supplyM3PerS;
  const cellsOfTile = tileCells(airflow.layout, grid);

  const leaksOnly = floorPort({ ...airflow, floorLeakageFraction: 0.5 }, grid, supply, reachable, closed(airflow));
  const racksNet = netWithoutFloor(setting);
  addPort(racksNet, leaksOnly, 1);
  const base = solvePotential(faces, racksNet).potential;
  const tilesWithoutLeaks = { ...airflow, floorLeakageFraction: 0 };
  const byQuadrant = (most > 0 ? quadrants : []).map((_, q) => {
    const onlyThis = quadrantOfTile.map((of) => (of === q ? 1 : 0));
    const net = new Float64Array(grid.solid.length);
    addPort(net, floorPort(tilesWithoutLeaks, grid, supply, reachable, onlyThis), 1);
    addPort(net, leaksOnly, -1);
    return solvePotential(faces, net).potential;
  });

  const ventOpenings = ventCombinations(quadrants.length, openings);
  const flow = (combination: number): RoomFlow => {
    const openingOfTile = quadrantOfTile.map((q) => ventOpenings[combination]![q]!);
    const tiles = cellsOfTile.map((cells, t) => ({ cellCount: cells.length, opening: openingOfTile[t]! }));
    const { perTileCell } = floorShares(tiles, airflow.floorLeakageFraction);
    const potential = base.slice();
    byQuadrant.forEach((part, q) => {
      let share = 0;
      perTileCell.forEach((perCell, t) => {
        if (quadrantOfTile[t] === q) share += perCell * cellsOfTile[t]!.length;
      });
      for (let cell = 0; cell < potential.length; cell++) potential[cell]! += share * part[cell]!;
    });
    return roomFlow(setting, floorPort(airflow, grid, supply, reachable, openingOfTile), potential);
  };
  return {
    setting,
    ventOpenings,
    flow,
    influence: (combination) => influenceOfFlow(setting, flow(combination)),
    travel: (combination) => travelTimes(setting, flow(combination)),
    transientAir: (combination) => {
      const steady = flow(combination);
      const matrix = influenceOfFlow(setting, steady);
      return { matrix, air: airOfFlow(matrix, travelTimes(setting, steady)) };
    },
  };
}

function quadrantsOfTiles(airflow: RoomAirflow, quadrants: readonly VentQuadrant[]): number[] {
  const of = new Map<string, number>();
  quadrants.forEach(({ tiles }, q) => {
    if (tiles.length === 0) throw new Error(`Quadrant ${q + 1} has no tiles`);
    for (const tile of tiles) {
      if (of.has(tile)) throw new Error(`Tile ${tile} is in two quadrants`);
      of.set(tile, q);
    }
  });
  const found = airflow.layout.tiles.map(({ name }) => {
    const q = of.get(name);
    if (q === undefined) throw new Error(`Tile ${name} is in no quadrant`);
    return q;
  });
  if (found.length !== of.size) throw new Error('A quadrant names a tile the layout does not have');
  return found;
}

function opened(airflow: RoomAirflow, opening: number): RoomAirflow {
  const { layout } = airflow;
  return { ...airflow, layout: { ...layout, tiles: layout.tiles.map((tile) => ({ ...tile, opening })) } };
}

function closed({ layout }: RoomAirflow): number[] {
  return layout.tiles.map(() => 0);
}
