/** Seconds in a minute. */
export const S_PER_MIN = 60;
/** Seconds in an hour. */
export const S_PER_H = 3600;
/** Seconds in a day. */
export const S_PER_DAY = 86_400;
/** Milliseconds in a minute. */
export const MS_PER_MIN = 60_000;
/** Milliseconds in an hour. */
export const MS_PER_H = 3_600_000;
/** Milliseconds in a day. */
export const MS_PER_DAY = 86_400_000;
/** Minutes in a day. */
export const MIN_PER_DAY = 1440;
/** Hours in a day. */
export const H_PER_DAY = 24;
/** Days in a week. */
export const DAYS_PER_WEEK = 7;
/** Joules in a kilowatt-hour. */
export const J_PER_KWH = 3.6e6;
/** Joules in a megajoule. */
export const J_PER_MJ = 1e6;
/** Watts in a kilowatt. */
export const W_PER_KW = 1000;
/** Grams in a tonne. */
export const G_PER_T = 1e6;
/** Temperature of 0 C in kelvin. */
export const ZERO_C_IN_K = 273.15;
/** Currency of an instance that names none. */
export const DEFAULT_CURRENCY = 'USD';

/** Returns the currency of an instance, or of a record of it. */
export function currencyOf({ currency = DEFAULT_CURRENCY }: { readonly currency?: string | undefined }): string {
  return currency;
}
