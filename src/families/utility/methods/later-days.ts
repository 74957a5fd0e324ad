import { chargedOverlapS } from '../../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';

/**
 * Returns true if the budgets of all days after `today` cover what a run over midnight draws in them. Later starts
 * today draw more there, so what is refused stays refused until midnight, unless energy is given back. @param
 * committedJ length D: energy committed by day, J, as charged by the tariff if there is one @param powerW power of the
 * run
 */
export function fitsLaterDays(
  { days, charging }: Pick<UtilityModel, 'days' | 'charging'>,
  today: number,
  committedJ: Float64Array,
  powerW: number,
  startS: number,
  endS: number,
): boolean {
  for (let d = today + 1; d < days.length && days[d]!.startS < endS; d++) {
    const { startS: fromS, endS: toS, budgetJ } = days[d]!;
    if (committedJ[d]! + powerW * chargedOverlapS(charging, startS, endS, fromS, toS) > budgetJ) return false;
  }
  return true;
}
