/**
 * Files contain this number, with the same sign, instead of an infinite standard normal quantile, because JSON has no
 * infinities (docs/results.md).
 */
export const Z_SENTINEL = 1e308;

/**
 * A number in a file counts as an infinite quantile if its absolute value is at least this. Z_SENTINEL may have been
 * rounded, and no finite quantile comes near it.
 */
const INFINITE_FROM_Z = 1e307;

/** Returns true if a quantile is infinite or represents infinity (Z_SENTINEL); false for NaN. */
export function isInfiniteZ(z: number): boolean {
  return Math.abs(z) > INFINITE_FROM_Z;
}

/** Returns a quantile as files contain it: Z_SENTINEL, with the same sign, instead of an infinite one. */
export function writtenZ(z: number): number {
  return Math.max(-Z_SENTINEL, Math.min(Z_SENTINEL, z));
}
