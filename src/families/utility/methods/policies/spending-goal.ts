import { S_PER_DAY } from '../../../../../models/units.js';
import { stepAt, nextStepS } from '../../../../../models/families/utility/energy-tariff.js';
import type { Day, UtilityModel } from '../../../../../models/families/utility/model.js';

/**
 * Returns the power at which energy should be spent now, so that the budget lasts until midnight, W.
 *
 * @param leftJ remaining energy of the day, J, above 0
 * @param nowS present moment, s, before the end of the day
 */
export type SpendingGoal = (leftJ: number, nowS: number, day: Day) => number;

/**
 * Returns the goal of even spending: constant power until the end of the day. With a tariff, power is divided by the
 * square root of the price, a compromise between constant power and constant cost.
 */
export const evenGoal = ({ charging }: Pick<UtilityModel, 'charging'>): SpendingGoal => {
  if (charging === undefined) return (leftJ, nowS, day) => leftJ / (day.endS - nowS);
  const roots = charging.weight.map((weight) => Math.sqrt(Math.max(weight, LEAST)));
  return (leftJ, nowS, { endS }) => {
    let ahead = 0;
    for (let atS = nowS; atS < endS;) {
      const untilS = Math.min(endS, nextStepS(charging, atS));
      ahead += roots[stepAt(charging, atS)]! * (untilS - atS);
      atS = untilS;
    }
    return (leftJ * roots[stepAt(charging, nowS)]!) / ahead;
  };
};

/** Length of the bins in which arrivals are counted, s. */
const BIN_S = 900;
/** Number of bins on each side of a bin over which its forecast of arrivals is averaged. Our choice: an hour. */
const AROUND = 4;
/**
 * Minimum weight of a bin, as a fraction of the mean weight. Our choice: a time without arrivals yesterday may have
 * some today.
 */
const LEAST = 0.05;

/**
 * Returns the goal of spending in proportion to the arrivals of the day before, averaged over an hour on either side.
 * If no whole day lies before, spending is even. Later arrivals have no influence.
 */
export function arrivalGoal({ tasks }: UtilityModel): SpendingGoal {
  const { arrivalS } = tasks;
  let arrived = 0;
  const forecasts = new Map<number, Float64Array>();
  /**
   * Returns the unnormalised weight of each bin in the spending of the day that begins at `startS`, from the arrivals
   * of the 24 h before.
   */
  const forecast = (startS: number): Float64Array => {
    const bins = new Float64Array(S_PER_DAY / BIN_S);
    for (let n = arrived - 1; n >= 0 && arrivalS[n]! >= startS - S_PER_DAY; n--) {
      const bin = Math.floor((arrivalS[n]! - startS + S_PER_DAY) / BIN_S);
      if (bin < bins.length) bins[bin]!++;
    }
    const mean = bins.reduce((sum, count) => sum + count, 0) / bins.length;
    return bins.map((_, k) => {
      let sum = 0;
      for (let near = k - AROUND; near <= k + AROUND; near++) sum += bins[(near + bins.length) % bins.length]!;
      return Math.max(sum / (2 * AROUND + 1), LEAST * mean, Number.MIN_VALUE);
    });
  };
  return (leftJ, nowS, day) => {
    while (arrived < arrivalS.length && arrivalS[arrived]! <= nowS) arrived++;
    if (day.startS < S_PER_DAY) return leftJ / (day.endS - nowS);
    let weights = forecasts.get(day.startS);
    if (weights === undefined) forecasts.set(day.startS, (weights = forecast(day.startS)));
    const binOf = (atS: number): number => Math.min(weights.length - 1, Math.floor((atS - day.startS) / BIN_S));
    const current = binOf(nowS);
    let ahead = 0;
    for (let k = current; k < weights.length && day.startS + k * BIN_S < day.endS; k++) {
      const fromS = Math.max(nowS, day.startS + k * BIN_S);
      ahead += weights[k]! * (Math.min(day.endS, day.startS + (k + 1) * BIN_S) - fromS);
    }
    return (leftJ * weights[current]!) / ahead;
  };
}
