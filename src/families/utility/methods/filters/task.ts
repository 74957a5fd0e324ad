import type { UtilityProblem } from '../../../../../models/problems/utility/problem.js';
import type { Filter } from '../policy.js';

/**
 * Energy filter of 001 (Eq. 2): a candidate may draw its fair share of the energy that is left, times the leniency,
 *
 *     EEC <= leniency x energy remaining / (free machine-seconds of the day / mean execution time).
 *
 * The mean is that of all options. Where no machine is free any more today, nothing passes; without a budget everything does.
 */
export function taskFilter({ options }: UtilityProblem, leniency: number): Filter {
  const meanTimeS = options.timeS.reduce((sum, timeS) => sum + timeS, 0) / options.timeS.length;
  let limitJ = Infinity;
  return {
    begin({ day, committedJ, freeNodeS }) {
      if (day.budgetJ === Infinity) limitJ = Infinity;
      else limitJ = freeNodeS > 0 ? (leniency * (day.budgetJ - committedJ) * meanTimeS) / freeNodeS : -1;
    },
    allows: ({ energyJ }) => energyJ <= limitJ,
  };
}
