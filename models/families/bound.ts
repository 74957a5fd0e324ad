/**
 * Largest relative difference that counts as rounding error, between sums of the same terms in different orders or
 * programs.
 */
const ROUNDING = 1e-9;
/** Rounding error of a difference, relative to the size of the numbers that are subtracted. */
const CANCELLATION = 1e-12;

/** A bound after comparison with the objective of a feasible plan. */
export interface HeldBound {
  /**
   * Bound to report. It is the proven bound, or the objective if only rounding errors separate them. Unchanged if
   * `isRefuted`.
   */
  readonly bound: number;
  /**
   * True if the objective is beyond the bound by more than rounding errors. Then either the plan or the bound is wrong.
   */
  readonly isRefuted: boolean;
}

/**
 * Returns the bound to report beside the objective of a feasible plan. If the objective is beyond a proven bound only
 * by rounding errors, the bound is set to the objective.
 *
 * @param isUpper true for an upper bound on the objective, false for a lower bound
 * @param scale size of the terms of objective and bound, if these are differences of larger numbers
 */
export function heldBound(bound: number, objective: number, isUpper: boolean, scale = 1): HeldBound {
  const beyond = isUpper ? objective - bound : bound - objective;
  if (!(beyond > 0)) return { bound, isRefuted: Number.isNaN(beyond) };
  const isRefuted = beyond > ROUNDING * Math.abs(bound) + CANCELLATION * Math.abs(scale);
  return { bound: isRefuted ? bound : objective, isRefuted };
}
