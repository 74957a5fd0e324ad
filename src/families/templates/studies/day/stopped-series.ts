import type { DayOutcome, DaySeries } from '../../../../../models/families/templates/online.js';

/**
 * Returns the time series of a day that ended because an energy budget was exhausted. After that time, powers and
 * numbers of tasks are 0, temperatures are NaN, and the reward is constant.
 *
 * In the interval in which the day ended, the mean power is set so that the sum over all intervals of mean power x
 * length equals the outcome's energy. Numbers of running and waiting tasks are taken as constant until the end.
 */
export function stoppedSeries(
  series: DaySeries,
  { stoppedAtS, energyJ, reward }: DayOutcome,
  durationS: number,
): DaySeries {
  if (stoppedAtS === null || stoppedAtS >= durationS) return series;
  const { intervalS } = series;
  const last = Math.floor(stoppedAtS / intervalS);
  const lengthOf = (k: number): number => Math.min(intervalS, durationS - k * intervalS);
  const power = (values: Float64Array, totalJ: number): Float64Array => {
    let beforeJ = 0;
    for (let k = 0; k < last; k++) beforeJ += values[k]! * lengthOf(k);
    return values.map((value, k) => (k < last ? value : k === last ? Math.max(0, totalJ - beforeJ) / lengthOf(k) : 0));
  };
  const until = (values: Float64Array, after: number): Float64Array =>
    values.map((value, k) => (k <= last ? value : after));
  const share = (stoppedAtS - last * intervalS) / lengthOf(last);
  const counts = (values: Float64Array): Float64Array =>
    values.map((value, k) => (k < last ? value : k === last ? value * share : 0));
  return {
    intervalS,
    totalPowerW: power(series.totalPowerW, energyJ.total),
    nodePowerW: power(series.nodePowerW, energyJ.cores + energyJ.idle),
    cracPowerW: power(series.cracPowerW, energyJ.crac),
    setPointC: until(series.setPointC, NaN),
    hottestOutletC: until(series.hottestOutletC, NaN),
    hottestInletC: until(series.hottestInletC, NaN),
    // A task that finishes as the budget is spent earns nothing.
    rewardSoFar: series.rewardSoFar.map((value, k) => (k < last ? Math.min(value, reward) : reward)),
    runningCores: counts(series.runningCores),
    waitingTasks: counts(series.waitingTasks),
  };
}
