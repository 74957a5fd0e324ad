/** Kind of schedules that a bound covers: jobs that stay at one point from start to end, or may change point and pause at any moment. */
export type BoundKind = 'rigid' | 'malleable';

/** Upper bound on value less priced energy of any schedule of a month that is known beforehand. docs/jobs/bound.md. */
export interface MonthBound {
  readonly kind: BoundKind;
  /** Price of energy, value/J, at least 0. */
  readonly perJ: number;
  /** Proven: no schedule has a greater value - perJ x energy. */
  readonly bound: number;
  /** Length S + 1: borders of the slots in which prices are constant, s, ascending from the first moment that counts. */
  readonly borderS: Float64Array;
  /** Price of a core-second by node type, then slot, length S each, value/(core s), at least 0; 0 outside the slots. */
  readonly perCoreS: readonly Float64Array[];
  /** Number of evaluations of the bound. */
  readonly passes: number;
}

/** Value bounded against energy: of every schedule, value <= bound + perJ x energy for each bound of the list. */
export interface ValueFrontier {
  /** Bounds by ascending price of energy, the first of price 0. */
  readonly bounds: readonly MonthBound[];
}

/** Returns the largest value that a schedule of so much energy may have, by a frontier. */
export function valueAtEnergy({ bounds }: ValueFrontier, energyJ: number): number {
  return Math.min(...bounds.map(({ bound, perJ }) => bound + perJ * energyJ));
}

/**
 * Returns the least energy that a schedule of so much value must draw, by a frontier, J; Infinity for a value that none
 * can have.
 */
export function energyForValue({ bounds }: ValueFrontier, value: number): number {
  const needs = bounds.map(({ bound, perJ }) => {
    if (value <= bound) return 0;
    return perJ > 0 ? (value - bound) / perJ : Infinity;
  });
  return Math.max(0, ...needs);
}
