/**
 * Gap of an objective from its bound, |bound - objective| / |bound|; 0 when both are 0, null when only the bound is.
 */
export function relativeGap(bound: number, objective: number): number | null {
  const difference = Math.abs(bound - objective);
  if (difference === 0) return 0;
  const gap = difference / Math.abs(bound);
  return Number.isFinite(gap) ? gap : null;
}
