import { LuFactors, zeroColumns } from './lu-factors.js';
import type { InfluenceMatrix, SparseRows } from './influence-matrix.js';
import type { ThermalResponse } from './response.js';
import { recirculationResponse } from './recirculation-response.js';
import { denseRow, entryAt, transposedRows } from './sparse-rows.js';

/** Maximum number of zones for which one LU factorisation costs less than iterations for every row. */
const DIRECT_ZONES = 1000;
/** Relative change of a row at which Gauss-Seidel sweeps for it end. */
const RELATIVE_ACCURACY = 1e-13;

/**
 * Returns the thermal response of a room, with the heat capacity `rhoC` of a cubic metre of air, J/(m3 K).
 *
 * @throws RangeError if the air of some zone never reaches a CRAC, so that I - W_NN (with the weights W_NN between
 * zones) is singular. Import, generation and validation reject such matrices earlier.
 */
export function thermalResponse(matrix: Omit<InfluenceMatrix, 'provenance'>, rhoC: number): ThermalResponse {
  if (matrix.recirculationKPerW !== undefined) return recirculationResponse(matrix, matrix.recirculationKPerW, rhoC);
  const cracCount = matrix.cracNames.length;
  const zoneCount = matrix.zones.length;
  const { weights, airFlowM3PerS } = matrix;
  // A zone without air flow draws no power (docs/reward-rate/standby.md): nothing of it warms any air.
  const risePerW = Float64Array.from({ length: zoneCount }, (_, b) => {
    const flow = airFlowM3PerS[cracCount + b]!;
    return flow === 0 ? 0 : 1 / (rhoC * flow);
  });
  const sparse = sparseZoneBlock(matrix);
  const rows = new Map<number, Float64Array>();
  const heatRows = new Map<number, Float64Array>();
  const shares = new Map<number, Float64Array>();
  const setPointRows = new Map<number, Float64Array>();
  let factors: LuFactors | undefined;

  /** Returns the solution u of (I - W_NN)^T u = right, with the weights W_NN between zones. */
  function solveTransposed(right: Float64Array): Float64Array {
    if (zoneCount > DIRECT_ZONES) return gaussSeidel(sparse.transposed, right, undefined);
    if (factors === undefined) {
      const columns = zeroColumns(zoneCount);
      const { start, index, value, diagonal } = sparse.byRow;
      for (let j = 0; j < zoneCount; j++) {
        columns[j]![j] = 1 - diagonal[j]!;
        for (let n = start[j]!; n < start[j + 1]!; n++) columns[j]![index[n]!] = 0 - value[n]!;
      }
      factors = new LuFactors(columns);
      if (factors.isSingular) throw new RangeError('The air of some zone never reaches a CRAC.');
    }
    return factors.solve(right);
  }

  /** Returns the solution u of (I - W_NN)^T u = e, with e the unit vector of a zone. */
  function downstreamOfUnit(zone: number): Float64Array {
    const local = zoneCount > DIRECT_ZONES ? pushed(sparse.byRow, zone) : null;
    if (local !== null) return local;
    const unit = new Float64Array(zoneCount);
    unit[zone] = 1;
    return solveTransposed(unit);
  }

  function inletShareOfCrac(crac: number): Float64Array {
    let share = shares.get(crac);
    if (share === undefined) {
      const direct = Float64Array.from({ length: zoneCount }, (_, z) => entryAt(weights, cracCount + z, crac));
      share = gaussSeidel(sparse.byRow, direct, undefined);
      shares.set(crac, share);
    }
    return share;
  }

  return {
    zoneCount,
    cracCount,
    risePerW,
    inletShareOfCrac,
    inletFromSetPointsC(setPointsC) {
      const inletC = new Float64Array(zoneCount);
      for (let c = 0; c < cracCount; c++) {
        const share = inletShareOfCrac(c);
        for (let z = 0; z < zoneCount; z++) inletC[z]! += share[z]! * setPointsC[c]!;
      }
      return inletC;
    },
    cracHeatPerSetPoint(crac) {
      // q_c = rho c AF_c (sum_d W[c,d] T_d + sum_z W[c,z] (G T)_z - T_c), the zones' air leaving as warm as it came.
      let row = setPointRows.get(crac);
      if (row === undefined) {
        const drawn = denseRow(weights, crac);
        row = Float64Array.from({ length: cracCount }, (_, d) => {
          const share = inletShareOfCrac(d);
          let reached = drawn[d]! - (d === crac ? 1 : 0);
          for (let z = 0; z < zoneCount; z++) reached += drawn[cracCount + z]! * share[z]!;
          return rhoC * airFlowM3PerS[crac]! * reached;
        });
        setPointRows.set(crac, row);
      }
      return row;
    },
    inletRiseC(zonePowerW, start, within) {
      const exhaustRise = zonePowerW.map((powerW, b) => powerW * risePerW[b]!);
      if (start === undefined || within === undefined)
        return gaussSeidel(sparse.byRow, multiply(sparse.byRow, exhaustRise), start);
      const right = new Float64Array(zoneCount);
      for (const b of within) right[b] = timesRow(sparse.byRow, b, exhaustRise);
      return gaussSeidel(sparse.byRow, right, start, within);
    },
    inletRow(zone) {
      let row = rows.get(zone);
      if (row === undefined) {
        const u = downstreamOfUnit(zone);
        u[zone]! -= 1;
        row = u.map((value, b) => Math.max(0, value) * risePerW[b]!);
        rows.set(zone, row);
      }
      return row;
    },
    heatInfluence(inletWeights) {
      // M^T y = R W_NN^T (I - W_NN)^-T y
      const u = solveTransposed(inletWeights);
      return u.map((value, b) => Math.max(0, value - inletWeights[b]!) * risePerW[b]!);
    },
    cracHeatRow(crac) {
      // q_c = rho c AF_c sum_b W[c,b] (rise of b's outlet) ; outlet rise = (I - W_NN)^-1 R P.
      let row = heatRows.get(crac);
      if (row === undefined) {
        const right = new Float64Array(zoneCount);
        for (let n = weights.start[crac]!; n < weights.start[crac + 1]!; n++) {
          if (weights.column[n]! >= cracCount) right[weights.column[n]! - cracCount] = weights.value[n]!;
        }
        const scale = rhoC * airFlowM3PerS[crac]!;
        row = solveTransposed(right).map((value, b) => Math.max(0, value) * risePerW[b]! * scale);
        heatRows.set(crac, row);
      }
      return row;
    },
  };
}

