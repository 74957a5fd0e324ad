import { DAYS_PER_WEEK } from '../../../models/units.js';
/** Months of the trials: the bundled July first, then the other seasons, then the months between. */
const MONTHS = [7, 1, 10, 4, 8, 2, 11, 5, 9, 3, 12, 6] as const;
/** Number of the weekday, counted from Sunday as 0. */
const WEDNESDAY = 3;

/** Number of days that differ, for trials with seeds 1, 2, ...: three Wednesdays in each of twelve months. */
export const DISTINCT_DAYS = 36;

/**
 * Returns the date of a seed in 2017: the second Wednesday of one month after the other; from seed 13 on the third,
 * from 25 on the fourth.
 */
export function dateOfSeed(seed: number): string {
  if (!Number.isSafeInteger(seed) || seed < 1 || seed > DISTINCT_DAYS) {
    throw new RangeError(`There are ${DISTINCT_DAYS} days, not one of seed ${seed}`);
  }
  const month = MONTHS[(seed - 1) % MONTHS.length]!;
  const first = new Date(Date.UTC(2017, month - 1, 1)).getUTCDay();
  const firstWednesday = 1 + ((WEDNESDAY - first + DAYS_PER_WEEK) % DAYS_PER_WEEK);
  const day = firstWednesday + DAYS_PER_WEEK * (1 + Math.floor((seed - 1) / MONTHS.length));
  return `2017-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
