import { LuFactors, zeroColumns } from './lu-factors.js';
import type { InfluenceMatrix, SparseRows } from './influence-matrix.js';

/**
 * Linear system for the outlet temperatures x of Z zones after an implicit time step:
 *
 * (diag(1 + theta) - F) x = right
 *
 * F holds the weights of air that reaches its sink within the step. theta is the thermal mass of each zone, relative to
 * the heat capacity of its air in the step. The matrix is a diagonally dominant M-matrix.
 */
export interface OutletSystem {
  /** Solves the system for a right-hand side. x holds an initial guess, then the solution. Both have length Z. */
  readonly solve: (right: Float64Array, x: Float64Array) => void;
}

/**
 * Returns the linear system for one length of time steps.
 *
 * @param theta thermal mass of each zone, relative to the heat capacity of its air in the step
 * @param fresh entries of F, one for each stored weight of the influence matrix
 */
export type OutletSystemMaker = (theta: Float64Array, fresh: Float64Array) => OutletSystem;

/** Relative change of outlet temperatures at which Gauss-Seidel sweeps end. */
const RELATIVE_ACCURACY = 1e-14;
/** Maximum number of Gauss-Seidel sweeps. */
const MAX_SWEEPS = 100_000;
/** Error message for air that circulates among zones without ever reaching a CRAC. */
const NEVER_OUT = 'The air of some zone practically never reaches a CRAC: temperatures do not settle.';
/**
 * Usual number of Gauss-Seidel sweeps of a solution. With it, the cost of sweeps is compared with the cost of
 * multiplying by an inverse matrix. The latter is less if most zones draw each other's air.
 */
const USUAL_SWEEPS = 6;
/**
 * Maximum number of zones for which an inverse matrix is stored. Our choice: for more zones, the matrix takes too much
 * time, and too much memory for each vent combination.
 */
const MAX_INVERTED = 256;

/** Returns a function that sets up the linear system for one length of time steps. */
export function outletSystems({ cracNames, zones, weights }: InfluenceMatrix): OutletSystemMaker {
  const others = otherZones(cracNames.length, zones.length, weights);
  const dense = zones.length <= MAX_INVERTED && zones.length ** 2 < USUAL_SWEEPS * others.column.length;
  return (theta, fresh) => {
    const diagonal = theta.map((own, zone) => {
      const self = others.self[zone]!;
      return 1 + own - (self < 0 ? 0 : fresh[self]!);
    });
    const value = Float64Array.from(others.weight, (n) => fresh[n]!);
    const system: SparseRows = { start: others.start, column: others.column, value };
    return { solve: dense ? byInverse(diagonal, system) : bySweeps(diagonal, system) };
  };
}

/**
 * Influence weights between different zones, stored by rows. `column` is the source zone, `weight` the index of the
 * weight in the influence matrix. `self` has, for each zone, the index of its weight on its own air, -1 if there is
 * none.
 */
interface OtherZones {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly weight: Int32Array;
  readonly self: Int32Array;
}

function otherZones(cracCount: number, zoneCount: number, weights: SparseRows): OtherZones {
  const start = new Int32Array(zoneCount + 1);
  const column: number[] = [];
  const weight: number[] = [];
  const self = new Int32Array(zoneCount).fill(-1);
  for (let zone = 0; zone < zoneCount; zone++) {
    const sink = cracCount + zone;
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n++) {
      const source = weights.column[n]!;
      if (source === sink) self[zone] = n;
      if (source < cracCount || source === sink) continue;
      column.push(source - cracCount);
      weight.push(n);
    }
    start[zone + 1] = column.length;
  }
  return { start, column: Int32Array.from(column), weight: Int32Array.from(weight), self };
}

function bySweeps(diagonal: Float64Array, { start, column, value }: SparseRows): OutletSystem['solve'] {
  return (right, x) => {
    for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      let change = 0;
      let scale = 0;
      for (let zone = 0; zone < x.length; zone++) {
        let sum = right[zone]!;
        for (let n = start[zone]!; n < start[zone + 1]!; n++) sum += value[n]! * x[column[n]!]!;
        const next = sum / diagonal[zone]!;
        change = Math.max(change, Math.abs(next - x[zone]!));
        scale = Math.max(scale, Math.abs(next));
        x[zone] = next;
      }
      if (change <= RELATIVE_ACCURACY * scale) return;
    }
    throw new RangeError(NEVER_OUT);
  };
}

function byInverse(diagonal: Float64Array, { start, column, value }: SparseRows): OutletSystem['solve'] {
  const count = diagonal.length;
  const columns = zeroColumns(count);
  for (let zone = 0; zone < count; zone++) {
    columns[zone]![zone] = diagonal[zone]!;
    for (let n = start[zone]!; n < start[zone + 1]!; n++) columns[column[n]!]![zone] = -value[n]!;
  }
  // Not negative in truth: what rounding made so would let more power cool something.
  const factors = new LuFactors(columns);
  if (factors.isSingular) throw new RangeError(NEVER_OUT);
  const rows = new Float64Array(count * count);
  const unit = new Float64Array(count);
  for (let from = 0; from < count; from++) {
    unit[from] = 1;
    const warmed = factors.solve(unit);
    unit[from] = 0;
    for (let zone = 0; zone < count; zone++) rows[zone * count + from] = Math.max(0, warmed[zone]!);
  }
  return (right, x) => {
    for (let zone = 0; zone < count; zone++) x[zone] = sumOfProducts(rows, zone * count, right, 0, count);
  };
}

/** Returns the sum of a[from + n] * b[bFrom + n] over n = 0 .. count - 1. Four partial sums make it faster. */
export function sumOfProducts(a: Float64Array, from: number, b: Float64Array, bFrom: number, count: number): number {
  let s = 0;
  let t = 0;
  let u = 0;
  let v = 0;
  let n = 0;
  for (; n + 3 < count; n += 4) {
    s += a[from + n]! * b[bFrom + n]!;
    t += a[from + n + 1]! * b[bFrom + n + 1]!;
    u += a[from + n + 2]! * b[bFrom + n + 2]!;
    v += a[from + n + 3]! * b[bFrom + n + 3]!;
  }
  for (; n < count; n++) s += a[from + n]! * b[bFrom + n]!;
  return s + t + (u + v);
}
