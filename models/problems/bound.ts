/** Sums of the same numbers in another order, or in another program, differ by this share. */
const ROUNDING = 1e-9;
/** Tolerance of differences, relative to the size of the numbers they come from. */
const CANCELLATION = 1e-12;

/** A bound held against the objective of a feasible plan. */
export interface HeldBound {
  /** Never beyond the objective but where `isRefuted`: then it is the bound as it was proven. */
  readonly bound: number;
  /** The plan is beyond the bound by more than rounding: one of the two is wrong. */
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
