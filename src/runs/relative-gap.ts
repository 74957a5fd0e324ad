/**
 * Returns the gap between an objective and its bound, |bound - objective| / |bound|. 0 if both are 0; null if only the
 * bound is 0.
 */
export function relativeGap(bound: number, objective: number): number | null {
  const difference = Math.abs(bound - objective);
  if (difference === 0) return 0;
  const gap = difference / Math.abs(bound);
  return Number.isFinite(gap) ? gap : null;
}
