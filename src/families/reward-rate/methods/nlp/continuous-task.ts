import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';

/**
 * Execution time and power of a task type on a node type as functions of frequency f. The variable is phi, 0 at the
 * lowest admissible frequency and 1 at the highest.
 *
 * The time of a task without co-location is interpolated in 1/f and its power in f^3. Both curves pass through every
 * admissible P-state. If the instance gives the values at the highest and lowest frequency only, they are exactly a +
 * b/f and a + b f^3 (docs/decisions/p-states.md).
 */
export type ContinuousTask = ReturnType<typeof continuousTask>;

/** Returns the continuous form of the task type at index `local` in CompiledNodeType.tasks. */
export function continuousTask(type: CompiledNodeType, local: number) {
  const { task, coefficients, memoryIntensity, frequencyGHz, timeS, powerW } = type.tasks[local]!;
  const lowest = Math.min(...frequencyGHz);
  const span = Math.max(...frequencyGHz) - lowest;
  const { baseTimeFactor = 1, perGHzS = 0, perOwnIntensityS = 0, constantS = 0 } = coefficients;
  const alone = inBasis(frequencyGHz, timeS, lowest, span, reciprocal);
  const literal: Curve = (phi, jet) => {
    alone(phi, jet);
    jet[0] =
      baseTimeFactor * jet[0]! + perGHzS * (lowest + phi * span) + perOwnIntensityS * memoryIntensity + constantS;
    jet[1] = baseTimeFactor * jet[1]! + perGHzS * span;
    jet[2] = baseTimeFactor * jet[2]!;
  };
  const interferes = type.colocation !== 'none';
  return {
    local,
    task,
    frequencies: span > 0 ? frequencyGHz.length : 1,
    /**
     * Part of the execution time that does not depend on other cores, s, as a function of phi. With literal co-location
     * (Eq. 21 as printed):
     *
     * v B + w C + y E + z
     *
     * Otherwise it is B. B is the time without co-location, C the frequency, E the task's memory intensity; v, w, y and
     * z are coefficients.
     */
    baseS: type.colocation === 'literal' ? literal : alone,
    powerW: inBasis(frequencyGHz, powerW, lowest, span, cube),
    /** Coefficient u of Eq. 21, s per busy neighbouring core; 0 without co-location. */
    perNeighbourS: interferes ? coefficients.perNeighbourS : 0,
    /** Coefficient x of Eq. 21, s per memory intensity; 0 without co-location. */
    perAverageIntensityS: interferes ? coefficients.perAverageIntensityS : 0,
    /** Value subtracted from the average memory intensity D in Eq. 21; 0 unless the co-location model is 'anchored'. */
    offset: type.colocation === 'anchored' ? memoryIntensity : 0,
    intensity: memoryIntensity,
    /** Execution time without co-location at the highest frequency, s: the shortest. */
    leastS: Math.min(...timeS),
    /** [admissible P-state]: its relative frequency phi (0 for the lowest admissible, 1 for the highest). */
    phiOfChoice: frequencyGHz.map((f) => (span > 0 ? (f - lowest) / span : 0)),
  };
}

/** Function of frequency f, GHz; returns its value, first and second derivative. */
type Basis = (f: number) => readonly [number, number, number];
const reciprocal: Basis = (f) => [1 / f, -1 / (f * f), 2 / f ** 3];
const cube: Basis = (f) => [f ** 3, 3 * f * f, 6 * f];

/** Function of one variable u. It writes its value, first and second derivative into `jet`. */
export type Curve = (u: number, jet: Float64Array) => void;

/** Returns a curve in phi through all `values` (one per P-state), linear in basis(f) between P-states. */
function inBasis(frequencyGHz: Float64Array, values: Float64Array, lowest: number, span: number, basis: Basis): Curve {
  const points = [...frequencyGHz.keys()].sort((p, q) => basis(frequencyGHz[p]!)[0] - basis(frequencyGHz[q]!)[0]);
  const inner = monotoneCubic(
    points.map((p) => basis(frequencyGHz[p]!)[0]),
    points.map((p) => values[p]!),
  );
  return (phi, jet) => {
    const [at, first, second] = basis(lowest + phi * span);
    inner(at, jet);
    const slope = jet[1]!;
    jet[1] = slope * first * span;
    jet[2] = (jet[2]! * first * first + slope * second) * span * span;
  };
}

/**
 * Returns the monotone piecewise cubic through points of ascending u (Fritsch and Carlson 1980). It is once
 * continuously differentiable and does not overshoot.
 */
export function monotoneCubic(u: readonly number[], value: readonly number[]): Curve {
  const n = u.length;
  if (n === 1) {
    return (_, jet) => {
      jet[0] = value[0]!;
      jet[1] = jet[2] = 0;
    };
  }
  const chord = Array.from({ length: n - 1 }, (_, i) => (value[i + 1]! - value[i]!) / (u[i + 1]! - u[i]!));
  const slope = value.map((_, i) => {
    if (i === 0) return chord[0]!;
    if (i === n - 1) return chord[n - 2]!;
    const [left, right] = [chord[i - 1]!, chord[i]!];
    if (left * right <= 0) return 0;
    const [before, after] = [u[i]! - u[i - 1]!, u[i + 1]! - u[i]!];
    // Weighted harmonic mean: never more than three times the flatter chord.
    return (3 * (before + after)) / ((2 * after + before) / left + (after + 2 * before) / right);
  });
  return (at, jet) => {
    let i = 0;
    while (i < n - 2 && at > u[i + 1]!) i++;
    const width = u[i + 1]! - u[i]!;
    const t = (at - u[i]!) / width;
    const [left, right, mean] = [slope[i]!, slope[i + 1]!, chord[i]!];
    const bend = 3 * mean - 2 * left - right;
    const twist = left + right - 2 * mean;
    jet[0] = value[i]! + width * t * (left + t * (bend + t * twist));
    jet[1] = left + t * (2 * bend + 3 * t * twist);
    jet[2] = (2 * bend + 6 * t * twist) / width;
  };
}
