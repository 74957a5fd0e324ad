import type { NonlinearProgram } from '../../../models/forms/nonlinear-program.js';

/**
 * State of the logarithmic barrier of an interior-point method. The vector v = [x; s] holds the variables x and the
 * slacks s of the rows, strictly inside their bounds. `fixed` marks equality rows and fixed variables, which have no
 * barrier.
 */
export interface Barrier {
  readonly variables: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly fixed: Uint8Array;
  readonly v: Float64Array;
  readonly lowerDual: Float64Array;
  readonly upperDual: Float64Array;
}

/** Every bound is relaxed by this fraction of max(1, |bound|), so that every feasible set has an interior. */
const RELAXATION = 1e-9;
/**
 * Greatest factor between the dual value of a bound and mu / distance to the bound, in either direction. Our choice:
 * usual for interior-point methods.
 */
const DUAL_SPREAD = 1e10;

/**
 * Returns the barrier's state at a starting point, moved inside its bounds.
 *
 * @param mu barrier parameter
 * @param push distance by which the point is moved inside its bounds, as a fraction of the range between the bounds
 */
export function barrierAt(program: NonlinearProgram, start: Float64Array, mu: number, push: number): Barrier {
  const n = program.lower.length;
  const lower = concatenate(program.lower, program.rowLower);
  const upper = concatenate(program.upper, program.rowUpper);
  const size = lower.length;
  const fixed = Uint8Array.from({ length: size }, (_, k) => (lower[k] === upper[k] ? 1 : 0));
  for (let k = 0; k < size; k++) {
    if (fixed[k] === 1) continue;
    lower[k]! -= RELAXATION * Math.max(1, Math.abs(lower[k]!));
    upper[k]! += RELAXATION * Math.max(1, Math.abs(upper[k]!));
  }
  const v = new Float64Array(size);
  v.set(start);
  for (let j = 0; j < n; j++) v[j] = pushedInside(v[j]!, lower[j]!, upper[j]!, push);
  const rows = new Float64Array(size - n);
  program.rowsInto(rows, v.subarray(0, n));
  for (let k = n; k < size; k++) v[k] = pushedInside(rows[k - n]!, lower[k]!, upper[k]!, push);
  const lowerDual = new Float64Array(size);
  const upperDual = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    if (fixed[k] === 1) continue;
    if (lower[k]! > -Infinity) lowerDual[k] = mu / (v[k]! - lower[k]!);
    if (upper[k]! < Infinity) upperDual[k] = mu / (upper[k]! - v[k]!);
  }
  return { variables: n, lower, upper, fixed, v, lowerDual, upperDual };
}

function pushedInside(value: number, lower: number, upper: number, push: number): number {
  if (lower === upper) return lower;
  const room = upper - lower;
  const fromLower = Math.min(push * Math.max(1, Math.abs(lower)), push * room);
  const fromUpper = Math.min(push * Math.max(1, Math.abs(upper)), push * room);
  const least = lower > -Infinity ? lower + fromLower : -Infinity;
  const most = upper < Infinity ? upper - fromUpper : Infinity;
  return Math.min(Math.max(value, least), most);
}

function concatenate(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/**
 * Computes the diagonal (sigma) that the barrier adds to the Hessian: for each entry, dual value / distance to the
 * bound, summed over both bounds.
 */
export function sigmaInto(sigma: Float64Array, { lower, upper, fixed, v, lowerDual, upperDual }: Barrier): void {
  for (let k = 0; k < v.length; k++) {
    if (fixed[k] === 1) sigma[k] = 0;
    else sigma[k] = lowerDual[k]! / (v[k]! - lower[k]!) + upperDual[k]! / (upper[k]! - v[k]!);
  }
}

/** Returns entry k of the gradient of the barrier term - mu sum log(distance to bound). */
export function barrierGradient({ lower, upper, fixed, v }: Barrier, k: number, mu: number): number {
  return fixed[k] === 1 ? 0 : mu / (upper[k]! - v[k]!) - mu / (v[k]! - lower[k]!);
}

/** Returns the barrier term - mu sum log(distance to bound) at point v. */
export function barrierValue({ lower, upper, fixed }: Barrier, v: Float64Array, mu: number): number {
  let sum = 0;
  for (let k = 0; k < v.length; k++) {
    if (fixed[k] === 1) continue;
    if (lower[k]! > -Infinity) sum += Math.log(v[k]! - lower[k]!);
    if (upper[k]! < Infinity) sum += Math.log(upper[k]! - v[k]!);
  }
  return -mu * sum;
}

/** Returns the longest step <= 1 along dv that leaves 1 - tau of each distance (fraction-to-the-boundary rule). */
export function longestStep({ lower, upper, fixed, v }: Barrier, dv: Float64Array, tau: number): number {
  let alpha = 1;
  for (let k = 0; k < v.length; k++) {
    if (fixed[k] === 1) continue;
    const step = dv[k]!;
    if (step < 0 && lower[k]! > -Infinity) alpha = Math.min(alpha, (-tau * (v[k]! - lower[k]!)) / step);
    else if (step > 0 && upper[k]! < Infinity) alpha = Math.min(alpha, (tau * (upper[k]! - v[k]!)) / step);
  }
  return alpha;
}

/**
 * Changes the dual values of the bounds by their Newton step, shortened so that they stay positive. Then moves each
 * into a range around mu / distance to the bound after the step.
 *
 * @param before v before the step
 */
export function stepDuals(barrier: Barrier, before: Float64Array, dv: Float64Array, mu: number, tau: number): void {
  const { lower, upper, fixed, v, lowerDual, upperDual } = barrier;
  let alpha = 1;
  const dLower = new Float64Array(v.length);
  const dUpper = new Float64Array(v.length);
  for (let k = 0; k < v.length; k++) {
    if (fixed[k] === 1) continue;
    const below = before[k]! - lower[k]!;
    const above = upper[k]! - before[k]!;
    if (lower[k]! > -Infinity) dLower[k] = mu / below - lowerDual[k]! - (lowerDual[k]! / below) * dv[k]!;
    if (upper[k]! < Infinity) dUpper[k] = mu / above - upperDual[k]! + (upperDual[k]! / above) * dv[k]!;
    if (dLower[k]! < 0) alpha = Math.min(alpha, (-tau * lowerDual[k]!) / dLower[k]!);
    if (dUpper[k]! < 0) alpha = Math.min(alpha, (-tau * upperDual[k]!) / dUpper[k]!);
  }
  for (let k = 0; k < v.length; k++) {
    if (fixed[k] === 1) continue;
    lowerDual[k] = held(lowerDual[k]! + alpha * dLower[k]!, mu / (v[k]! - lower[k]!));
    upperDual[k] = held(upperDual[k]! + alpha * dUpper[k]!, mu / (upper[k]! - v[k]!));
  }
}

function held(dual: number, central: number): number {
  return central === 0 ? 0 : Math.max(Math.min(dual, central * DUAL_SPREAD), central / DUAL_SPREAD);
}
