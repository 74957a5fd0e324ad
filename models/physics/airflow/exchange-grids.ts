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
/**
 * Fraction of the mean mixing along an axis. Cells that share a face with at least this fraction may be joined on the
 * coarser grid; the walls of isolated aisles, which let through a hundredth, stay between two coarser cells.
 */
const OPEN = 0.1;

/** Faces between cells, fine or coarse. Face f lies between the cells from[f] and to[f]. */
interface Faces {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Axis along which the two cells are neighbours. */
  readonly axis: Uint8Array;
  /** Net air flow from `from` to `to`, m3/s; negative if it runs the other way. */
  readonly flow: Float64Array;
  /** Conductance times the stated mixing, m3/s. */
  readonly mixing: Float64Array;
}

/** Air that passes through the cells of a grid, fine or coarse. Cells are numbered in downstream order. */
export interface GridFlow {
  /** Number of boxes along each axis. A box of a coarser grid holds several cells if walls divide it. */
  readonly size: readonly [nx: number, ny: number, nz: number];
  readonly count: number;
  /** For each axis, the coordinate of the box of each cell. */
  readonly box: readonly [Int32Array, Int32Array, Int32Array];
  readonly faces: Faces;
  /** Air that enters each cell from ports, m3/s. */
  readonly entering: Float64Array;
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
  { positionOfCell, cellCount: count }: { readonly positionOfCell: Int32Array; readonly cellCount: number },
  mixingM2PerS: number,
): GridFlow {
  const faces = emptyFaces(3 * count);
  const cellAt = new Int32Array(count);
  let face = 0;
  for (const [axis, along] of [alongX, alongY, alongZ].entries()) {
    const step = [1, nx, nx * ny][axis]!;
    for (let cell = 0; cell < along.length; cell++) {
      const from = positionOfCell[cell]!;
      if (from < 0) continue;
      cellAt[from] = cell;
      const to = positionOfCell[cell + step] ?? -1;
      if (!(along[cell]! > 0) || to < 0) continue;
      faces.from[face] = from;
      faces.to[face] = to;
      faces.axis[face] = axis;
      faces.flow[face] = along[cell]! * (phi[cell]! - phi[cell + step]!);
      faces.mixing[face++] = along[cell]! * mixingM2PerS;
    }
  }
  return {
    size: [nx, ny, nz],
    count,
    box: [
      cellAt.map((cell) => cell % nx),
      cellAt.map((cell) => Math.floor(cell / nx) % ny),
      cellAt.map((cell) => Math.floor(cell / (nx * ny))),
    ],
    faces: firstFaces(faces, face),
    entering: Float64Array.from(cellAt, (cell) => entering[cell]!),
    potential: Float64Array.from(cellAt, (cell) => phi[cell]!),
  };
}

function emptyFaces(count: number): Faces {
  return {
    from: new Int32Array(count),
    to: new Int32Array(count),
    axis: new Uint8Array(count),
    flow: new Float64Array(count),
    mixing: new Float64Array(count),
  };
}

function firstFaces({ from, to, axis, flow, mixing }: Faces, count: number): Faces {
  return {
    from: from.slice(0, count),
    to: to.slice(0, count),
    axis: axis.slice(0, count),
    flow: flow.slice(0, count),
    mixing: mixing.slice(0, count),
  };
}

/** Returns the grids from the finest to the coarsest. */
export function levelsOf(finest: GridFlow): Level[] {
  const levels: Level[] = [];
  for (let flow = finest; ;) {
    const next = flow.count <= COARSEST_CELLS ? null : coarser(flow);
    levels.push(levelOf(flow, next?.parent ?? null));
    if (next === null) return levels;
    flow = next.flow;
  }
}

/**
 * Returns the next coarser grid; null if no cells can be joined. Its cells are what pairs of boxes along the axes of
 * strong mixing hold, as far as open faces connect it. Air flows are added. The mixing between two pairs is added and
 * halved along a paired axis, since their centres are twice as far apart; that of walls is in the wall itself.
 */
