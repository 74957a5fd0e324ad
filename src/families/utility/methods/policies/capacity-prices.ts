import { S_PER_DAY } from '../../../../../models/units.js';
import type { Day, UtilityModel } from '../../../../../models/families/utility/model.js';
import { dayWork } from '../bound/day-work.js';
import { priceAscent } from '../bound/price-ascent.js';
import { workInSlot } from '../bound/work-in-slot.js';

/** Number of slots of a day in which node prices are constant. Our choice: 15 minutes each, as in the bound. */
const SLOTS = 96;
/**
 * Number of passes of the search for prices. Our choice: half as many as for the bound, because the prices need not
 * prove anything.
 */
const PASSES = 60;

/** Prices (dual values) of nodes over a day, derived from the arrivals of the day before. */
export interface CapacityPrices {
  /** Returns the mean price of a node of a pool over `timeS` (above 0) seconds from a moment, utility/node-second. */
  readonly mean: (pool: number, fromS: number, timeS: number) => number;
}

/** Returns true if a whole day lies before a moment (s), from which prices can be derived. */
export function hasDayBefore(startS: number): boolean {
  return startS >= S_PER_DAY;
}

/**
 * Returns node prices for a day; null if no whole day lies before it. They are dual values of the utility bound on the
 * 24 h before the day, with this day's budget. Only tasks that arrived before the day are used. In revenue management,
 * such prices are called bid prices.
 */
export function pricesOfDayBefore(model: UtilityModel, { startS, budgetJ }: Day): CapacityPrices | null {
  if (!hasDayBefore(startS)) return null;
  const fromS = startS - S_PER_DAY;
  const { tasks, pools } = model;
  let count = 0;
  while (count < tasks.count && tasks.arrivalS[count]! < startS) count++;
  const yesterday: UtilityModel = {
    ...model,
    measuredFromS: fromS,
    endS: startS,
    days: [{ startS: fromS, endS: startS, budgetJ }],
    tasks: { ...tasks, count },
  };
  const work = dayWork(yesterday, SLOTS);
  const relaxation = workInSlot(work);
  const { prices, move } = priceAscent(work, { passes: PASSES });
  let least = Infinity;
  let node = prices.node;
  for (let pass = 0; pass < PASSES; pass++) {
    const found = relaxation(prices);
    if (found.bound < least) {
      least = found.bound;
      node = prices.node.slice();
    }
    move(found);
  }
  const slotS = S_PER_DAY / SLOTS;
  /**
   * For each pool and slot border: the price of a node, integrated over time from the beginning of the day to the
   * border, [pool][border].
   */
  const paid = new Float64Array(pools.length * (SLOTS + 1));
  for (let j = 0; j < pools.length; j++) {
    for (let s = 0; s < SLOTS; s++)
      paid[j * (SLOTS + 1) + s + 1] = paid[j * (SLOTS + 1) + s]! + slotS * node[j * SLOTS + s]!;
  }
  const paidUntil = (pool: number, atS: number): number => {
    const row = pool * (SLOTS + 1);
    const days = Math.floor((atS - startS) / S_PER_DAY);
    const insideS = atS - startS - days * S_PER_DAY;
    const s = Math.min(SLOTS - 1, Math.floor(insideS / slotS));
    return days * paid[row + SLOTS]! + paid[row + s]! + (insideS - s * slotS) * node[pool * SLOTS + s]!;
  };
  return { mean: (pool, atS, timeS) => (paidUntil(pool, atS + timeS) - paidUntil(pool, atS)) / timeS };
}
