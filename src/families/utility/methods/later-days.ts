import { chargedOverlapS } from '../../../../models/families/utility/energy-tariff.js';
import type { Day, UtilityModel } from '../../../../models/families/utility/model.js';
import type { MappingEvent } from './policy.js';

/**
 * Returns true if a run across midnight keeps the budgets of all days after `today`. A later start today would draw
 * more energy in those days, so a refused run stays refused until midnight, unless preemption frees energy.
 *
 * @param committedJ energy of all runs decided so far, by day, J; with a tariff, weighted by the price relative to the
 * mean price
 * @param powerW power of the run, W
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

/**
 * Returns what a mapping event tells of the day after `today`; nothing on the last day.
 *
 * @param committedJ energy that running and decided tasks will draw in it, J
 */
export function nextDay(
  days: readonly Day[],
  today: number,
  committedJ: number | undefined,
): Pick<MappingEvent, 'next'> {
  const day = days[today + 1];
  return day === undefined ? {} : { next: { day, committedJ: committedJ ?? 0 } };
}
