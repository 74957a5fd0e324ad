import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import { denseRow } from '../../physics/thermal/sparse-rows.js';

/**
 * Returns the B x B matrix D of outlet temperature rises of B blocks, row by row, K/W. At a common set-point T and
 * block powers P (W), outlets have the temperatures T + D P (Eqs. 54, 55):
 *
 * D = (I - W_NN)^-1 R,   R_b = 1 / (rho c AF_b)
 *
 * W_NN holds the influence weights between blocks, and AF_b is the air flow of block b. With the M of thermalResponse,
 * D = M + R.
 *
 * The matrix is computed by one elimination. I - W_NN is an M-matrix, because rows of W_NN sum to at most 1 and all air
 * eventually reaches a CRAC. Elimination without row exchanges is therefore stable, and D >= 0, which means that more
 * power never cools an outlet.
 *
 * @throws RangeError if the air of a block never reaches a CRAC
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

/** Smallest accepted pivot. With a smaller pivot, air would circulate some 10^10 times before it reaches a CRAC. */
const MIN_PIVOT = 1e-10;

/** Inverts an n x n matrix in place by Gauss-Jordan elimination with pivots on the diagonal. */
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
