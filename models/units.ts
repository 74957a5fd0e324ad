/** Seconds in a minute. */
export const S_PER_MIN = 60;
/** Seconds in an hour. */
export const S_PER_H = 3600;
/** Seconds in a day. */
export const S_PER_DAY = 86_400;
/** Nanoseconds in a millisecond. */
export const NS_PER_MS = 1e6;
/** Microseconds in a second. */
export const US_PER_S = 1e6;
/** Microseconds in a millisecond. */
export const US_PER_MS = 1000;
/** Milliseconds in a second. */
export const MS_PER_S = 1000;
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
/** Hours in a week. */
export const H_PER_WEEK = 168;
/** Days in a week. */
export const DAYS_PER_WEEK = 7;
/** Joules in a kilojoule. */
export const J_PER_KJ = 1000;
/** Joules in a kilowatt-hour. */
export const J_PER_KWH = 3.6e6;
/** Joules in a megajoule. */
export const J_PER_MJ = 1e6;
/** Joules in a gigajoule. */
export const J_PER_GJ = 1e9;
/** Watts in a kilowatt. */
export const W_PER_KW = 1000;
/** Kilowatts in a megawatt. */
export const KW_PER_MW = 1000;
/** Grams in a kilogram. */
export const G_PER_KG = 1000;
/** Kilograms in a tonne. */
export const KG_PER_T = 1000;
/** Grams in a tonne. */
export const G_PER_T = 1e6;
/** Megahertz in a gigahertz. */
export const MHZ_PER_GHZ = 1000;
/** Bytes in a megabyte. */
export const BYTES_PER_MB = 1e6;
/** Kibibytes in a mebibyte. Linux and `ps` state memory in kibibytes. */
export const KIB_PER_MIB = 1024;
/** Bytes in a mebibyte. */
export const BYTES_PER_MIB = 2 ** 20;
/** Temperature of 0 C in kelvin. */
export const ZERO_C_IN_K = 273.15;
/** Currency of amounts of money in an instance that names no currency. */
export const DEFAULT_CURRENCY = 'USD';

/** Returns the currency of the amounts of money in an instance, or in a record of it. */
export function currencyOf({ currency = DEFAULT_CURRENCY }: { readonly currency?: string | undefined }): string {
  return currency;
}
