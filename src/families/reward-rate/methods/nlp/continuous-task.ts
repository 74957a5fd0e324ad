import type { CompiledNodeType, CompiledTask } from '../../../../../models/facility/compiled.js';
import { type Curve, monotoneCubic } from './curve.js';

/**
 * Execution time and power of a task type on a node type as functions of frequency f. The variable is phi, 0 at the
 * lowest admissible frequency and 1 at the highest.
 *
 * The time of a task without co-location is interpolated in 1/f and its power in f^3. Both curves pass through every
 * admissible P-state. If the instance gives the values at the highest and lowest frequency only, they are exactly a +
 * b/f and a + b f^3 (docs/decisions/p-states.md).
 */
export interface ContinuousTask {
  /** Index of the task type in CompiledNodeType.tasks. */
  readonly local: number;
  readonly task: number;
  readonly frequencies: number;
  /**
   * Part of the execution time that does not depend on other cores, s, as a function of phi. With literal co-location
   * (Eq. 21 as printed):
   *
   * v B + w C + y E + z
   *
   * Otherwise it is B. B is the time without co-location, C the frequency, E the task's memory intensity; v, w, y and z
   * are coefficients.
   */
  readonly baseS: Curve;
  readonly powerW: Curve;
  /** Coefficient u of Eq. 21, s per busy neighbouring core; 0 without co-location. */
  readonly perNeighbourS: number;
  /** Coefficient x of Eq. 21, s per memory intensity; 0 without co-location. */
  readonly perAverageIntensityS: number;
  /** Value subtracted from the average memory intensity D in Eq. 21; 0 unless the co-location model is 'anchored'. */
  readonly offset: number;
  readonly intensity: number;
  /** Execution time without co-location at the highest frequency, s: the shortest. */
  readonly leastS: number;
  /** [admissible P-state]: its relative frequency phi (0 for the lowest admissible, 1 for the highest). */
  readonly phiOfChoice: Float64Array;
}

export function continuousTask(type: CompiledNodeType, local: number): ContinuousTask {
  const task = type.tasks[local]!;
  const lowest = Math.min(...task.frequencyGHz);
  const highest = Math.max(...task.frequencyGHz);
  const span = highest - lowest;
  const { perNeighbourS, perAverageIntensityS } = task.coefficients;
  const interferes = type.colocation !== 'none';
  return {
    local,
    task: task.task,
    frequencies: span > 0 ? task.frequencyGHz.length : 1,
    baseS: baseCurve(type, task, lowest, span),
    powerW: inBasis(task.frequencyGHz, task.powerW, lowest, span, cube),
    perNeighbourS: interferes ? perNeighbourS : 0,
    perAverageIntensityS: interferes ? perAverageIntensityS : 0,
    offset: type.colocation === 'anchored' ? task.memoryIntensity : 0,
    intensity: task.memoryIntensity,
    leastS: Math.min(...task.timeS),
    phiOfChoice: task.frequencyGHz.map((f) => (span > 0 ? (f - lowest) / span : 0)),
  };
}

function baseCurve(type: CompiledNodeType, task: CompiledTask, lowest: number, span: number): Curve {
  const alone = inBasis(task.frequencyGHz, task.timeS, lowest, span, reciprocal);
  if (type.colocation !== 'literal') return alone;
  const { baseTimeFactor = 1, perGHzS = 0, perOwnIntensityS = 0, constantS = 0 } = task.coefficients;
  return (phi, jet) => {
    alone(phi, jet);
    jet[0] =
      baseTimeFactor * jet[0]! + perGHzS * (lowest + phi * span) + perOwnIntensityS * task.memoryIntensity + constantS;
    jet[1] = baseTimeFactor * jet[1]! + perGHzS * span;
    jet[2] = baseTimeFactor * jet[2]!;
  };
}

/** Function of frequency f, GHz; returns its value, first and second derivative. */
type Basis = (f: number) => readonly [number, number, number];
const reciprocal: Basis = (f) => [1 / f, -1 / (f * f), 2 / f ** 3];
const cube: Basis = (f) => [f ** 3, 3 * f * f, 6 * f];

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
