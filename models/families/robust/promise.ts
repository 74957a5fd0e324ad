import { normalCdfLog10, normalQuantile } from './normal.js';

/**
 * Means (s) and variances (s^2) of the finish times of cores. The finish times are independent and normally
 * distributed.
 */
export interface CoreFinishes {
  readonly finishS: ArrayLike<number>;
  readonly finishVarianceS2: ArrayLike<number>;
}

/** Maximum number of steps of a bisection. More would not change a double. */
const MAX_HALVINGS = 200;

/**
 * Returns log10 of the probability that all cores finish by a given time. A core without variance counts as finished if
 * its finish time exceeds the given time by at most a relative 1e-12.
 */
export function wholeBagLog10({ finishS, finishVarianceS2 }: CoreFinishes, timeS: number): number {
  let log10 = 0;
  for (let core = 0; core < finishS.length; core++) {
    const varianceS2 = finishVarianceS2[core]!;
    if (varianceS2 > 0) log10 += normalCdfLog10((timeS - finishS[core]!) / Math.sqrt(varianceS2));
    else if (finishS[core]! > timeS * (1 + 1e-12)) return -Infinity;
  }
  return log10;
}

/**
 * Returns the time by which all cores finish with a given probability, s. It is the quantile of the latest finish time,
 * found by bisection.
 *
 * Bisection starts between two values. The lower value is the latest of the cores' own quantiles. In the upper value,
 * each of the n cores may fail with only 1/n of the permitted probability (union bound).
 *
 * @param probability between 0 and 1
 */
export function wholeBagDeadlineS(cores: CoreFinishes, probability: number): number {
  const { finishS, finishVarianceS2 } = cores;
  const wanted = Math.log10(probability);
  const singleZ = normalQuantile(probability);
  const unionZ = -normalQuantile((1 - probability) / finishS.length);
  let earlyS = -Infinity;
  let lateS = -Infinity;
  let floorS = -Infinity;
  for (let core = 0; core < finishS.length; core++) {
    const sdS = Math.sqrt(finishVarianceS2[core]!);
    if (sdS === 0) floorS = Math.max(floorS, finishS[core]!);
    earlyS = Math.max(earlyS, finishS[core]! + singleZ * sdS);
    lateS = Math.max(lateS, finishS[core]! + unionZ * sdS);
  }
  earlyS = Math.max(earlyS, floorS);
  if (wholeBagLog10(cores, earlyS) >= wanted) return earlyS;
  for (let halving = 0; halving < MAX_HALVINGS; halving++) {
    const middleS = (earlyS + lateS) / 2;
    if (middleS <= earlyS || middleS >= lateS) break;
    if (wholeBagLog10(cores, middleS) >= wanted) lateS = middleS;
    else earlyS = middleS;
  }
  return lateS;
}

/**
 * Returns the earliest time from `fromS` on by which all cores finish with a given probability, s. Returns null if the
 * probability is 1 and times vary.
 *
 * @param log10 log10 of the probability
 */
export function wholeBagTimeS(cores: CoreFinishes, log10: number, fromS: number): number | null {
  if (wholeBagLog10(cores, fromS) >= log10) return fromS;
  if (log10 >= 0 && Array.from(cores.finishVarianceS2).some((varianceS2) => varianceS2 > 0)) return null;
  let [earlyS, lateS] = [fromS, 2 * fromS];
  while (wholeBagLog10(cores, lateS) < log10) {
    [earlyS, lateS] = [lateS, 2 * lateS];
    if (!Number.isFinite(lateS)) return null;
  }
  for (let halving = 0; halving < MAX_HALVINGS; halving++) {
    const middleS = (earlyS + lateS) / 2;
    if (middleS <= earlyS || middleS >= lateS) break;
    if (wholeBagLog10(cores, middleS) >= log10) lateS = middleS;
    else earlyS = middleS;
  }
  return lateS;
}

/** Quantile above which log10 Phi(z) rounds to 0 in doubles. */
const SURE_Z = 39;

/**
 * Returns a standard normal quantile whose probability is 10^log10 or slightly more. The probability may be far below
 * the least positive double. Returns Infinity for log10 = 0 and -Infinity for log10 = -Infinity.
 */
export function quantileOfLog10(log10: number): number {
  if (log10 >= 0) return Infinity;
  if (log10 === -Infinity) return -Infinity;
  // Phi(-x) < exp(-x^2 / 2).
  let low = -Math.sqrt(-2 * log10 * Math.LN10) - 1;
  let high = SURE_Z;
  for (let halving = 0; halving < MAX_HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (normalCdfLog10(middle) > log10) high = middle;
    else low = middle;
  }
  return high;
}
