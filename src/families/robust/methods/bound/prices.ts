import type { DualPoint, DualPrices } from './dual.js';

export type Evaluate = (prices: DualPrices, point: DualPoint) => void;

/** First step of the logarithm of a dual value in the ascent. */
const FIRST_STEP = 0.25;
/** Largest step of the logarithm of a dual value in the ascent. */
const MAX_STEP = 0.6;
/** Factor by which the step of a dual value grows as long as its direction stays the same. */
const GROW = 1.2;
/** Factor by which the step of a dual value shrinks when its direction changes. */
const SHRINK = 0.5;
/** Minimum of a dual value, as a fraction of the mean dual value. Our choice: practically 0. */
const FLOOR_SHARE = 1e-10;
/** The ascent ends if STALL_ROUNDS rounds improve the bound by at most this fraction. */
const STALL_SHARE = 1e-6;
/** Number of rounds after which it is checked whether the bound has improved enough. */
const STALL_ROUNDS = 12;

/**
 * Raises the dual bound by ascent on the dual values of core time, and returns the highest bound found. The best dual
 * values are left in `nodeJ`, their evaluation in `point`. Dual values of overloaded node groups rise, all others fall.
 * The step of a dual value shrinks when its direction changes.
 */
export function raisePrices(
  evaluate: Evaluate,
  cores: readonly number[],
  nodeJ: Float64Array,
  varianceJPerJ2: number,
  rounds: number,
  point: DualPoint,
): number {
  const groups = cores.length;
  const trial = nodeJ.slice();
  const step = new Float64Array(groups).fill(FIRST_STEP);
  const last = new Float64Array(groups);
  const prices = { nodeJ: trial, varianceJPerJ2 };
  let best = -Infinity;
  let reference = -Infinity;
  for (let round = 0; round < rounds; round++) {
    evaluate(prices, point);
    if (point.valueJ > best || round === 0) {
      best = point.valueJ;
      nodeJ.set(trial);
    }
    if (best === Infinity) break;
    if (round % STALL_ROUNDS === STALL_ROUNDS - 1) {
      if (best - reference <= STALL_SHARE * Math.abs(best)) break;
      reference = best;
    }
    const floor = FLOOR_SHARE * (mean(trial) || 1);
    for (let g = 0; g < groups; g++) {
      const load = point.loadCores[g]!;
      const drive = load <= 0 ? -1 : Math.max(-1, Math.min(1, Math.log(load / cores[g]!) * 4));
      if (drive * last[g]! < 0) step[g]! *= SHRINK;
      else step[g] = Math.min(MAX_STEP, step[g]! * GROW);
      last[g] = drive;
      trial[g] = Math.max(floor, trial[g]! * Math.exp(step[g]! * drive));
    }
  }
  evaluate({ nodeJ, varianceJPerJ2 }, point);
  return point.valueJ;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
