import { type ValueFrontier, valueAtEnergy } from '../../methods/bound/month-bound.js';

/** Energy at the right end of the chart, relative to the largest energy that it must show. */
const BEYOND = 1.15;

/** Upper bound on value as a function of energy, as the page draws it. */
export interface FrontierFigures {
  /** Straight lines, value = bound + perJ x energy, one for each price of energy `perJ` (value/J). */
  readonly lines: readonly { readonly perJ: number; readonly bound: number }[];
  /** Lower envelope of the lines: its corners from energy 0 to the largest energy shown, J. */
  readonly envelope: readonly (readonly [energyJ: number, value: number])[];
}

/**
 * Returns straight lines that each bound value from above as a function of energy, and their lower envelope. The
 * envelope extends a little beyond the schedule's energy (J) and beyond its own last corner.
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
