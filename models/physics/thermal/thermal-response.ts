import { LuDecomposition, Matrix } from 'ml-matrix';
import type { InfluenceMatrix } from './influence-matrix.js';

/**
 * Steady-state temperatures as affine functions of zone powers and CRAC set-points (Eqs. 18-19 solved once):
 *
 *   Tin_k = sum_c G[k,c] Tset_c + sum_b M[k,b] P_b,   M = (I - W_NN)^-1 W_NN R,  R_b = 1 / (rho c AF_b)
 *
 * G's rows sum to 1, so under a common set-point T every inlet is T + (M P)_k. All M >= 0: more power never cools an inlet.
 * Powers in W per zone (sum over its nodes), temperatures in C.
 */
export interface ThermalResponse {
  readonly zoneCount: number;
  readonly cracCount: number;
  /** Zone inlet temperatures above a common set-point: M P. `start` (a nearby answer) speeds it up. */
  inletRiseC(zonePowerW: Float64Array, start?: Float64Array): Float64Array;
  /** Row k of M, K/W, length zones. Cached. */
  inletRow(zone: number): Float64Array;
  /** Row c of H: heat removed by CRAC c = sum_b H[c,b] P_b under a common set-point (W per W). Cached. */
  cracHeatRow(crac: number): Float64Array;
}

/** Up to this many zones one LU factorisation is cheaper than iterating for every row. */
const DIRECT_ZONES = 1000;
const RELATIVE_ACCURACY = 1e-13;

/**
 * @throws RangeError if the air of some zone never reaches a CRAC (I - W_NN singular): import and generation refuse such matrices earlier.
 */
export function thermalResponse(matrix: InfluenceMatrix, rhoC: number): ThermalResponse {
  const cracCount = matrix.cracNames.length;
  const zoneCount = matrix.zones.length;
  const size = cracCount + zoneCount;
  const { weights, airFlowM3PerS } = matrix;
  const risePerW = Float64Array.from({ length: zoneCount }, (_, b) => 1 / (rhoC * airFlowM3PerS[cracCount + b]!));
  const sparse = sparseZoneBlock(matrix);
  const rows = new Map<number, Float64Array>();
  const heatRows = new Map<number, Float64Array>();
  let factors: LuDecomposition | undefined;

  /** u = (I - W_NN)^-T r */
  function solveTransposed(right: Float64Array): Float64Array {
    if (zoneCount > DIRECT_ZONES) return gaussSeidel(sparse.transposed, right, undefined);
    if (factors === undefined) {
      const system = Matrix.zeros(zoneCount, zoneCount);
      for (let j = 0; j < zoneCount; j++) {
        for (let i = 0; i < zoneCount; i++) {
          system.set(i, j, (i === j ? 1 : 0) - weights[(cracCount + j) * size + cracCount + i]!);
        }
      }
      factors = new LuDecomposition(system);
      if (factors.isSingular()) throw new RangeError('The air of some zone never reaches a CRAC.');
    }
    return Float64Array.from(factors.solve(Matrix.columnVector(right)).to1DArray());
  }

  return {
    zoneCount,
    cracCount,
    inletRiseC(zonePowerW, start) {
      const exhaustRise = zonePowerW.map((powerW, b) => powerW * risePerW[b]!);
      return gaussSeidel(sparse.byRow, multiply(sparse.byRow, exhaustRise), start);
    },
    inletRow(zone) {
      let row = rows.get(zone);
      if (row === undefined) {
        const unit = new Float64Array(zoneCount);
        unit[zone] = 1;
        const u = solveTransposed(unit);
        u[zone]! -= 1;
        row = u.map((value, b) => Math.max(0, value) * risePerW[b]!);
        rows.set(zone, row);
      }
      return row;
    },
    cracHeatRow(crac) {
      // q_c = rho c AF_c sum_b W[c,b] (rise of b's outlet) ; outlet rise = (I - W_NN)^-1 R P.
      let row = heatRows.get(crac);
      if (row === undefined) {
        const right = Float64Array.from({ length: zoneCount }, (_, b) => weights[crac * size + cracCount + b]!);
        const scale = rhoC * airFlowM3PerS[crac]!;
        row = solveTransposed(right).map((value, b) => Math.max(0, value) * risePerW[b]! * scale);
        heatRows.set(crac, row);
      }
      return row;
    },
  };
}

/** Compressed rows of W_NN without its diagonal, which is kept apart. */
interface SparseSquare {
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
  readonly diagonal: Float64Array;
}

function sparseZoneBlock(matrix: InfluenceMatrix): { byRow: SparseSquare; readonly transposed: SparseSquare } {
  const cracCount = matrix.cracNames.length;
  const size = cracCount + matrix.zones.length;
  const at = (sink: number, source: number): number => matrix.weights[(cracCount + sink) * size + cracCount + source]!;
  const zoneCount = matrix.zones.length;
  let transposed: SparseSquare | undefined;
  return {
    byRow: compress(zoneCount, at),
    get transposed() {
      return (transposed ??= compress(zoneCount, (i, j) => at(j, i)));
    },
  };
}

function compress(count: number, at: (i: number, j: number) => number): SparseSquare {
  let nonZeros = 0;
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) if (i !== j && at(i, j) !== 0) nonZeros++;
  const start = new Int32Array(count + 1);
  const index = new Int32Array(nonZeros);
  const value = new Float64Array(nonZeros);
  const diagonal = new Float64Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const entry = at(i, j);
      if (i === j) diagonal[i] = entry;
      else if (entry !== 0) {
        index[next] = j;
        value[next++] = entry;
      }
    }
    start[i + 1] = next;
  }
  return { start, index, value, diagonal };
}

function multiply(matrix: SparseSquare, x: Float64Array): Float64Array {
  return x.map((xi, i) => {
    let sum = matrix.diagonal[i]! * xi;
    for (let n = matrix.start[i]!; n < matrix.start[i + 1]!; n++) sum += matrix.value[n]! * x[matrix.index[n]!]!;
    return sum;
  });
}

/** Solves (I - W) x = right; converges because W is non-negative with row (or column) sums below 1 along a path to a CRAC. */
function gaussSeidel(matrix: SparseSquare, right: Float64Array, start: Float64Array | undefined): Float64Array {
  const x = start === undefined ? right.slice() : start.slice();
  for (let sweep = 0; sweep < 100_000; sweep++) {
    let change = 0;
    let scale = 0;
    for (let i = 0; i < x.length; i++) {
      let sum = right[i]!;
      for (let n = matrix.start[i]!; n < matrix.start[i + 1]!; n++) sum += matrix.value[n]! * x[matrix.index[n]!]!;
      const next = sum / (1 - matrix.diagonal[i]!);
      change = Math.max(change, Math.abs(next - x[i]!));
      scale = Math.max(scale, Math.abs(next));
      x[i] = next;
    }
    if (change <= RELATIVE_ACCURACY * scale) return x;
  }
  throw new RangeError('The air of some zone practically never reaches a CRAC: temperatures do not settle.');
}
