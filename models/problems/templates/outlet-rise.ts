import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import { denseRow } from '../../physics/thermal/sparse-rows.js';

/**
 * D = (I - W_NN)^-1 R, B x B row-major, K/W, R_b = 1 / (rho c AF_b): at a common set-point T and powers P (W per block, summed over its
 * nodes), outlets are T + D P, because the rows of W sum to 1 (Eqs. 54, 55). D = M + R with M of thermalResponse; here all of it is
 * wanted, in one elimination. I - W_NN is an M-matrix (rows of W_NN sum to at most 1 and all air meets a CRAC in the end), so that
 * elimination without exchanging rows is stable and D >= 0: more power cools no outlet.
 *
 * @throws RangeError where the air of a block never reaches a CRAC.
 */
export function outletRiseKPerW(matrix: InfluenceMatrix, rhoC: number): Float64Array {
  const cracCount = matrix.cracNames.length;
  const count = matrix.zones.length;
  const system = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    const row = denseRow(matrix.weights, cracCount + i);
    for (let j = 0; j < count; j++) system[i * count + j] = (i === j ? 1 : 0) - row[cracCount + j]!;
  }
  const inverse = inverted(system, count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      inverse[i * count + j] = Math.max(0, inverse[i * count + j]!) / (rhoC * matrix.airFlowM3PerS[cracCount + j]!);
    }
  }
  return inverse;
}

/** Pivots of an M-matrix below this mean air that circulates some 10^10 times before it meets a CRAC. */
const MIN_PIVOT = 1e-10;

/** Gauss-Jordan in place on the diagonal. */
function inverted(a: Float64Array, n: number): Float64Array {
  for (let k = 0; k < n; k++) {
    const pivot = a[k * n + k]!;
    if (!(pivot > MIN_PIVOT)) throw new RangeError('The air of some block never reaches a CRAC.');
    const scale = 1 / pivot;
    a[k * n + k] = 1;
    for (let j = 0; j < n; j++) a[k * n + j]! *= scale;
    for (let i = 0; i < n; i++) {
      const factor = a[i * n + k]!;
      if (i === k || factor === 0) continue;
      a[i * n + k] = 0;
      const to = i * n;
      const from = k * n;
      for (let j = 0; j < n; j++) a[to + j]! -= factor * a[from + j]!;
    }
  }
  return a;
}
