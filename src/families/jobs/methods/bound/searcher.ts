import type { RunControl } from '../../../../methods/control.js';
import type { BoundKind, MonthBound } from './month-bound.js';
import type { MonthWork } from './month-work.js';
import { priceSearch } from './price-search.js';
import type { MonthRelaxation } from './rigid.js';

/** Number of passes of the search when it starts from the dual values of another bound. */
export const MORE_PASSES = 60;
/**
 * First step when the search starts from the dual values of another bound, relative to the mean dual value of a
 * core-second.
 */
export const MORE_STEP = 0.03;

/**
 * Searches for dual values that make the bound of one kind small, and returns the least bound. It makes at least one
 * pass, at the given dual values.
 */
export type Search = (
  kind: BoundKind,
  from: readonly Float64Array[],
  passes: number,
  firstStep: number,
) => Promise<MonthBound>;

/** Returns a function that searches for dual values with the relaxations of a month until the run control stops it. */
export function searcher(
  work: MonthWork,
  relaxations: Readonly<Partial<Record<BoundKind, MonthRelaxation>>>,
  control: RunControl,
): Search {
  const { borderS, perJ } = work;
  let isStopped = false;
  return async (kind, from, passes, firstStep) => {
    const { perCoreS, move } = priceSearch(work, from, passes, firstStep);
    const relaxation = relaxations[kind];
    if (relaxation === undefined) throw new RangeError(`No relaxation for ${kind} schedules`);
    const best = from.map((prices) => prices.slice());
    let [bound, done] = [Infinity, 0];
    for (;;) {
      const pass = relaxation(perCoreS);
      done++;
      if (pass.bound < bound) {
        bound = pass.bound;
        perCoreS.forEach((prices, n) => {
          best[n]!.set(prices);
        });
      }
      isStopped ||= await control.step({ phase: `${kind} bound`, bound, incumbent: null });
      if (isStopped || done === passes) break;
      move(pass);
    }
    return { kind, perJ, bound, borderS, perCoreS: best, passes: done };
  };
}
