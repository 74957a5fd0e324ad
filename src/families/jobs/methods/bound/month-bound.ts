/**
 * Schedules that a bound covers. 'rigid': jobs stay at one design point from start to end. 'malleable': jobs may change
 * design point and pause at any time.
 */
export type BoundKind = 'rigid' | 'malleable';

/**
 * Upper bound on the net value (value minus the cost of energy) of any schedule of a month, even of one made with
 * perfect foresight (docs/jobs/bound.md).
 */
export interface MonthBound {
  readonly kind: BoundKind;
  /** Price of energy, value/J, at least 0. */
  readonly perJ: number;
  /** Proven upper bound on value - perJ x energy. */
  readonly bound: number;
  /** Boundaries of the time slots with constant dual values, s, ascending; one more than there are slots. */
  readonly borderS: Float64Array;
  /** Dual value of a core-second, value/(core s), at least 0: [node type][slot]. Outside all slots it is 0. */
  readonly perCoreS: readonly Float64Array[];
  /** Number of times that the bound was evaluated, at different dual values. */
  readonly passes: number;
}

/**
 * Upper bounds on value as a function of energy. For each entry of `bounds`, every schedule satisfies
 *
 * value <= bound + perJ x energy
 */
export interface ValueFrontier {
  /** Bounds by ascending price of energy; the first price is 0. */
  readonly bounds: readonly MonthBound[];
}

/** Returns an upper bound on the value of schedules that take `energyJ` of energy. */
export function valueAtEnergy({ bounds }: ValueFrontier, energyJ: number): number {
  return Math.min(...bounds.map(({ bound, perJ }) => bound + perJ * energyJ));
}

/** Returns a lower bound on the energy of schedules that earn `value`, J; Infinity if none can. */
export function energyForValue({ bounds }: ValueFrontier, value: number): number {
  const needs = bounds.map(({ bound, perJ }) => {
    if (value <= bound) return 0;
    return perJ > 0 ? (value - bound) / perJ : Infinity;
  });
  return Math.max(0, ...needs);
}
