import type { ConductanceGrid } from './grid.js';
import { meanPositive } from './multigrid.js';

/**
 * Number of sources whose air is carried through the network together. Our choice: their values at one position fill
 * whole cache lines, and all data of a batch stay in the cache.
 */
export const BATCH = 32;

/** Maximum number of cells of the coarsest grid, which is solved exactly. */
const COARSEST_CELLS = 64;
/** Largest pivot of the coarsest grid, as a fraction of the row's diagonal, that is only a rounding error. */
const ENCLOSED = 1e-12;
/**
 * Fraction of the largest mean conductance along any axis. Cells are paired along each axis whose mean conductance is
 * at least this fraction.
 */
const STRONG = 0.35;
/** Faces between the cells of a box grid along one axis. Entry i belongs to cell i and its next cell along the axis. */
interface Faces {
  /** Difference between the indices of a cell and of its next cell. */
  readonly step: number;
  /** Net air flow from a cell to its next cell, m3/s; negative if it runs the other way. */
  readonly flow: Float64Array;
  /** Conductance times the stated mixing, m3/s; 0 if the face is closed. */
  readonly mixing: Float64Array;
}

/** Air that passes through the cells of a box grid, fine or coarse. */
export interface BoxFlow {
  readonly size: readonly [nx: number, ny: number, nz: number];
  readonly axes: readonly Faces[];
  /** Air that enters each cell from ports, m3/s. */
  readonly entering: Float64Array;
  /** Position of each cell in downstream order; -1 for cells outside the network. */
  readonly position: Int32Array;
  readonly count: number;
  /** Mean potential of each cell, which orders cells downstream. */
  readonly potential: Float64Array;
}

/** One grid of the multigrid hierarchy. Each row is divided by its diagonal: x_p = sum of value x_column + rhs_p. */
export interface Level {
  readonly count: number;
  /** For each position, index of its first entry. */
  readonly start: Int32Array;
  /** For each position, index of its first entry that is not upstream of it. */
  readonly turn: Int32Array;
  /** First index of the neighbour's BATCH values. */
  readonly column: Int32Array;
  readonly value: Float64Array;
  readonly diagonal: Float64Array;
  /** For each position, the position of the next coarser grid that contains it; null on the coarsest grid. */
  readonly parent: Int32Array | null;
  /** Inverse of the rows of the coarsest grid, as [row][column]; null on finer grids. */
  readonly inverse: Float64Array | null;
  readonly x: Float64Array;
  readonly rhs: Float64Array;
}
/** Returns the air flow of the room's own cells. Faces to cells outside the network are closed. */
export function finestFlow(
  { nx, ny, nz, alongX, alongY, alongZ }: ConductanceGrid,
  phi: Float64Array,
  entering: Float64Array,
  { positionOfCell, cellCount }: { readonly positionOfCell: Int32Array; readonly cellCount: number },
  mixingM2PerS: number,
): BoxFlow {
  const axis = (step: number, along: Float64Array): Faces => {
    const flow = new Float64Array(along.length);
    const mixing = new Float64Array(along.length);
    for (let cell = 0; cell < along.length; cell++) {
      if (!(along[cell]! > 0) || positionOfCell[cell]! < 0 || positionOfCell[cell + step]! < 0) continue;
      flow[cell] = along[cell]! * (phi[cell]! - phi[cell + step]!);
      mixing[cell] = along[cell]! * mixingM2PerS;
    }
    return { step, flow, mixing };
  };
  return {
    size: [nx, ny, nz],
    axes: [axis(1, alongX), axis(nx, alongY), axis(nx * ny, alongZ)],
    entering,
    position: positionOfCell,
    count: cellCount,
    potential: phi,
  };
}
/** Returns the grids from the finest to the coarsest. */
export function levelsOf(finest: BoxFlow): Level[] {
  const levels: Level[] = [];
  for (let flow = finest; ;) {
    const next = flow.count <= COARSEST_CELLS ? null : coarser(flow);
    levels.push(levelOf(flow, next?.parent ?? null));
    if (next === null) return levels;
    flow = next.flow;
  }
}

/**
 * Returns the next coarser grid, whose cells are pairs of cells along the axes of strong mixing. Air flows are added.
 * The mixing between two pairs is added and halved along a paired axis, since their centres are twice as far apart.
 */
