/** Greatest relative difference between sums of equal terms taken in another order or by another program (ours). */
const ROUNDING = 1e-9;
/** Tolerance of differences, relative to the size of the numbers they come from (ours). */
const CANCELLATION = 1e-12;

/** A bound held against the objective of a feasible plan. */
export interface HeldBound {
  /**
   * Bound to report: the proven one, brought to the objective where rounding alone carries it past; as proven where
   * `isRefuted`.
   */
  readonly bound: number;
  /** Flag: the plan is beyond the bound by more than rounding, so that one of the two is wrong. */
  readonly isRefuted: boolean;
}

/**
 * The bound to report beside a feasible plan's objective: the proven one, or the objective where no more than rounding carries it past that.
 * `isUpper` where no plan has more than the bound, else none has less; `scale` is the size of the numbers (in the same unit) that objective and
 * bound are differences of.
 */
export function heldBound(bound: number, objective: number, isUpper: boolean, scale = 1): HeldBound {
  const beyond = isUpper ? objective - bound : bound - objective;
  if (!(beyond > 0)) return { bound, isRefuted: Number.isNaN(beyond) };
  const isRefuted = beyond > ROUNDING * Math.abs(bound) + CANCELLATION * Math.abs(scale);
  return { bound: isRefuted ? bound : objective, isRefuted };
}
