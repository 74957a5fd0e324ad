import { DAYS_PER_WEEK } from '../../../models/units.js';
/** Months of the trials: July, as bundled, then one of each other season, then the months between. */
const MONTHS = [7, 1, 10, 4, 8, 2, 11, 5, 9, 3, 12, 6] as const;
/** Number of the weekday Wednesday, counted from 0 for Sunday. */
const WEDNESDAY = 3;

/** Number of different days, for seeds 1, 2, ...: three Wednesdays in each of twelve months. */
export const DISTINCT_DAYS = 36;

/**
 * Returns the date in 2017 that belongs to a seed: for seeds 1 to 12 the second Wednesday of a month, from 13 the
 * third, from 25 the fourth.
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
