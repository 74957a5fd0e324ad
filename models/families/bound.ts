/** Largest relative difference between sums of the same terms in different orders or programs. */
const ROUNDING = 1e-9;
/** Tolerance of differences, relative to the size of the numbers they come from. */
const CANCELLATION = 1e-12;

/** A bound compared with the objective of a feasible plan. */
export interface HeldBound {
  /**
   * Bound to report: the proven one, moved to the objective if only rounding separates them; unchanged if `isRefuted`.
   */
  readonly bound: number;
  /** True if the plan is beyond the bound by more than rounding, so that one of the two is wrong. */
  readonly isRefuted: boolean;
}

/**
 * Returns the bound to report beside the objective of a feasible plan. A proven bound that the objective passes by no
 * more than rounding is moved to the objective.
 *
 * @param isUpper true if no plan has more than the bound; false if no plan has less
 *
 * @param scale size of the numbers (in the same unit) whose difference objective and bound are
 */
export function heldBound(bound: number, objective: number, isUpper: boolean, scale = 1): HeldBound {
  const beyond = isUpper ? objective - bound : bound - objective;
  if (!(beyond > 0)) return { bound, isRefuted: Number.isNaN(beyond) };
  const isRefuted = beyond > ROUNDING * Math.abs(bound) + CANCELLATION * Math.abs(scale);
  return { bound: isRefuted ? bound : objective, isRefuted };
}
