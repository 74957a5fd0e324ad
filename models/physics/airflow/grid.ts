import type { RoomAirflow, RoomLayout } from '../../facility/facility.js';

/** Box of grid cells, as a half-open range of indices along each axis. */
export interface CellBox {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly z0: number;
  readonly z1: number;
}

/** Grid cells of a machine room. With nx x ny x nz cells, cell (x, y, z) has index x + nx (y + ny z). */
export interface RoomGrid {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly dxM: number;
  readonly dyM: number;
  readonly dzM: number;
  /** For each cell, 1 if a rack or a CRAC fills it, else 0. */
  readonly solid: Uint8Array;
}

/**
 * Conductances for air between neighbouring cells of a grid, area / distance (m). Entry i of an array couples cell i
 * with its neighbour in +x, +y or +z. It is 0 at walls and obstacles.
 */
export interface ConductanceGrid {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly alongX: Float64Array;
  readonly alongY: Float64Array;
  readonly alongZ: Float64Array;
}

/** A box on the floor, as given in the layout. It is only an area if the height is 0. */
export interface FloorBox {
  readonly xM: number;
  readonly yM: number;
  readonly widthXM: number;
  readonly depthYM: number;
  readonly heightZM: number;
}

/**
 * Factor on the conductance of faces around an isolated (contained) aisle. It is not 0, because doors and roof leak.
 */
export const CONTAINMENT_CONDUCTANCE = 0.01;

/**
 * Distance between the cells on both sides of a containment wall that leaks as a sheet, along x, y and z, m. They are
 * the cells of the bundled rooms, whose leaks stay as they are.
 */
const SHEET_DISTANCE_M = [0.3, 0.3, 0.35] as const;

/**
 * How the cold aisles of a room are contained. The walls of 'isolated' aisles leak more the smaller the cells are; those
 * of 'sheets' leak alike on every grid.
 */
export type Containment = 'open' | 'isolated' | 'sheets';

/** Returns how the cold aisles are contained. A room that states how its air mixes does not depend on its grid. */
export function containmentOf({ coldAisles, mixingM2PerS = 0 }: RoomAirflow): Containment {
  return coldAisles === 'open' ? 'open' : mixingM2PerS > 0 ? 'sheets' : 'isolated';
}

export function gridSize(layout: RoomLayout): { nx: number; ny: number; nz: number } {
  return {
    nx: Math.round(layout.lengthXM / layout.cellM.x),
    ny: Math.round(layout.widthYM / layout.cellM.y),
    nz: Math.round(layout.heightZM / layout.cellM.z),
  };
}

/** Returns the grid cells that a box occupies, after its faces are moved to the nearest planes of the grid. */
export function snapBox(layout: RoomLayout, box: FloorBox): CellBox {
  const { x, y, z } = layout.cellM;
  return {
    x0: Math.round(box.xM / x),
    x1: Math.round((box.xM + box.widthXM) / x),
    y0: Math.round(box.yM / y),
    y1: Math.round((box.yM + box.depthYM) / y),
    z0: 0,
    z1: Math.round(box.heightZM / z),
  };
}

export function buildGrid(layout: RoomLayout): RoomGrid {
  const { nx, ny, nz } = gridSize(layout);
  const grid: RoomGrid = {
    nx,
    ny,
    nz,
    dxM: layout.cellM.x,
    dyM: layout.cellM.y,
    dzM: layout.cellM.z,
    solid: new Uint8Array(nx * ny * nz),
  };
  for (const box of [...layout.racks, ...layout.cracPlacements]) {
    forEachCell(grid, snapBox(layout, box), (cell) => {
      grid.solid[cell] = 1;
    });
  }
  return grid;
}

/** Calls `visit` with the index of every cell of a box that is inside the grid. */
export function forEachCell(
  grid: { nx: number; ny: number; nz: number },
  box: CellBox,
  visit: (cell: number) => void,
): void {
  for (let z = Math.max(0, box.z0); z < Math.min(grid.nz, box.z1); z++) {
    for (let y = Math.max(0, box.y0); y < Math.min(grid.ny, box.y1); y++) {
      const row = grid.nx * (y + grid.ny * z);
      for (let x = Math.max(0, box.x0); x < Math.min(grid.nx, box.x1); x++) visit(row + x);
    }
  }
}

/**
 * Returns the conductances between the air cells of a room. They are multiplied by CONTAINMENT_CONDUCTANCE between an
 * isolated aisle and anything else, even another isolated aisle.
 */
export function roomConductances(layout: RoomLayout, grid: RoomGrid, containment: Containment): ConductanceGrid {
  const { nx, ny, nz, dxM, dyM, dzM, solid } = grid;
  const count = nx * ny * nz;
  const aisle = new Uint16Array(count);
  if (containment !== 'open') {
    layout.aisles.forEach((floor, index) => {
      forEachCell(grid, snapBox(layout, { ...floor, heightZM: floor.containmentHeightM }), (cell) => {
        aisle[cell] = index + 1;
      });
    });
  }
  const alongX = new Float64Array(count);
  const alongY = new Float64Array(count);
  const alongZ = new Float64Array(count);
  const open = [(dyM * dzM) / dxM, (dxM * dzM) / dyM, (dxM * dyM) / dzM] as const;
  const distanceM = [dxM, dyM, dzM] as const;
  const leak = open
    .map((conductance, axis) =>
      containment === 'sheets' ? (conductance * distanceM[axis]!) / SHEET_DISTANCE_M[axis]! : conductance,
    )
    .map((conductance) => conductance * CONTAINMENT_CONDUCTANCE);
  const couple = (a: number, b: number, axis: 0 | 1 | 2): number =>
    solid[a]! + solid[b]! > 0 ? 0 : aisle[a] === aisle[b] ? open[axis] : leak[axis]!;
  for (let z = 0, cell = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++, cell++) {
        if (x + 1 < nx) alongX[cell] = couple(cell, cell + 1, 0);
        if (y + 1 < ny) alongY[cell] = couple(cell, cell + nx, 1);
        if (z + 1 < nz) alongZ[cell] = couple(cell, cell + nx * ny, 2);
      }
    }
  }
  return { nx, ny, nz, alongX, alongY, alongZ };
}

/**
 * Returns an array with 1 for each cell that air from cell `start` can reach through faces of positive conductance, and
 * 0 for all other cells.
 */
export function connectedCells(faces: ConductanceGrid, start: number): Uint8Array {
  const { nx, alongX, alongY, alongZ } = faces;
  const layer = nx * faces.ny;
  const reached = new Uint8Array(alongX.length);
  const stack = [start];
  reached[start] = 1;
  const push = (cell: number, conductance: number | undefined): void => {
    if (conductance === undefined || conductance <= 0 || reached[cell]) return;
    reached[cell] = 1;
    stack.push(cell);
  };
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
    push(cell + 1, alongX[cell]);
    push(cell - 1, alongX[cell - 1]);
    push(cell + nx, alongY[cell]);
    push(cell - nx, alongY[cell - nx]);
    push(cell + layer, alongZ[cell]);
    push(cell - layer, alongZ[cell - layer]);
  }
  return reached;
}
