import type { RoomLayout } from '../../facility/facility.js';
import { gridSize, snapBox, type CellBox, type FloorBox } from './grid.js';
import type { AirflowFault } from './fault.js';

/**
 * Length by which boxes may overlap each other or the edge of the room, m, because decimals in the file are rounded.
 */
const EDGE_TOLERANCE_M = 1e-6;

interface NamedBox extends FloorBox {
  readonly path: string;
  readonly label: string;
  readonly kind: 'rack' | 'crac' | 'tile' | 'aisle';
  readonly cells: CellBox;
}

/**
 * Maximum number of overlaps for which faults name every pair of boxes. If there are more, one overlap of each box is
 * named.
 */
const MAX_OVERLAPS = 200;

/**
 * Returns the faults of racks, CRACs, tiles and aisles that are outside the room, thinner than a grid cell, or
 * overlapping.
 */
export function geometryFaults(layout: RoomLayout): AirflowFault[] {
  const boxes = namedBoxes(layout);
  const faults = boxes.flatMap((box) => [...outsideFaults(layout, box), ...thinFaults(box)]);
  for (const fault of overlapFaults(layout, boxes)) faults.push(fault);
  return faults;
}

/** Returns the faults of overlapping boxes. A sweep along the longer axis compares only boxes near each other. */
function overlapFaults({ cellM }: RoomLayout, boxes: readonly NamedBox[]): AirflowFault[] {
  const alongX = boxes.map(({ xM, widthXM, cells }) => extent(xM, widthXM, cells.x0, cells.x1, cellM.x));
  const alongY = boxes.map(({ yM, depthYM, cells }) => extent(yM, depthYM, cells.y0, cells.y1, cellM.y));
  const places = (extents: readonly Extent[]): number => new Set(extents.map(({ from }) => from)).size;
  const extents = places(alongX) >= places(alongY) ? alongX : alongY;
  const order = [...boxes.keys()].sort((a, b) => extents[a]!.from - extents[b]!.from || a - b);
  const found: { readonly a: number; readonly b: number; readonly fault: AirflowFault }[] = [];
  const near: number[] = [];
  for (const next of order) {
    for (let n = near.length - 1; n >= 0; n--) {
      const other = near[n]!;
      if (extents[other]!.to <= extents[next]!.from) {
        // The sweep has passed it.
        near[n] = near.at(-1)!;
        near.pop();
        continue;
      }
      const [a, b] = [Math.min(next, other), Math.max(next, other)];
      const fault = overlapFault(boxes[a]!, boxes[b]!);
      if (fault === undefined) continue;
      found.push({ a, b, fault });
      if (found.length > MAX_OVERLAPS) break;
    }
    near.push(next);
  }
  return found.sort((one, other) => one.b - other.b || one.a - other.a).map(({ fault }) => fault);
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the extent of a box along one axis, m. It covers the box as given and the box after its faces are moved to
 * the planes of the grid.
 */
function extent(fromM: number, lengthM: number, from: number, to: number, cellM: number): Extent {
  return { from: Math.min(fromM, from * cellM), to: Math.max(fromM + lengthM, to * cellM) };
}

function namedBoxes(layout: RoomLayout): NamedBox[] {
  const named = (kind: NamedBox['kind'], path: string, label: string, box: FloorBox): NamedBox => {
    const { xM, yM, widthXM, depthYM, heightZM } = box;
    return { xM, yM, widthXM, depthYM, heightZM, kind, path, label, cells: snapBox(layout, box) };
  };
  const at = 'airflow.layout';
  return [
    ...layout.racks.map((rack, i) => named('rack', `${at}.racks[${i}]`, `rack ${rack.name}`, rack)),
    ...layout.cracPlacements.map((crac, i) => named('crac', `${at}.cracPlacements[${i}]`, `CRAC ${crac.crac}`, crac)),
    ...layout.tiles.map((tile, i) => named('tile', `${at}.tiles[${i}]`, `tile ${tile.name}`, { ...tile, heightZM: 0 })),
    ...layout.aisles.map((aisle, i) =>
      named('aisle', `${at}.aisles[${i}]`, `cold aisle ${aisle.name}`, {
        ...aisle,
        heightZM: aisle.containmentHeightM,
      }),
    ),
  ];
}

function outsideFaults(layout: RoomLayout, box: NamedBox): AirflowFault[] {
  const size = gridSize(layout);
  const sides = [
    {
      edge: 'xM',
      extent: 'widthXM',
      start: box.xM,
      length: box.widthXM,
      room: layout.lengthXM,
      end: box.cells.x1,
      cells: size.nx,
    },
    {
      edge: 'yM',
      extent: 'depthYM',
      start: box.yM,
      length: box.depthYM,
      room: layout.widthYM,
      end: box.cells.y1,
      cells: size.ny,
    },
    // Containment may be stated higher than the room: it then ends at the ceiling.
    {
      edge: 'zM',
      extent: 'heightZM',
      start: 0,
      length: box.kind === 'aisle' ? 0 : box.heightZM,
      room: layout.heightZM,
      end: box.kind === 'aisle' ? 0 : box.cells.z1,
      cells: size.nz,
    },
  ];
  return sides.flatMap(({ edge, extent, start, length, room, end, cells }): AirflowFault[] => {
    if (start < -EDGE_TOLERANCE_M) {
      return [
        {
          path: `${box.path}.${edge}`,
          message: `${box.label} starts outside the room`,
          value: start,
          allowed: `0 to ${room - length} m`,
          remedy: 'Move it into the room.',
        },
      ];
    }
    if (start + length > room + EDGE_TOLERANCE_M || end > cells) {
      return [
        {
          path: `${box.path}.${edge === 'zM' ? extent : edge}`,
          message: `${box.label} reaches to ${start + length} m, the room (whole cells) to ${Math.min(room, (room / Math.max(1, cells)) * cells)} m`,
          value: edge === 'zM' ? length : start,
          allowed: edge === 'zM' ? `at most ${room} m` : `0 to ${room - length} m`,
          remedy: `Move it, or change ${extent} or the room.`,
        },
      ];
    }
    return [];
  });
}

function thinFaults(box: NamedBox): AirflowFault[] {
  const { x0, x1, y0, y1, z0, z1 } = box.cells;
  const thin = x1 <= x0 ? 'widthXM' : y1 <= y0 ? 'depthYM' : box.kind !== 'tile' && z1 <= z0 ? 'heightZM' : undefined;
  if (thin === undefined) return [];
  const field = box.kind === 'aisle' && thin === 'heightZM' ? 'containmentHeightM' : thin;
  return [
    {
      path: `${box.path}.${field}`,
      message: `${box.label} covers no cell of the grid in this direction`,
      value: box[thin],
      allowed: 'at least one cell after snapping to the grid',
      remedy: 'Enlarge it or choose smaller cells in airflow.layout.cellM.',
    },
  ];
}

/** Advice for boxes that overlap on the floor, by the kinds of the two boxes. */
const REMEDY: Readonly<Record<string, string>> = {
  'rack crac': 'Move one of the two.',
  'rack tile': 'A tile under a rack blows into it, not into the aisle: move the tile.',
  'crac tile': 'Move the tile from under the CRAC.',
  'rack aisle': 'Shrink the aisle to the floor between the racks.',
  'crac aisle': 'Shrink the aisle to the floor in front of the CRAC.',
  'rack rack': 'Move one of the racks.',
  'crac crac': 'Move one of the CRACs.',
  'tile tile': 'Count each piece of floor in one tile only.',
  'aisle aisle': 'Make the cold aisles disjoint.',
};

function overlapFault(a: NamedBox, b: NamedBox): AirflowFault | undefined {
  const remedy = REMEDY[`${a.kind} ${b.kind}`] ?? undefined;
  if (remedy === undefined) return undefined; // tiles belong into aisles
  const shared = (a0: number, aLength: number, b0: number, bLength: number): boolean =>
    Math.min(a0 + aLength, b0 + bLength) - Math.max(a0, b0) > EDGE_TOLERANCE_M;
  const inMetres = shared(a.xM, a.widthXM, b.xM, b.widthXM) && shared(a.yM, a.depthYM, b.yM, b.depthYM);
  const c = a.cells;
  const d = b.cells;
  const inCells = Math.min(c.x1, d.x1) > Math.max(c.x0, d.x0) && Math.min(c.y1, d.y1) > Math.max(c.y0, d.y0);
  if (!inMetres && !inCells) return undefined;
  const snapped = inMetres ? '' : ' once snapped to the grid';
  return {
    path: b.path,
    message: `${b.label} and ${a.label} overlap${snapped}`,
    value: { xM: b.xM, yM: b.yM, widthXM: b.widthXM, depthYM: b.depthYM },
    allowed: `no common floor with ${a.path}`,
    remedy: inMetres ? remedy : 'Choose cells in airflow.layout.cellM that divide the positions and sizes.',
  };
}
