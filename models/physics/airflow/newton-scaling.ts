import type { SparseRows } from '../thermal/influence-matrix.js';
import { airDrawn, balanceErrors } from './balance.js';

/** Maximum number of Newton steps. If a scaling exists, about ten suffice. */
const MAX_STEPS = 100;
/** Relative residual at which the linear system of a Newton step counts as solved. */
const RESIDUAL = 1e-8;
/**
 * Residual of the linear system, as a fraction of the flows, below which only rounding errors remain. Such errors
 * remain because the system is singular: equal changes of all logarithms change nothing.
 */
const ROUNDING = 1e-15;
/** Fraction of the decrease predicted by the first-order model that a step must achieve (Armijo rule). */
const SUFFICIENT = 1e-4;
/**
 * Fraction of the total flow up to which a predicted decrease is hidden by rounding errors. The full step is then taken
 * without the Armijo test.
 */
const HIDDEN = 1e-12;

/**
 * Multiplies each row and each column by a factor, in place, so that rows sum to 1 and the air drawn from each source
 * equals its flow, both within `tolerance`. The result is the limit of Sinkhorn's sweeps, found even if parts of the
 * room are weakly coupled.
 *
 * Newton's method finds v, the logarithms of the column factors; the row factors follow from v. v minimises this convex
 * function:
 *
 * sum over sinks of flow log(sum over sources of w exp v) - sum over sources of flow v
 *
 * Its gradient is drawn - flow, its Hessian diag(drawn) - W^T diag(flow) W. `drawn` is the air that all sinks draw from
 * each source.
 *
 * @param flows air flow of each source, equal to that of the sink with the same index, m3/s, above 0
 * @returns false if it did not converge; the weights are then unusable
 */
export function newtonInPlace(weights: SparseRows, flows: Float64Array, tolerance: number): boolean {
  const { start, column, value } = weights;
  const total = flows.reduce((sum, flow) => sum + flow, 0);
  const rowSums = (factor: Float64Array): Float64Array =>
    flows.map((_, sink) => {
      let sum = 0;
      for (let n = start[sink]!; n < start[sink + 1]!; n++) sum += value[n]! * factor[column[n]!]!;
      return sum;
    });
  const scale = (factor: Float64Array): void => {
    const sums = rowSums(factor);
    for (let sink = 0; sink < flows.length; sink++) {
      for (let n = start[sink]!; n < start[sink + 1]!; n++) value[n]! *= factor[column[n]!]! / sums[sink]!;
    }
  };
  scale(new Float64Array(flows.length).fill(1));
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const errors = balanceErrors(weights, flows);
    if (errors.rowSum <= tolerance && errors.conservation <= tolerance) return true;
    if (!Number.isFinite(errors.rowSum + errors.conservation)) return false;
    const drawn = airDrawn(weights, flows);
    const missing = flows.map((flow, source) => flow - drawn[source]!);
    const step = newtonStep(weights, flows, drawn, missing);
    const promised = dot(missing, step);
    const alongFlows = dot(flows, step);
    let length = 1;
    for (; promised > HIDDEN * total && length > 1e-6; length /= 2) {
      const sums = rowSums(step.map((v) => Math.exp(length * v)));
      const change = sums.reduce((all, sum, sink) => all + flows[sink]! * Math.log(sum), 0) - length * alongFlows;
      if (change <= -SUFFICIENT * length * promised) break;
    }
    scale(step.map((v) => Math.exp(length * v)));
  }
  return false;
}

/**
 * Returns the Newton step v, found by conjugate gradients with diagonal preconditioner. It solves
 *
 * (diag(drawn) - W^T diag(flow) W) v = missing
 *
 * The system is singular, because equal entries of v change nothing.
 */
function newtonStep(
  { start, column, value }: SparseRows,
  flows: Float64Array,
  drawn: Float64Array,
  missing: Float64Array,
): Float64Array {
  const times = (v: Float64Array): Float64Array => {
    const result = v.map((entry, source) => entry * drawn[source]!);
    for (let sink = 0; sink < flows.length; sink++) {
      let mean = 0;
      for (let n = start[sink]!; n < start[sink + 1]!; n++) mean += value[n]! * v[column[n]!]!;
      mean *= flows[sink]!;
      for (let n = start[sink]!; n < start[sink + 1]!; n++) result[column[n]!]! -= value[n]! * mean;
    }
    return result;
  };
  const preconditioned = (v: Float64Array): Float64Array =>
    v.map((entry, n) => (drawn[n]! > 0 ? entry / drawn[n]! : 0));
  const solution = new Float64Array(flows.length);
  const residual = missing.slice();
  let z = preconditioned(residual);
  let direction = z;
  let product = dot(residual, z);
  const enough = Math.max(RESIDUAL ** 2 * product, ROUNDING ** 2 * flows.reduce((sum, flow) => sum + flow, 0));
  for (let n = 0; n < 4 * flows.length + 100 && product > enough; n++) {
    const image = times(direction);
    const curvature = dot(direction, image);
    const scaled = direction.reduce((sum, entry, i) => sum + entry * entry * drawn[i]!, 0);
    if (!(curvature > ROUNDING * scaled)) break;
    const by = product / curvature;
    for (let i = 0; i < solution.length; i++) {
      solution[i]! += by * direction[i]!;
      residual[i]! -= by * image[i]!;
    }
    z = preconditioned(residual);
    const next = dot(residual, z);
    const along = next / product;
    product = next;
    direction = z.map((entry, i) => entry + along * direction[i]!);
  }
  return solution;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += a[n]! * b[n]!;
  return sum;
}
