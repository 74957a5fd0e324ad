/**
 * Absolute value that stands for an infinite quantile in files, because JSON cannot represent infinity
 * (docs/results.md).
 */
export const Z_SENTINEL = 1e308;

/**
 * Least absolute value that counts as infinite. It is below Z_SENTINEL, which may be rounded, and far above every
 * finite quantile.
 */
const INFINITE_FROM_Z = 1e307;

/** Returns true if a quantile is infinite or stands for infinity. Returns false for NaN. */
export function isInfiniteZ(z: number): boolean {
  return Math.abs(z) > INFINITE_FROM_Z;
}

/** Returns a quantile as files contain it, with Z_SENTINEL instead of Infinity. */
export function writtenZ(z: number): number {
  return Math.max(-Z_SENTINEL, Math.min(Z_SENTINEL, z));
}
