import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { EventSeries } from '../methods/outcome.js';

/**
 * Returns the used part of the measured time's budget, J. If the budget is money, it is the cost divided by the mean
 * energy price ("charged joules").
 */
export function spentJ(
  { charging }: Pick<UtilityModel, 'charging'>,
  { energyJ, costUsd }: { readonly energyJ: ArrayLike<number>; readonly costUsd?: ArrayLike<number> | null },
): number {
  const last = (days: ArrayLike<number>): number => days[days.length - 1]!;
  return charging === undefined ? last(energyJ) : last(costUsd!) / charging.usdPerJ;
}

/**
 * Returns the moment at which a fraction of the budget of the measured time was used, s from the start of the measured
 * time; null if it never was. It is interpolated between events.
 *
 * @param drawnJ energy (charged joules if the budget is money) used by the end of the measured time, J
 * @param part the fraction
 */
export function usedUpS(
  { days, measuredFromS, endS }: Pick<UtilityModel, 'days' | 'measuredFromS' | 'endS'>,
  { timeS, consumedJ }: Pick<EventSeries, 'timeS' | 'consumedJ'>,
  drawnJ: number,
  part: number,
): number | null {
  const limitJ = part * days.at(-1)!.budgetJ;
  if (!(limitJ < Infinity)) return null;
  let [beforeS, beforeJ] = [measuredFromS, 0];
  for (let e = 0; e < timeS.length; e++) {
    // At midnight itself the sums of the day before may still stand.
    if (timeS[e]! <= measuredFromS) continue;
    if (consumedJ[e]! >= limitJ) return between(timeS[e]!, consumedJ[e]!);
    [beforeS, beforeJ] = [timeS[e]!, consumedJ[e]!];
  }
  return drawnJ >= limitJ ? between(endS, drawnJ) : null;

  function between(atS: number, atJ: number): number {
    const reached = atJ > beforeJ ? (limitJ - beforeJ) / (atJ - beforeJ) : 1;
    return beforeS + Math.max(0, reached) * (atS - beforeS) - measuredFromS;
  }
}
