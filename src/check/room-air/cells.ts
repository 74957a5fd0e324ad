import type { Facility } from '../../../models/facility/facility.js';

/** The air of a facility given by the layout of its room, as the checker reads it. */
export type Room = Extract<Facility['airflow'], { readonly source: 'room' }>;
export type Layout = Room['layout'];

/**
 * Fraction of a face's conductance that remains between a contained aisle and the room, because containment leaks
 * (docs/facility/room-airflow.md).
 */
const LEFT_IN_CONTAINMENT = 0.01;

/**
 * Cells along x, y and z whose leak a contained aisle keeps on every grid, m, in a room that states how air mixes
 * (docs/facility/room-airflow.md).
 */
const SHEET_CELL_M = [0.3, 0.3, 0.35] as const;

/** Box of grid cells: x0 <= x < x1, y0 <= y < y1, z0 <= z < z1. */
export type Box = readonly [x0: number, x1: number, y0: number, y1: number, z0: number, z1: number];

/**
 * Grid cells of a machine room, with the conductances (m) of the faces between neighbours. With nx x ny x nz cells,
 * cell (x, y, z) has index x + nx (y + ny z).
 */
export interface Cells {
  readonly size: readonly [nx: number, ny: number, nz: number];
  readonly count: number;
  /** Conductances of each cell's faces to the next cell in +x, +y and +z, m; 0 at walls and obstacles. */
  readonly faces: readonly [Float64Array, Float64Array, Float64Array];
  /** Difference between the indices of a cell and of the next cell in +x, +y and +z. */
  readonly steps: readonly [number, number, number];
}

/** Returns the number of cells of a layout along each axis. */
export function sizeOf({ lengthXM, widthYM, heightZM, cellM }: Layout): Cells['size'] {
  return [Math.round(lengthXM / cellM.x), Math.round(widthYM / cellM.y), Math.round(heightZM / cellM.z)];
}

/** Returns the cells of a box that stands on the floor. Its faces are moved to the nearest planes of the grid. */
export function boxOf(
  { cellM }: Layout,
  box: { readonly xM: number; readonly yM: number; readonly widthXM: number; readonly depthYM: number },
  heightM: number,
): Box {
  const plane = (edgeM: number, step: number): number => Math.round(edgeM / step);
  return [
    plane(box.xM, cellM.x),
    plane(box.xM + box.widthXM, cellM.x),
    plane(box.yM, cellM.y),
    plane(box.yM + box.depthYM, cellM.y),
    0,
    plane(heightM, cellM.z),
  ];
}

/** Returns the indices of a box's cells that are inside the room. */
export function cellsIn([nx, ny, nz]: Cells['size'], [x0, x1, y0, y1, z0, z1]: Box): number[] {
  const inside: number[] = [];
  for (let z = Math.max(0, z0); z < Math.min(nz, z1); z += 1) {
    for (let y = Math.max(0, y0); y < Math.min(ny, y1); y += 1) {
      for (let x = Math.max(0, x0); x < Math.min(nx, x1); x += 1) inside.push(x + nx * (y + ny * z));
    }
  }
  return inside;
}

/** Returns the cells above the floor. Walls, racks and CRACs are closed; contained aisles leak only a little. */
export function cellsOfRoom({ layout, coldAisles, mixingM2PerS = 0 }: Room): Cells {
  const size = sizeOf(layout);
  const solid = new Set<number>();
  for (const box of [...layout.racks, ...layout.cracPlacements]) {
    for (const cell of cellsIn(size, boxOf(layout, box, box.heightZM))) solid.add(cell);
  }
  const aisleOf = new Map<number, string>();
  if (coldAisles === 'isolated') {
    for (const aisle of layout.aisles) {
      for (const cell of cellsIn(size, boxOf(layout, aisle, aisle.containmentHeightM))) aisleOf.set(cell, aisle.name);
    }
  }
  const { x: dx, y: dy, z: dz } = layout.cellM;
  return withFaces(size, [(dy * dz) / dx, (dx * dz) / dy, (dx * dy) / dz], (one, other, axis) => {
    if (solid.has(one) || solid.has(other)) return 0;
    if (aisleOf.get(one) === aisleOf.get(other)) return 1;
    return mixingM2PerS > 0 ? (LEFT_IN_CONTAINMENT * [dx, dy, dz][axis]!) / SHEET_CELL_M[axis]! : LEFT_IN_CONTAINMENT;
  });
}

/** Returns the cells of the plenum under the raised floor: one layer without obstacles. */
export function cellsUnderFloor({ layout }: Room): Cells {
  const [nx, ny] = sizeOf(layout);
  const { x: dx, y: dy } = layout.cellM;
  return withFaces([nx, ny, 1], [dy / dx, dx / dy, 0], () => 1);
}

function withFaces(
  size: Cells['size'],
  open: readonly [number, number, number],
  share: (one: number, other: number, axis: number) => number,
): Cells {
  const [nx, ny, nz] = size;
  const count = nx * ny * nz;
  const steps = [1, nx, nx * ny] as const;
  const faces = [new Float64Array(count), new Float64Array(count), new Float64Array(count)] as const;
  for (let cell = 0; cell < count; cell += 1) {
    const at = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))] as const;
    for (let axis = 0; axis < 3; axis += 1) {
      if (at[axis]! + 1 < size[axis]!) faces[axis]![cell] = open[axis]! * share(cell, cell + steps[axis]!, axis);
    }
  }
  return { size, count, faces, steps };
}

/** Calls `visit` with each neighbour of a cell behind an open face, and the conductance of the face, m. */
export function eachNeighbour(
  { faces, steps }: Cells,
  cell: number,
  visit: (other: number, conductance: number) => void,
): void {
  for (let axis = 0; axis < 3; axis += 1) {
    const [face, step] = [faces[axis]!, steps[axis]!];
    if (face[cell]! > 0) visit(cell + step, face[cell]!);
    if (cell >= step && face[cell - step]! > 0) visit(cell - step, face[cell - step]!);
  }
}
