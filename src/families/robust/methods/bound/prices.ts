import type { DualPoint, DualPrices } from './dual.js';

export type Evaluate = (prices: DualPrices, point: DualPoint) => void;

/** First step of the logarithm of a price. */
const FIRST_STEP = 0.25;
/** Largest step of the logarithm of a price. */
const MAX_STEP = 0.6;
/** Factor by which a step grows as long as its direction stays the same. */
const GROW = 1.2;
/** Factor by which a step shrinks when its direction changes. */
const SHRINK = 0.5;
/** Minimum price, as a share of the mean price: practically 0. */
const FLOOR_SHARE = 1e-10;
/** Share by which the value must rise over STALL_ROUNDS rounds for the ascent to continue. */
const STALL_SHARE = 1e-6;
/** Number of rounds between two checks of that rise. */
const STALL_ROUNDS = 12;

/**
 * Raises the dual from given prices: prices of overfull groups rise, those of underused ones fall, each with its own
 * step that shrinks when its direction changes. Leaves the best prices in `nodeJ` and their evaluation in `point`;
 * returns its value. Any prices give a valid bound; this only decides how good it is.
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
