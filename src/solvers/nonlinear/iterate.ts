import type { NonlinearProgram } from '../../../models/forms/nonlinear-program.js';
import { type Barrier, barrierGradient, barrierValue, longestStep, sigmaInto, stepDuals } from './barrier.js';
import type { Multipliers } from './kkt.js';
import { newtonSystem, type NewtonSystem } from './newton-system.js';
import { structureOf } from './structure.js';

/** Least fraction of the predicted decrease that a step must achieve (Armijo rule). Our choice: the usual one. */
const ARMIJO = 1e-4;
/** Maximum number of halvings of the step length in a line search. */
const HALVINGS = 12;
/**
 * The penalty on the violation is chosen so that the predicted decrease of the merit function is at least this fraction
 * of penalty x violation.
 */
const PENALTY_SHARE = 0.1;
/** An increase of the merit function by at most this fraction counts as rounding error. */
const ROUNDING = 1e-13;
/**
 * The violation counts as locally minimal if the longest projected-gradient step is at most this fraction of the
 * violation.
 */
const STATIONARY = 1e-2;
/** If the row multipliers are this many times the objective's gradient, the objective counts as negligible. */
const OUTGROWN = 1e4;

/** The current iterate of the interior-point method: function values, search direction and line search. */
export class Iterate {
  readonly #program: NonlinearProgram;
  readonly #barrier: Barrier;
  readonly #system: NewtonSystem;
  readonly #n: number;
  readonly #y: Float64Array;
  readonly #gradient: Float64Array;
  readonly #rows: Float64Array;
  readonly #residual: Float64Array;
  readonly #jacobian: Float64Array;
  readonly #hessian: Float64Array;
  readonly #sigma: Float64Array;
  readonly #g: Float64Array;
  readonly #dv: Float64Array;
  readonly #dx: Float64Array;
  readonly #dy: Float64Array;
  readonly #trial: Float64Array;
  #penalty = 1;
  objective = 0;

  constructor(program: NonlinearProgram, barrier: Barrier) {
    const n = barrier.variables;
    const m = barrier.v.length - n;
    const structure = structureOf(program);
    this.#program = program;
    this.#barrier = barrier;
    this.#system = newtonSystem(program, structure, barrier.fixed);
    this.#n = n;
    this.#y = new Float64Array(m);
    this.#gradient = new Float64Array(n);
    this.#rows = new Float64Array(m);
    this.#residual = new Float64Array(m);
    this.#jacobian = new Float64Array(program.pattern.column.length);
    this.#hessian = new Float64Array(structure.squareStart[structure.blocks]!);
    this.#sigma = new Float64Array(n + m);
    this.#g = new Float64Array(n + m);
    this.#dv = new Float64Array(n + m);
    this.#dx = new Float64Array(n);
    this.#dy = new Float64Array(m);
    this.#trial = new Float64Array(n + m);
    // Slack rows start with the multipliers their barrier implies.
    for (let i = 0; i < m; i++) this.#y[i] = barrier.upperDual[n + i]! - barrier.lowerDual[n + i]!;
    this.#evaluate();
  }

