/**
 * Largest relative difference between two sums of the same terms that counts as rounding error. The sums may differ in
 * order or come from different programs.
 */
const ROUNDING = 1e-9;
/** Largest rounding error of a difference of two numbers, relative to the larger of them. */
const CANCELLATION = 1e-12;

/** A bound on the objective, after comparison with the objective of a feasible plan. */
export interface HeldBound {
  /**
   * Bound to report: the proven bound, or the plan's objective if the two differ only by rounding errors. If
   * `isRefuted`, it is the proven bound.
   */
  readonly bound: number;
  /** True if the objective is beyond the bound by more than rounding errors. Then the plan or the bound is wrong. */
  readonly isRefuted: boolean;
}

/**
 * Compares a proven bound with the objective of a feasible plan, and returns the bound to report. If the objective is
 * beyond the bound by rounding errors only, the reported bound is the objective.
 *
 * @param isUpper true for an upper bound on the objective, false for a lower bound
 * @param scale size of the numbers whose difference is the objective or the bound; 1 if they are no differences
 */
export function heldBound(bound: number, objective: number, isUpper: boolean, scale = 1): HeldBound {
  const beyond = isUpper ? objective - bound : bound - objective;
  if (!(beyond > 0)) return { bound, isRefuted: Number.isNaN(beyond) };
  const isRefuted = beyond > ROUNDING * Math.abs(bound) + CANCELLATION * Math.abs(scale);
  return { bound: isRefuted ? bound : objective, isRefuted };
}
