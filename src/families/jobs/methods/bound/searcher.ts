import type { RunControl } from '../../../../methods/control.js';
import type { BoundKind, MonthBound } from './month-bound.js';
import type { MonthWork } from './month-work.js';
import { priceSearch } from './price-search.js';
import type { MonthRelaxation } from './rigid.js';

/** Number of passes when starting from prices of another bound. */
export const MORE_PASSES = 60;
/** First step when starting from prices of another bound, as a share of the mean price. */
export const MORE_STEP = 0.03;

/** Searches for prices of a relaxation, with at least one pass, at the given prices. */
export type Search = (
  kind: BoundKind,
  from: readonly Float64Array[],
  passes: number,
  firstStep: number,
) => Promise<MonthBound>;

/** Returns searches with the relaxations of a month, all of which end when the control says so. */
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