/** Weights between zones as sparse rows, with the diagonal stored separately. */
interface SparseSquare {
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
  readonly diagonal: Float64Array;
}

function sparseZoneBlock({ cracNames, weights }: Pick<InfluenceMatrix, 'cracNames' | 'weights'>): {
  byRow: SparseSquare;
  readonly transposed: SparseSquare;
} {
  const cracCount = cracNames.length;
  let transposed: SparseSquare | undefined;
  return {
    byRow: zoneBlock(weights, cracCount),
    get transposed() {
      return (transposed ??= zoneBlock(transposedRows(weights), cracCount));
    },
  };
}

function zoneBlock(weights: SparseRows, cracCount: number): SparseSquare {
  const count = weights.start.length - 1 - cracCount;
  const start = new Int32Array(count + 1);
  const index = new Int32Array(weights.column.length);
  const value = new Float64Array(weights.value.length);
  const diagonal = new Float64Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    for (let n = weights.start[cracCount + i]!; n < weights.start[cracCount + i + 1]!; n++) {
      const j = weights.column[n]! - cracCount;
      if (j === i) diagonal[i] = weights.value[n]!;
      else if (j >= 0) {
        index[next] = j;
        value[next++] = weights.value[n]!;
      }
    }
    start[i + 1] = next;
  }
  return { start, index, value, diagonal };
}

function multiply(matrix: SparseSquare, x: Float64Array): Float64Array {
  return x.map((_, i) => timesRow(matrix, i, x));
}

function timesRow({ start, index, value, diagonal }: SparseSquare, i: number, x: Float64Array): number {
  let sum = diagonal[i]! * x[i]!;
  for (let n = start[i]!; n < start[i + 1]!; n++) sum += value[n]! * x[index[n]!]!;
  return sum;
}

/**
 * Returns the solution of (I - W) x = right by Gauss-Seidel sweeps. They converge because W >= 0 and the row (or
 * column) sums are below 1 along a path to a CRAC. If `within` is given, only its entries are computed, and all other
 * entries keep their value in `start`.
 */
function gaussSeidel(
  matrix: SparseSquare,
  right: Float64Array,
  start: Float64Array | undefined,
  within?: Int32Array,
): Float64Array {
  const x = start === undefined ? right.slice() : start.slice();
  const count = within?.length ?? x.length;
  for (let sweep = 0; sweep < 100_000; sweep++) {
    let change = 0;
    let scale = 0;
    for (let m = 0; m < count; m++) {
      const i = within === undefined ? m : within[m]!;
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

/** Least change that `pushed` passes on. For comparison: the zone's own entry is at least 1. */
const PUSHED_RESIDUAL = 1e-17;
/**
 * Maximum work of `pushed` before it gives up, in visits of all stored entries. Beyond it, Gauss-Seidel sweeps cost
 * less.
 */
const MAX_PUSHED = 50;

/**
 * Returns (I - W)^-T e, with e the unit vector of a zone, by passing changes on from zone to zone. Only nearby zones
 * are reached, so the cost of a row does not grow with the facility. Returns null if air circulates for too long.
 *
 * All terms are positive. Omitted terms therefore make entries too small (by some 1e-15), never too large. A row that
 * is too small only relaxes the limit on its inlet.
 */
function pushed(rows: SparseSquare, unit: number): Float64Array | null {
  const count = rows.diagonal.length;
  const x = new Float64Array(count);
  const residual = new Float64Array(count);
  const waiting = new Uint8Array(count);
  const queue = [unit];
  residual[unit] = 1;
  let left = MAX_PUSHED * rows.value.length;
  for (let head = 0; head < queue.length; head++) {
    const j = queue[head]!;
    waiting[j] = 0;
    const step = residual[j]! / (1 - rows.diagonal[j]!);
    residual[j] = 0;
    x[j]! += step;
    left -= rows.start[j + 1]! - rows.start[j]!;
    if (left < 0) return null;
    for (let n = rows.start[j]!; n < rows.start[j + 1]!; n++) {
      const i = rows.index[n]!;
      residual[i]! += rows.value[n]! * step;
      if (waiting[i] || residual[i]! <= PUSHED_RESIDUAL) continue;
      waiting[i] = 1;
      queue.push(i);
    }
  }
  return x;
}
