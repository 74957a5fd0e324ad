import type { Facility } from '../../../models/facility/facility.js';
import type { Zone } from '../../../models/physics/thermal/influence-matrix.js';
import { type Box, boxOf, type Cells, cellsIn, type Layout, type Room, sizeOf } from './cells.js';

/**
 * Cells of the grid through which air enters or leaves, by index. The value of a cell is the fraction of the opening's
 * air that passes the cell. The fractions sum to 1.
 */
export type Opening = ReadonlyMap<number, number>;

/** One level of a rack, with its zones (one for each node type at the level). */
export interface Level {
  readonly zones: readonly number[];
  readonly inlet: Opening;
  readonly exhaust: Opening;
}

/** A level's edge counts as lying in a grid plane if it is at most this fraction of a cell's height away. */
const NO_SHARE = 1e-9;

/** Returns the levels of the racks, which draw air evenly in front of their part of the rack and blow it out behind. */
export function levelsOf({ layout }: Room, zones: readonly Zone[]): Level[] {
  const members = new Map<string, number[]>();
  for (const [z, { rack, level }] of zones.entries()) {
    const key = JSON.stringify([rack, level]);
    members.set(key, [...(members.get(key) ?? []), z]);
  }
  return [...members.values()].flatMap((own) => {
    const { rack: name, level } = zones[own[0]!]!;
    const rack = layout.racks.find((one) => one.name === name);
    if (rack === undefined) return [];
    const [x0, x1, y0, y1, , top] = boxOf(layout, rack, rack.heightZM);
    const [ahead, behind] = [
      [y1, y1 + 1],
      [y0 - 1, y0],
    ] as const;
    const [front, back] = rack.inletSide === '+y' ? [ahead, behind] : [behind, ahead];
    const from = (top * (level - 1)) / layout.levelsPerRack;
    const to = (top * level) / layout.levelsPerRack;
    const face = ([first, last]: readonly [number, number]): Opening =>
      spreadOver(layout, [x0, x1, first, last, Math.floor(from), Math.ceil(to)], (z) => {
        return Math.max(0, Math.min(to, z + 1) - Math.max(from, z)) / (to - from);
      });
    return [{ zones: own, inlet: face(front), exhaust: face(back) }];
  });
}

/** Returns the opening formed by a box. `ofLayer` returns the weight of a horizontal layer of equal cells. */
function spreadOver(layout: Layout, [x0, x1, y0, y1, z0, z1]: Box, ofLayer: (z: number) => number): Opening {
  const shares = new Map<number, number>();
  const perLayer = (x1 - x0) * (y1 - y0);
  for (let z = z0; z < z1; z += 1) {
    const share = ofLayer(z) / perLayer;
    if (share < NO_SHARE) continue;
    for (const cell of cellsIn(sizeOf(layout), [x0, x1, y0, y1, z, z + 1])) shares.set(cell, share);
  }
  return shares;
}

/**
 * Returns the openings where a CRAC draws in air (`above`) and blows air under the floor (`below`). Null if the layout
 * has no position for the CRAC.
 */
export function cracOpenings(
  { layout }: Room,
  name: string,
): { readonly above: Opening; readonly below: Opening } | null {
  const placed = layout.cracPlacements.find(({ crac }) => crac === name);
  if (placed === undefined) return null;
  const [x0, x1, y0, y1, , top] = boxOf(layout, placed, placed.heightZM);
  const layer = (z: number): Opening => spreadOver(layout, [x0, x1, y0, y1, z, z + 1], () => 1);
  return { above: layer(top), below: layer(0) };
}

/**
 * Returns the fraction of the CRACs' air that enters the room through each floor cell. Without tiles all air leaks.
 * With leakage fraction f, tiles t with openings o_t and areas A_t, and total tile area A, tile t passes
 *
 * (1 - f) o_t A_t / (f A + (1 - f) sum o A)
 *
 * The rest leaks evenly through the floor cells that air can reach.
 */
export function floorOpening({ layout, floorLeakageFraction: f }: Room, reached: ReadonlySet<number>): Opening {
  const size = sizeOf(layout);
  const tiles = layout.tiles.map((tile) => {
    const [x0, x1, y0, y1] = boxOf(layout, tile, 0);
    return { opening: tile.opening, cells: cellsIn(size, [x0, x1, y0, y1, 0, 1]) };
  });
  const area = tiles.reduce((sum, { cells }) => sum + cells.length, 0);
  const open = tiles.reduce((sum, { cells, opening }) => sum + cells.length * opening, 0);
  const parts = f * area + (1 - f) * open;
  const shares = new Map<number, number>();
  const add = (cell: number, share: number): void => void shares.set(cell, (shares.get(cell) ?? 0) + share);
  for (const { cells, opening } of tiles) {
    for (const cell of cells) if (opening > 0) add(cell, ((1 - f) * opening) / parts);
  }
  const leaks = area === 0 ? 1 : (f * area) / parts;
  const leaky = [...reached].filter((cell) => cell < size[0] * size[1]);
  if (leaks > 0) for (const cell of leaky) add(cell, leaks / leaky.length);
  return shares;
}

/** Adds `airM3PerS`, divided among the cells of an opening, to the air flows of these cells. */
export function addThrough(cells: Float64Array, opening: Opening, airM3PerS: number): void {
  for (const [cell, share] of opening) cells[cell]! += share * airM3PerS;
}

/** Returns the mean over an opening of a quantity given for each cell, weighted by the air through each cell. */
export function meanOver(field: Float64Array, opening: Opening): number {
  let mean = 0;
  for (const [cell, share] of opening) mean += share * field[cell]!;
  return mean;
}

/** Describes the first zone whose slots, node type or level disagree with the node groups; null if none does. */
export function misplacedZone(
  { nodeGroups, airflow }: Pick<Facility, 'nodeGroups' | 'airflow'>,
  zones: readonly Zone[],
): string | null {
  if (airflow.source !== 'room') return null;
  const { racks, levelsPerRack } = airflow.layout;
  const typeAt = new Map<string, string>();
  const next = new Map<string, number>();
  for (const { rack, nodeType, count, firstSlot = next.get(rack) ?? 1 } of nodeGroups) {
    for (let slot = firstSlot; slot < firstSlot + count; slot += 1) typeAt.set(JSON.stringify([rack, slot]), nodeType);
    next.set(rack, firstSlot + count);
  }
  for (const { name, rack, level, nodeType, nodeCount, firstSlot } of zones) {
    const slots = racks.find((one) => one.name === rack)?.slots ?? NaN;
    for (let slot = firstSlot; slot < firstSlot + nodeCount; slot += 1) {
      const key = JSON.stringify([rack, slot]);
      const isThere = typeAt.get(key) === nodeType && Math.floor(((slot - 1) * levelsPerRack) / slots) + 1 === level;
      if (!isThere) return `${name}: slot ${slot} of its rack holds no ${nodeType}, or lies on another level`;
      typeAt.delete(key);
    }
  }
  return typeAt.size === 0 ? null : `${typeAt.size} slots with nodes that no zone holds`;
}

/** Greatest number of grid cells of a room whose air the checker recomputes. */
export const MAX_CELLS = 130_000;

export function cellCount({ layout }: Room): number {
  return sizeOf(layout).reduce((product, n) => product * n, 1) satisfies Cells['count'];
}
