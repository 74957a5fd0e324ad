import type { ConductanceGrid } from './grid.js';
import { BATCH, type GridFlow, finestFlow, type Level, levelsOf } from './exchange-grids.js';
import { AirflowStopped, type ShouldStop } from './stop.js';

/**
 * A field counts as solved when the air that its equations leave over is at most this fraction of the emitted air. No
 * sinks together draw a larger wrong fraction (docs/facility/room-airflow.md).
 */
const LEFT_OVER = 1e-10;
/** Maximum number of multigrid cycles. Rooms need 10 to 16, up to 23 where air mixes much faster than it flows. */
const MAX_CYCLES = 200;
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
 * and upstream order, corrected on coarser grids with the same formula for e, which join no cells across walls.
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
        imageInto(image, fine.x, fine);
        for (let n = 0; n < x.length; n++) {
          x[n]! += fine.x[n]!;
          residual[n]! -= image[n]!;
        }
      }
    },
  };
}

function aboveStated({ faces: { flow, mixing } }: GridFlow): number {
  let above = 0;
  let all = 0;
  for (let f = 0; f < flow.length; f++) {
    const air = Math.abs(flow[f]!);
    all += air;
    if (air >= 2 * mixing[f]!) above += air;
  }
  return all === 0 ? 0 : above / all;
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
    const all = coarse.diagonal[to]!;
    // A pocket that is one coarse cell exchanges nothing there.
    const factor = all > 0 ? diagonal[p]! / all : 0;
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
