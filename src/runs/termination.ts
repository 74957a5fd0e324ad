import type { Driver } from './control.js';
import type { Termination } from './result.js';

/** Maximum relative gap at which plan and bound count as equal, because of rounding errors. */
const SAME = 1e-9;

/**
 * Returns why a run ended, for methods whose bound is computed separately.
 *
 * @param isRefuted true if it is proven that no plan is feasible, and none was found
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
