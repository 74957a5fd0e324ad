import type { Driver } from './control.js';
import type { Termination } from './result.js';

/** Largest relative gap at which bound and plan count as equal despite rounding. */
const SAME = 1e-9;

/**
 * Returns why a run ended, for methods whose bound is computed separately.
 *
 * @param isRefuted true if it is proven that nothing is feasible and nothing was found
 */
export function terminationOf(
  { stopReason }: Pick<Driver, 'stopReason'>,
  {
    isRefuted,
    stoppedEarly,
    gap,
  }: { readonly isRefuted: boolean; readonly stoppedEarly: boolean; readonly gap: number | null },
): Termination {
  if (isRefuted) return 'infeasible';
  if (stopReason !== null && stoppedEarly) return stopReason;
  if (gap !== null && gap <= SAME) return 'optimal';
  return stopReason ?? 'finished';
}
