/**
 * Schedules that a bound covers: 'rigid' jobs stay at one point from start to end, 'malleable' jobs may change point
 * and pause at any moment.
 */
export type BoundKind = 'rigid' | 'malleable';

/**
 * Upper bound on value minus priced energy of any schedule of a month, even with perfect foresight
 * (docs/jobs/bound.md).
 */
export interface MonthBound {
  readonly kind: BoundKind;
  /** Price of energy, value/J, at least 0. */
  readonly perJ: number;
  /** Proven upper bound on value - perJ x energy. */
  readonly bound: number;
  /** Length S + 1: borders of the slots of constant prices, s, ascending from the start of the measured time. */
  readonly borderS: Float64Array;
  /** Price of a core-second by node type, then slot, length S each, value/(core s), at least 0; 0 outside the slots. */
  readonly perCoreS: readonly Float64Array[];
  /** Number of evaluations of the bound. */
  readonly passes: number;
}

/** Upper bound on value as a function of energy: value <= bound + perJ x energy for each bound of the list. */
export interface ValueFrontier {
  /** Bounds by ascending price of energy, the first at price 0. */
  readonly bounds: readonly MonthBound[];
}

/** Returns an upper bound on the value of schedules with this energy. */
export function valueAtEnergy({ bounds }: ValueFrontier, energyJ: number): number {
  return Math.min(...bounds.map(({ bound, perJ }) => bound + perJ * energyJ));
}

/** Returns a lower bound on the energy of schedules with this value, J; Infinity if no schedule can have it. */
export function energyForValue({ bounds }: ValueFrontier, value: number): number {
  const needs = bounds.map(({ bound, perJ }) => {
    if (value <= bound) return 0;
    return perJ > 0 ? (value - bound) / perJ : Infinity;
  });
  return Math.max(0, ...needs);
}
