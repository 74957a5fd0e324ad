/**
 * Number that stands for an infinite standard normal quantile, with its sign, because JSON has no infinities
 * (docs/results.md).
 */
export const Z_SENTINEL = 1e308;

/**
 * Size from which a number read from a file counts as an infinite quantile. No finite quantile comes near it, and the
 * sentinel may have been rounded.
 */
const INFINITE_FROM_Z = 1e307;

/** Returns true if a quantile is infinite or the sentinel for infinity; false for NaN. */
export function isInfiniteZ(z: number): boolean {
  return Math.abs(z) > INFINITE_FROM_Z;
}

/** Returns the quantile as it is written to files: the sentinel in place of infinities. */
export function writtenZ(z: number): number {
  return Math.max(-Z_SENTINEL, Math.min(Z_SENTINEL, z));
}
