import type { Month } from '../../../../../models/families/jobs/month.js';
import { startingUtility } from '../../../../../models/families/utility-function.js';
import type { RunControl } from '../../../../methods/control.js';
import type { PointCosts } from './bound-points.js';
import { malleableRelaxation } from './malleable.js';
import type { MonthBound, ValueFrontier } from './month-bound.js';
import { monthWork } from './month-work.js';
import { proveMonth } from './prove-months.js';
import { MORE_STEP, searcher } from './searcher.js';

/** Number of passes (evaluations of the bound) in the search for each positive price of energy. */
const RUNG_PASSES = 30;
/**
 * Prices of energy tried, as multiples of (total value of the jobs) / (their least energy). Our choice: from a price
 * that affects few jobs to one that exceeds the value of most.
 */
const RUNGS = [1 / 16, 1 / 8, 1 / 4, 3 / 8, 1 / 2, 3 / 4, 1];

/**
 * Proves upper bounds on the value of every schedule of a month as a function of energy, with jobs that may move. One
 * bound is proven for each of several prices of energy from 0 up. A step of the run control is one pass. If stopped,
 * the function returns the bounds found so far.
 *
 * @param points lower bounds on designs, as for `proveMonth`
 * @param first bound for price 0; if absent, it is proven first
 */
export async function proveFrontier(
  month: Month,
  points: PointCosts,
  control: RunControl,
  first?: MonthBound,
): Promise<ValueFrontier> {
  const noting = notingControl(control);
  const bounds = [first ?? (await proveMonth(month, points, noting)).malleable];
  // What a price of energy leaves of the bound is none on value alone.
  const rung: RunControl = { step: () => noting.step({ phase: 'frontier', bound: bounds[0]!.bound, incumbent: null }) };
  for (const perJ of energyPrices(month, points)) {
    if (noting.isStopped) break;
    const work = monthWork(month, points, perJ, bounds[0]!.borderS.length - 1);
    const search = searcher(work, { malleable: malleableRelaxation(work) }, rung);
    bounds.push(await search('malleable', bounds.at(-1)!.perCoreS, RUNG_PASSES, MORE_STEP));
  }
  return { bounds };
}

/** Returns the positive prices of energy for which bounds are proven, value/J. Empty if the jobs' least energy is 0. */
export function energyPrices({ typeOf, paceOf, values }: Month, points: PointCosts): number[] {
  const leastJ = points.map((row) => Math.min(...row.flat().map(({ energyJ }) => energyJ)));
  let [value, energyJ] = [0, 0];
  for (let job = 0; job < typeOf.length; job++) {
    value += startingUtility(values, job);
    energyJ += paceOf[job]! * leastJ[typeOf[job]!]!;
  }
  return value > 0 && energyJ > 0 ? RUNGS.map((share) => (share * value) / energyJ) : [];
}

/**
 * Returns a run control that passes all calls on to `control`. Its `isStopped` is true once a call has answered that
 * the run should stop.
 */
function notingControl(control: RunControl): RunControl & { readonly isStopped: boolean } {
  let isStopped = false;
  return {
    get isStopped() {
      return isStopped;
    },
    async step(progress) {
      isStopped ||= await control.step(progress);
      return isStopped;
    },
  };
}
