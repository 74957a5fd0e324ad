import { type ValueFrontier, valueAtEnergy } from '../../methods/bound/month-bound.js';

/** Margin of the energies shown beyond the greatest that counts. */
const BEYOND = 1.15;

/** Value bounded against energy, as the page draws it. */
export interface FrontierFigures {
  /** Lines value = bound + perJ x energy, by price of energy, value/J. */
  readonly lines: readonly { readonly perJ: number; readonly bound: number }[];
  /** Least of the lines: corners from energy 0 to the greatest energy shown, J. */
  readonly envelope: readonly (readonly [energyJ: number, value: number])[];
}

/**
 * Returns the lines of a frontier and their envelope, for energies up to a little beyond the schedule's energy (J) and
 * all corners.
 */
export function frontierFigures(frontier: ValueFrontier, energyJ: number): FrontierFigures {
  const lines = frontier.bounds.map(({ perJ, bound }) => ({ perJ, bound }));
  const atEnergy = (one: number): number => valueAtEnergy(frontier, one);
  // Where two lines cross on the envelope it has a corner.
  const crossings = lines.flatMap((one, k) =>
    lines.slice(k + 1).flatMap((other) => {
      const at = (one.bound - other.bound) / (other.perJ - one.perJ);
      const value = one.bound + one.perJ * at;
      return at > 0 && at < Infinity && value <= atEnergy(at) + 1e-9 * Math.abs(value) ? [at] : [];
    }),
  );
  const mostJ = BEYOND * Math.max(energyJ, ...crossings);
  const corners = [...new Set([0, ...crossings, mostJ])].sort((a, b) => a - b);
  return { lines, envelope: corners.map((at) => [at, atEnergy(at)] as const) };
}
