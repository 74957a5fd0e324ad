/**
 * Number that stands in files for an infinite standard normal quantile, with the same sign, because JSON has no
 * infinities (docs/results.md).
 */
export const Z_SENTINEL = 1e308;

/**
 * Least absolute value in a file that counts as an infinite quantile: Z_SENTINEL may have been rounded, and no finite
 * quantile comes near it.
 */
const INFINITE_FROM_Z = 1e307;

/** Returns true if a quantile is infinite or stands for infinity; false for NaN. */
export function isInfiniteZ(z: number): boolean {
  return Math.abs(z) > INFINITE_FROM_Z;
}

/** Returns a quantile as files contain it, with Z_SENTINEL instead of Infinity. */
export function writtenZ(z: number): number {
  return Math.max(-Z_SENTINEL, Math.min(Z_SENTINEL, z));
}