function coarser(fine: BoxFlow): { readonly flow: BoxFlow; readonly parent: Int32Array } {
  const mean = fine.axes.map(({ mixing }) => meanPositive(mixing));
  const strongest = Math.max(...mean.filter((_, axis) => fine.size[axis]! > 1));
  const pair = fine.size.map((size, axis) => (size > 1 && mean[axis]! >= STRONG * strongest ? 2 : 1));
  const size = fine.size.map((cells, axis) => Math.ceil(cells / pair[axis]!)) as [number, number, number];
  const steps = [1, size[0], size[0] * size[1]] as const;
  const cells = size[0] * size[1] * size[2];
  const axes = steps.map((step) => ({ step, flow: new Float64Array(cells), mixing: new Float64Array(cells) }));
  const entering = new Float64Array(cells);
  const potential = new Float64Array(cells);
  const members = new Int32Array(cells);
  const cellOf = new Int32Array(fine.count);
  const [nx, ny, nz] = fine.size;
  for (let z = 0, cell = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++, cell++) {
        const position = fine.position[cell]!;
        if (position < 0) continue;
        const at = [x, y, z];
        const to = at.reduce((sum, n, axis) => sum + Math.floor(n / pair[axis]!) * steps[axis]!, 0);
        cellOf[position] = to;
        entering[to]! += fine.entering[cell]!;
        potential[to]! += fine.potential[cell]!;
        members[to]!++;
        for (let axis = 0; axis < 3; axis++) {
          if (at[axis]! % pair[axis]! !== pair[axis]! - 1) continue;
          axes[axis]!.flow[to]! += fine.axes[axis]!.flow[cell]!;
          axes[axis]!.mixing[to]! += fine.axes[axis]!.mixing[cell]! / pair[axis]!;
        }
      }
    }
  }
  for (let cell = 0; cell < cells; cell++) potential[cell]! /= members[cell]!;
  const order = Int32Array.from(members.keys())
    .filter((cell) => members[cell]! > 0)
    .sort((a, b) => potential[b]! - potential[a]! || a - b);
  const position = new Int32Array(cells).fill(-1);
  order.forEach((cell, p) => (position[cell] = p));
  const flow = { size, axes, entering, position, count: order.length, potential };
  return { flow, parent: cellOf.map((cell) => position[cell]!) };
}

/** Returns the rows of a grid in downstream order, entries upstream of a position first. */
function levelOf({ axes, entering, position, count }: BoxFlow, parent: Int32Array | null): Level {
  const cellAt = new Int32Array(count);
  position.forEach((p, cell) => {
    if (p >= 0) cellAt[p] = cell;
  });
  const start = new Int32Array(count + 1);
  const turn = new Int32Array(count);
  const column: number[] = [];
  const value: number[] = [];
  const diagonal = new Float64Array(count);
  for (let p = 0; p < count; p++) {
    const cell = cellAt[p]!;
    const row: { readonly from: number; readonly air: number }[] = [];
    for (const { step, flow, mixing } of axes) {
      for (const other of [cell - step, cell + step]) {
        const face = Math.min(cell, other);
        const from = position[other] ?? -1;
        if (face < 0 || from < 0) continue;
        const inward = other < cell ? flow[face]! : -flow[face]!;
        const air = Math.max(0, inward) + Math.max(0, mixing[face]! - Math.abs(flow[face]!) / 2);
        if (air > 0) row.push({ from, air });
      }
    }
    const sum = row.reduce((all, { air }) => all + air, entering[cell]!);
    diagonal[p] = sum;
    turn[p] = column.length;
    for (const { from, air } of row.sort((a, b) => a.from - b.from)) {
      column.push(from * BATCH);
      value.push(air / sum);
      if (from < p) turn[p] = column.length;
    }
    start[p + 1] = column.length;
  }
  const array = (): Float64Array => new Float64Array(count * BATCH);
  const rows = { count, start, turn, column: Int32Array.from(column), value: Float64Array.from(value) };
  const inverse = parent === null ? inverseOf(rows) : null;
  return { ...rows, diagonal, parent, inverse, x: array(), rhs: array() };
}

/** Returns the inverse of the rows x_p - sum of value x_column of a small grid, by Gauss-Jordan elimination. */
function inverseOf({ count, start, column, value }: Pick<Level, 'count' | 'start' | 'column' | 'value'>): Float64Array {
  const matrix = new Float64Array(count * count);
  const inverse = new Float64Array(count * count);
  for (let p = 0; p < count; p++) {
    matrix[p * count + p] = 1;
    inverse[p * count + p] = 1;
    for (let n = start[p]!; n < start[p + 1]!; n++) matrix[p * count + column[n]! / BATCH]! -= value[n]!;
  }
  // Rows of an M-matrix need no exchange: every pivot stays above 0.
  for (let pivot = 0; pivot < count; pivot++) {
    const value = matrix[pivot * count + pivot]!;
    // Cells that exchange air only with each other hold none of any source.
    const scale = value > ENCLOSED ? 1 / value : 0;
    for (let c = 0; c < count; c++) {
      matrix[pivot * count + c]! *= scale;
      inverse[pivot * count + c]! *= scale;
    }
    for (let row = 0; row < count; row++) {
      const factor = matrix[row * count + pivot]!;
      if (row === pivot || factor === 0) continue;
      for (let c = 0; c < count; c++) {
        matrix[row * count + c]! -= factor * matrix[pivot * count + c]!;
        inverse[row * count + c]! -= factor * inverse[pivot * count + c]!;
      }
    }
  }
  return inverse;
}
