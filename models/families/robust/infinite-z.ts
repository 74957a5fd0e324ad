/**
 * Number that represents an infinite standard normal quantile in files, with the same sign: JSON has no infinities
 * (docs/results.md).
 */
export const Z_SENTINEL = 1e308;

/**
 * Absolute value from which a number in a file counts as an infinite quantile. No finite quantile comes near it, and
 * Z_SENTINEL may have been rounded.
 */
const INFINITE_FROM_Z = 1e307;

/** Returns true if a quantile is infinite or represents infinity (Z_SENTINEL); false for NaN. */
export function isInfiniteZ(z: number): boolean {
  return Math.abs(z) > INFINITE_FROM_Z;
}

/** Returns a quantile as it is written to files, with Z_SENTINEL instead of infinity. */
export function writtenZ(z: number): number {
  return Math.max(-Z_SENTINEL, Math.min(Z_SENTINEL, z));
}