  get #x(): Float64Array {
    return this.#barrier.v.subarray(0, this.#n);
  }

  #evaluate(): void {
    const x = this.#x;
    this.objective = this.#program.objective(x);
    this.#program.gradientInto(this.#gradient, x);
    this.#program.rowsInto(this.#rows, x);
    this.#program.jacobianInto(this.#jacobian, x);
    for (let i = 0; i < this.#rows.length; i++) this.#residual[i] = this.#rows[i]! - this.#barrier.v[this.#n + i]!;
  }

  /** Returns the largest constraint residual |c(x) - s|, with row values c(x) and slacks s. */
  violation(): number {
    return this.#residual.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  }

  newBarrier(): void {
    this.#penalty = Math.max(
      1,
      Math.min(this.#penalty, 10 * this.#y.reduce((most, y) => Math.max(most, Math.abs(y)), 0)),
    );
  }

  /**
   * Returns the scaled error of the optimality conditions of the barrier problem with parameter mu. With mu = 0, these
   * are the optimality conditions of the program.
   */
  residual(mu: number): number {
    const { v, lower, upper, fixed, lowerDual, upperDual } = this.#barrier;
    const stationary = this.#stationarity();
    let worst = 0;
    let products = 0;
    let sum = 0;
    for (let k = 0; k < v.length; k++) {
      if (k >= this.#n) sum += Math.abs(this.#y[k - this.#n]!);
      if (fixed[k] === 1) continue;
      sum += lowerDual[k]! + upperDual[k]!;
      worst = Math.max(worst, Math.abs(stationary[k]!));
      if (lower[k]! > -Infinity) products = Math.max(products, Math.abs(lowerDual[k]! * (v[k]! - lower[k]!) - mu));
      if (upper[k]! < Infinity) products = Math.max(products, Math.abs(upperDual[k]! * (upper[k]! - v[k]!) - mu));
    }
    const scale = Math.max(100, sum / v.length) / 100;
    return Math.max(worst / scale, products / scale, this.violation());
  }

  /** Returns the Lagrangian's gradient: grad f + J^T y - duals of bounds for x, - y - duals of bounds for slacks. */
  #stationarity(): Float64Array {
    const { lowerDual, upperDual } = this.#barrier;
    const { start, column } = this.#program.pattern;
    const sum = new Float64Array(lowerDual.length);
    sum.set(this.#gradient);
    for (let i = 0; i < this.#y.length; i++) {
      const y = this.#y[i]!;
      sum[this.#n + i] = -y;
      for (let e = start[i]!; e < start[i + 1]!; e++) sum[column[e]!]! += this.#jacobian[e]! * y;
    }
    for (let k = 0; k < sum.length; k++) sum[k]! += upperDual[k]! - lowerDual[k]!;
    return sum;
  }

  direction(mu: number, shift: number): void {
    const { lowerDual, upperDual, v } = this.#barrier;
    const stationary = this.#stationarity();
    for (let k = 0; k < v.length; k++) {
      this.#g[k] = stationary[k]! + lowerDual[k]! - upperDual[k]! + barrierGradient(this.#barrier, k, mu);
    }
    this.#program.hessianInto(this.#hessian, this.#x, 1, this.#y);
    sigmaInto(this.#sigma, this.#barrier);
    this.#system.factorise(this.#hessian, this.#jacobian, this.#sigma, shift);
    this.#solve(this.#residual);
  }

  #solve(residual: Float64Array): void {
    this.#system.solve(this.#g, residual, this.#dx, this.#dy, this.#dv.subarray(this.#n));
    this.#dv.set(this.#dx);
  }

  /**
   * Halves the step until the merit function f + barrier + penalty |c - s|_1 decreases enough, and makes it. Returns
   * false if no step is accepted.
   */
  search(mu: number): boolean {
    const { v, fixed } = this.#barrier;
    const n = this.#n;
    const tau = Math.max(0.99, 1 - mu);
    const merit = this.objective + barrierValue(this.#barrier, v, mu);
    const violation = sumOfSizes(this.#residual);
    let slope = 0;
    let curvature = this.#system.curvature(this.#dx);
    for (let k = 0; k < v.length; k++) {
      if (fixed[k] === 1) continue;
      slope += ((k < n ? this.#gradient[k]! : 0) + barrierGradient(this.#barrier, k, mu)) * this.#dv[k]!;
      if (k >= n) curvature += this.#sigma[k]! * this.#dv[k]! ** 2;
    }
    if (!Number.isFinite(slope)) return false;
    if (violation > 0) {
      const needed = (slope + 0.5 * Math.max(0, curvature)) / ((1 - PENALTY_SHARE) * violation);
      if (needed > this.#penalty) this.#penalty = 2 * needed;
    }
    const descent = slope - this.#penalty * violation;
    const before = merit + this.#penalty * violation;
    const allowed = ROUNDING * Math.abs(before);
    if (descent > allowed) return false;
    const full = longestStep(this.#barrier, this.#dv, tau);
    let alpha = full;
    for (let halving = 0; halving < HALVINGS; halving++, alpha /= 2) {
      const after = this.#meritAt(alpha, mu);
      if (after <= before + ARMIJO * alpha * descent + allowed) {
        this.#accept(alpha, mu, tau);
        return true;
      }
      if (halving === 0 && this.#secondOrder(alpha, mu, tau, before + ARMIJO * alpha * descent + allowed)) return true;
    }
    return false;
  }

  /**
   * Tries one second-order correction for the curvature of the rows (against the Maratos effect), with the existing
   * factorisation. Returns true if it was accepted.
   */
  #secondOrder(alpha: number, mu: number, tau: number, target: number): boolean {
    const n = this.#n;
    const [dv, dy] = [this.#dv.slice(), this.#dy.slice()];
    const corrected = new Float64Array(this.#residual.length);
    this.#program.rowsInto(corrected, this.#trial.subarray(0, n));
    let finite = true;
    for (let i = 0; i < corrected.length; i++) {
      corrected[i] = corrected[i]! - this.#trial[n + i]! + alpha * this.#residual[i]!;
      if (!Number.isFinite(corrected[i])) finite = false;
    }
    if (finite) {
      this.#solve(corrected);
      const length = longestStep(this.#barrier, this.#dv, tau);
      if (this.#meritAt(length, mu) <= target) {
        this.#accept(length, mu, tau);
        return true;
      }
    }
    this.#dv.set(dv);
    this.#dy.set(dy);
    return false;
  }

  #meritAt(alpha: number, mu: number): number {
    const { v } = this.#barrier;
    for (let k = 0; k < v.length; k++) this.#trial[k] = v[k]! + alpha * this.#dv[k]!;
    const x = this.#trial.subarray(0, this.#n);
    const rows = new Float64Array(this.#rows.length);
    this.#program.rowsInto(rows, x);
    let violation = 0;
    for (let i = 0; i < rows.length; i++) violation += Math.abs(rows[i]! - this.#trial[this.#n + i]!);
    const value = this.#program.objective(x) + barrierValue(this.#barrier, this.#trial, mu) + this.#penalty * violation;
    return Number.isNaN(value) ? Infinity : value;
  }

  #accept(alpha: number, mu: number, tau: number): void {
    const { v } = this.#barrier;
    const before = v.slice();
    v.set(this.#trial);
    stepDuals(this.#barrier, before, this.#dv, mu, tau);
    for (let i = 0; i < this.#y.length; i++) this.#y[i]! += alpha * this.#dy[i]!;
    this.#evaluate();
  }

  /**
   * Returns true if the point violates rows beyond the tolerance and the violation is locally minimal. One of two
   * projected gradients must vanish: that of the squared violation, or that of the rows weighted by their multipliers.
   * The second counts only if the multipliers are so large that the objective no longer matters (Farkas weights).
   */
  violationIsStationary(tolerance: number): boolean {
    const { rowLower, rowUpper } = this.#program;
    const over = this.#rows.map((row, i) => Math.max(0, row - rowUpper[i]!) - Math.max(0, rowLower[i]! - row));
    const worst = over.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (worst <= 10 * tolerance) return false;
    if (this.#pulls(over) <= STATIONARY * worst) return true;
    const largest = this.#y.reduce((most, y) => Math.max(most, Math.abs(y)), 0);
    return largest >= OUTGROWN && this.#pulls(this.#y.map((y) => y / largest)) <= STATIONARY;
  }

  /** Returns the largest change of a variable in a step along - J^T weights that is clipped to the bounds. */
  #pulls(weights: Float64Array): number {
    const { v, lower, upper, fixed } = this.#barrier;
    const { start, column } = this.#program.pattern;
    const pull = new Float64Array(this.#n);
    for (let i = 0; i < weights.length; i++) {
      for (let e = start[i]!; e < start[i + 1]!; e++) pull[column[e]!]! += this.#jacobian[e]! * weights[i]!;
    }
    let longest = 0;
    for (let j = 0; j < this.#n; j++) {
      if (fixed[j] === 1) continue;
      const target = Math.min(Math.max(v[j]! - pull[j]!, lower[j]!), upper[j]!);
      longest = Math.max(longest, Math.abs(target - v[j]!));
    }
    return longest;
  }

  /** Returns the values of the variables, clipped to the original bounds. */
  insideBounds(): Float64Array {
    return this.#x.map((value, j) => Math.min(Math.max(value, this.#program.lower[j]!), this.#program.upper[j]!));
  }

  multipliers(): Multipliers {
    return {
      rows: this.#y.slice(),
      lower: this.#barrier.lowerDual.slice(0, this.#n),
      upper: this.#barrier.upperDual.slice(0, this.#n),
    };
  }
}

function sumOfSizes(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value);
  return sum;
}
