import { DAYS_PER_WEEK } from '../../../models/units.js';
/** Months of the trials, in order: July as bundled, then one month of each other season, then the months between. */
const MONTHS = [7, 1, 10, 4, 8, 2, 11, 5, 9, 3, 12, 6] as const;
/** Number of the weekday Wednesday, counted from 0 for Sunday. */
const WEDNESDAY = 3;

/** Number of distinct days for the seeds 1, 2, ...: three Wednesdays in each of twelve months. */
export const DISTINCT_DAYS = 36;

/**
 * Returns a seed's date in 2017: the second Wednesday of a month for seeds 1 to 12, the third for 13 to 24, the fourth
 * for 25 to 36.
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