function coarser(fine: GridFlow): { readonly flow: GridFlow; readonly parent: Int32Array } | null {
  const { faces } = fine;
  const mean = [0, 1, 2].map((axis) => meanPositive(faces.mixing.filter((_, f) => faces.axis[f] === axis)));
  const strongest = Math.max(...mean.filter((_, axis) => fine.size[axis]! > 1));
  const pair = fine.size.map((size, axis) => (size > 1 && mean[axis]! >= STRONG * strongest ? 2 : 1));
  const box = fine.box.map((at, axis) => at.map((n) => Math.floor(n / pair[axis]!)));
  const isOpen = (f: number): boolean => faces.mixing[f]! >= OPEN * mean[faces.axis[f]!]!;
  const { groupOf, count } = joined(fine.count, faces, (f) => {
    const [a, b] = [faces.from[f]!, faces.to[f]!];
    return isOpen(f) && box.every((at) => at[a] === at[b]);
  });
  if (count === fine.count && fine.size.every((size) => size === 1)) return null;
  const [potentialSum, members] = [new Float64Array(count), new Float64Array(count)];
  for (let cell = 0; cell < fine.count; cell++) {
    potentialSum[groupOf[cell]!]! += fine.potential[cell]!;
    members[groupOf[cell]!]!++;
  }
  const meanPotential = potentialSum.map((sum, group) => sum / members[group]!);
  const order = Int32Array.from(members.keys()).sort((a, b) => meanPotential[b]! - meanPotential[a]! || a - b);
  const position = new Int32Array(count);
  order.forEach((group, p) => (position[group] = p));
  const parent = groupOf.map((group) => position[group]!);
  const entering = new Float64Array(count);
  const coarseBox = box.map(() => new Int32Array(count)) as [Int32Array, Int32Array, Int32Array];
  for (let cell = 0; cell < fine.count; cell++) {
    entering[parent[cell]!]! += fine.entering[cell]!;
    for (const [axis, at] of box.entries()) coarseBox[axis]![parent[cell]!] = at[cell]!;
  }
  const flow = {
    size: fine.size.map((size, axis) => Math.ceil(size / pair[axis]!)) as [number, number, number],
    count,
    box: coarseBox,
    faces: coarserFaces(faces, parent, count, (f) => (isOpen(f) ? 1 / pair[faces.axis[f]!]! : 1)),
    entering,
    potential: Float64Array.from(order, (group) => meanPotential[group]!),
  };
  return { flow, parent };
}

/** Returns the groups of cells that are connected by faces for which `joins` is true, numbered from 0. */
function joined(
  cellCount: number,
  { from, to }: Faces,
  joins: (face: number) => boolean,
): { readonly groupOf: Int32Array; readonly count: number } {
  const next = new Int32Array(cellCount).map((_, cell) => cell);
  const rootOf = (cell: number): number => {
    let root = cell;
    while (next[root] !== root) root = next[root] = next[next[root]!]!;
    return root;
  };
  for (let f = 0; f < from.length; f++) {
    if (!joins(f)) continue;
    const [a, b] = [rootOf(from[f]!), rootOf(to[f]!)];
    next[Math.max(a, b)] = Math.min(a, b);
  }
  let count = 0;
  const groupOf = new Int32Array(cellCount);
  // The root of a group is its first cell.
  for (let cell = 0; cell < cellCount; cell++) groupOf[cell] = next[cell] === cell ? count++ : groupOf[rootOf(cell)]!;
  return { groupOf, count };
}

/** Returns the faces between coarser cells: sums of flows and, times a factor, of mixings. */
function coarserFaces(fine: Faces, parent: Int32Array, count: number, factor: (face: number) => number): Faces {
  const faces = emptyFaces(fine.from.length);
  const faceOf = new Map<number, number>();
  for (let f = 0; f < fine.from.length; f++) {
    const [a, b] = [parent[fine.from[f]!]!, parent[fine.to[f]!]!];
    if (a === b) continue;
    const [first, last] = a < b ? [a, b] : [b, a];
    const key = first * count + last;
    let to = faceOf.get(key);
    if (to === undefined) {
      to = faceOf.size;
      faceOf.set(key, to);
      faces.from[to] = first;
      faces.to[to] = last;
      faces.axis[to] = fine.axis[f]!;
    }
    faces.flow[to]! += a < b ? fine.flow[f]! : -fine.flow[f]!;
    faces.mixing[to]! += fine.mixing[f]! * factor(f);
  }
  return firstFaces(faces, faceOf.size);
}

/** Returns the rows of a grid in downstream order, entries upstream of a position first. */
function levelOf({ faces: { from, to, flow, mixing }, entering, count }: GridFlow, parent: Int32Array | null): Level {
  const start = new Int32Array(count + 1);
  const forEachEntry = (take: (row: number, neighbour: number, air: number) => void): void => {
    for (let f = 0; f < from.length; f++) {
      const exchanged = Math.max(0, mixing[f]! - Math.abs(flow[f]!) / 2);
      const [down, up] = [Math.max(0, flow[f]!) + exchanged, Math.max(0, -flow[f]!) + exchanged];
      if (down > 0) take(to[f]!, from[f]!, down);
      if (up > 0) take(from[f]!, to[f]!, up);
    }
  };
  const diagonal = entering.slice();
  forEachEntry((row, _, air) => {
    start[row + 1]!++;
    diagonal[row]! += air;
  });
  for (let p = 0; p < count; p++) start[p + 1]! += start[p]!;
  const column = new Int32Array(start[count]!);
  const value = new Float64Array(start[count]!);
  const turn = start.slice(0, count);
  // Twice over the faces: first neighbours upstream of a row, then the others.
  for (const isUpstream of [true, false]) {
    const next = isUpstream ? turn : turn.slice();
    forEachEntry((row, neighbour, air) => {
      if (neighbour < row !== isUpstream) return;
      column[next[row]!] = neighbour * BATCH;
      value[next[row]!++] = air / diagonal[row]!;
    });
  }
  const array = (): Float64Array => new Float64Array(count * BATCH);
  const rows = { count, start, turn, column, value };
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
