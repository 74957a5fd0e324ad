/**
 * Stand-in for an infinite standard normal quantile, with its sign: JSON has no infinities (format of plans and
 * results, docs/results.md).
 */
export const Z_SENTINEL = 1e308;

/** Size from which a quantile is the sentinel, whatever rounding did to it; no other comes near. */
const INFINITE_FROM_Z = 1e307;

/** Test whether a quantile is infinite or stands for an infinite one; false for NaN. */
export function isInfiniteZ(z: number): boolean {
  return Math.abs(z) > INFINITE_FROM_Z;
}

/** The quantile as files have it: the sentinel in place of infinities. */
export function writtenZ(z: number): number {
  return Math.max(-Z_SENTINEL, Math.min(Z_SENTINEL, z));
}
