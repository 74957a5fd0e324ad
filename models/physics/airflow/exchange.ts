import type { ConductanceGrid } from './grid.js';
import { meanPositive } from './multigrid.js';
import { AirflowStopped, type ShouldStop } from './stop.js';

/**
 * Number of sources whose air is carried through the network together. Our choice: their values at one position fill
 * whole cache lines, and all data of a batch stay in the cache.
 */
export const BATCH = 32;

/**
 * A field counts as solved when the air that its equations leave over is at most this fraction of the emitted air. No
 * sinks together draw a larger wrong fraction (docs/facility/room-airflow.md).
 */
const LEFT_OVER = 1e-10;
/** Maximum number of multigrid cycles. Rooms need 10 to 16, whatever their cells and mixing. */
const MAX_CYCLES = 100;
/** Maximum number of cells of the coarsest grid, which is solved exactly. */
const COARSEST_CELLS = 64;
/**
 * Fraction of the largest mean conductance along any axis. Cells are paired along each axis whose mean conductance is
 * at least this fraction.
 */
const STRONG = 0.35;

/** Thrown if the fields of a room with stated mixing could not be computed. */
export class MixingNotConverged extends Error {
  override readonly name = 'MixingNotConverged';

  /** @param leftOver fraction of the emitted air that the equations leave over after `cycles` */
  constructor(
    readonly leftOver: number,
    readonly cycles: number,
  ) {
    super(`Air transport: a fraction ${leftOver} of the air is left over after ${cycles} cycles`);
  }
}

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
interface BoxFlow {
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
interface Level {
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

/** Linear system of the transport in a room with stated mixing. */
export interface Exchange {
  /** For each position, 1 / (air that enters it from neighbours, ports and by exchange), s/m3. */
  readonly inverseDiagonal: Float64Array;
  /**
   * Fraction of the air, summed over all faces, that passes faces where the cells alone mix more than is stated: those
   * with a cell Peclet number above 2.
   */
  readonly aboveStated: number;
  /**
   * Returns the concentrations of at most BATCH sources at every position, BATCH values each.
   *
   * @param rhs air that each source emits at each position, divided by the position's diagonal
   * @throws MixingNotConverged
   * @throws AirflowStopped if `shouldStop` returns true
   */
  readonly solve: (rhs: Float64Array, shouldStop: ShouldStop) => Float64Array;
}

/**
 * Returns the transport of air in a room whose air mixes with a diffusivity D = `mixingM2PerS`. Every open face between
 * two cells of the network exchanges, besides its air flow F = g (phi_i - phi_j),
 *
 * e = max(0, g D - |F| / 2)
 *
 * so that a face mixes like max(D, u h / 2), with the air speed u and the distance h between the cells. In every cell i:
 *
 * (entering_i + sum e) C_i = sum over faces into i of (F + e) C_j + sum over faces out of i of e C_j + emission_i
 *
 * Sum over cells, signs and sums of rows: docs/facility/room-airflow.md. The solver is multigrid: passes in downstream
 * and upstream order, corrected on coarser grids with the same formula for e.
 */
export function exchangeOf(
  faces: ConductanceGrid,
  phi: Float64Array,
  entering: Float64Array,
  network: { readonly positionOfCell: Int32Array; readonly cellCount: number },
  mixingM2PerS: number,
): Exchange {
  const finest = finestFlow(faces, phi, entering, network, mixingM2PerS);
  const levels = levelsOf(finest);
  const [fine] = levels as [Level];
  const array = (): Float64Array => new Float64Array(fine.count * BATCH);
  const residual = array();
  const image = array();
  return {
    inverseDiagonal: fine.diagonal.map((sum) => 1 / sum),
    aboveStated: aboveStated(finest),
    solve(rhs, shouldStop) {
      const x = array();
      residual.set(rhs);
      const emitted = sums(rhs, fine.diagonal);
      for (let cycles = 0; ; cycles++) {
        if (shouldStop()) throw new AirflowStopped('Air transport: stopped');
        const left = largestRatio(sums(residual, fine.diagonal), emitted);
        if (left <= LEFT_OVER) return x;
        if (cycles === MAX_CYCLES) throw new MixingNotConverged(left, cycles);
        cycle(levels, 0, residual);
        // Each source takes as much of the correction as leaves least over, so that no cycle makes a field worse.
        imageInto(image, fine.x, fine);
        const squared = products(image, image);
        const length = products(image, residual).map((product, k) => (squared[k]! > 0 ? product / squared[k]! : 0));
        addScaled(x, fine.x, length);
        addScaled(
          residual,
          image,
          length.map((value) => -value),
        );
      }
    },
  };
}

/** Returns the air flow of the room's own cells. Faces to cells outside the network are closed. */
function finestFlow(
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

function aboveStated({ axes }: BoxFlow): number {
  let above = 0;
  let all = 0;
  for (const { flow, mixing } of axes) {
    for (let cell = 0; cell < flow.length; cell++) {
      const air = Math.abs(flow[cell]!);
      all += air;
      if (air >= 2 * mixing[cell]!) above += air;
    }
  }
  return all === 0 ? 0 : above / all;
}

/** Returns the grids from the finest to the coarsest. */
function levelsOf(finest: BoxFlow): Level[] {
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
    const scale = 1 / matrix[pivot * count + pivot]!;
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

/**
 * Writes to x of a level an approximate solution for a right-hand side: one multigrid V-cycle that starts from 0. It
 * passes downstream, corrects on the coarser grid, and passes upstream and downstream again.
 */
function cycle(levels: readonly Level[], at: number, rhs: Float64Array): void {
  const level = levels[at]!;
  const { count, start, turn, x, parent, diagonal, inverse } = level;
  if (parent === null) {
    multiplyInto(x, inverse!, rhs, count);
    return;
  }
  for (let p = 0; p < count; p++) gather(x, p * BATCH, rhs, p * BATCH, level, start[p]!, turn[p]!, x);
  const coarse = levels[at + 1]!;
  coarse.rhs.fill(0);
  const row = new Float64Array(BATCH);
  const zero = new Float64Array(BATCH);
  for (let p = 0; p < count; p++) {
    // After the pass downstream, only what comes from downstream is left over.
    if (turn[p] === start[p + 1]) continue;
    gather(row, 0, zero, 0, level, turn[p]!, start[p + 1]!, x);
    const to = parent[p]!;
    const factor = diagonal[p]! / coarse.diagonal[to]!;
    for (let k = 0; k < BATCH; k++) coarse.rhs[to * BATCH + k]! += factor * row[k]!;
  }
  cycle(levels, at + 1, coarse.rhs);
  for (let p = 0; p < count; p++) {
    const from = parent[p]! * BATCH;
    for (let k = 0; k < BATCH; k++) x[p * BATCH + k]! += coarse.x[from + k]!;
  }
  passes(level, rhs);
}

/** Writes a square matrix of `count` rows times a field to x. */
function multiplyInto(x: Float64Array, matrix: Float64Array, field: Float64Array, count: number): void {
  x.fill(0);
  for (let p = 0; p < count; p++) {
    for (let q = 0; q < count; q++) {
      const factor = matrix[p * count + q]!;
      for (let k = 0; k < BATCH; k++) x[p * BATCH + k]! += factor * field[q * BATCH + k]!;
    }
  }
}

/** Improves x of a level by one Gauss-Seidel pass upstream and one downstream. */
function passes(level: Level, rhs: Float64Array): void {
  const { count, start, x } = level;
  for (let p = count - 1; p >= 0; p--) gather(x, p * BATCH, rhs, p * BATCH, level, start[p]!, start[p + 1]!, x);
  for (let p = 0; p < count; p++) gather(x, p * BATCH, rhs, p * BATCH, level, start[p]!, start[p + 1]!, x);
}

/** Writes x - (sum over neighbours of value x) of every row to `image`. */
function imageInto(image: Float64Array, x: Float64Array, level: Level): void {
  const { count, start } = level;
  const zero = new Float64Array(BATCH);
  for (let p = 0; p < count; p++) gather(image, p * BATCH, zero, 0, level, start[p]!, start[p + 1]!, x);
  for (let i = 0; i < x.length; i++) image[i] = x[i]! - image[i]!;
}

/** Returns the scalar product of two fields for each source. */
function products(one: Float64Array, other: Float64Array): Float64Array {
  const sum = new Float64Array(BATCH);
  for (let i = 0; i < one.length; i += BATCH) {
    for (let k = 0; k < BATCH; k++) sum[k]! += one[i + k]! * other[i + k]!;
  }
  return sum;
}

/** Adds a field, times a factor for each source, to another field. */
function addScaled(to: Float64Array, field: Float64Array, factor: Float64Array): void {
  for (let i = 0; i < to.length; i += BATCH) {
    for (let k = 0; k < BATCH; k++) to[i + k]! += factor[k]! * field[i + k]!;
  }
}

/**
 * Writes to `to`, for BATCH values, `init` plus the sum of value x over entries `first` to `end`. Eight values at a time
 * stay in registers, which is three times as fast as one after another.
 */
function gather(
  to: Float64Array,
  toBase: number,
  init: Float64Array,
  initBase: number,
  { column, value }: Pick<Level, 'column' | 'value'>,
  first: number,
  end: number,
  x: Float64Array,
): void {
  for (let j = 0; j < BATCH; j += 8) {
    const i = initBase + j;
    let s0 = init[i]!;
    let s1 = init[i + 1]!;
    let s2 = init[i + 2]!;
    let s3 = init[i + 3]!;
    let s4 = init[i + 4]!;
    let s5 = init[i + 5]!;
    let s6 = init[i + 6]!;
    let s7 = init[i + 7]!;
    for (let n = first; n < end; n++) {
      const v = value[n]!;
      const c = column[n]! + j;
      s0 += v * x[c]!;
      s1 += v * x[c + 1]!;
      s2 += v * x[c + 2]!;
      s3 += v * x[c + 3]!;
      s4 += v * x[c + 4]!;
      s5 += v * x[c + 5]!;
      s6 += v * x[c + 6]!;
      s7 += v * x[c + 7]!;
    }
    const o = toBase + j;
    to[o] = s0;
    to[o + 1] = s1;
    to[o + 2] = s2;
    to[o + 3] = s3;
    to[o + 4] = s4;
    to[o + 5] = s5;
    to[o + 6] = s6;
    to[o + 7] = s7;
  }
}

/** Returns, for each source, the sum of the absolute values of a field, each multiplied by its row's diagonal, m3/s. */
function sums(field: Float64Array, diagonal: Float64Array): Float64Array {
  const sum = new Float64Array(BATCH);
  for (let p = 0; p < diagonal.length; p++) {
    for (let k = 0; k < BATCH; k++) sum[k]! += Math.abs(field[p * BATCH + k]!) * diagonal[p]!;
  }
  return sum;
}

function largestRatio(part: Float64Array, whole: Float64Array): number {
  return part.reduce((most, value, k) => (whole[k]! > 0 ? Math.max(most, value / whole[k]!) : most), 0);
}
