import type { UtilityProblem } from '../../../../../models/problems/utility/problem.js';
import type { Filter } from '../policy.js';

/**
 * Energy-per-resource filter of 000 (Eq. 9): a candidate may draw per core-second that it takes
 *
 *     EEC / (ETC x cores) <= leniency x energy remaining / free core-seconds of the day.
 *
 * Without a budget everything passes; where no core is free any more today, nothing does.
 */
export function perResourceFilter(_: UtilityProblem, leniency: number): Filter {
  let limitW = Infinity;
  return {
    begin({ day, committedJ, freeCoreS }) {
      if (day.budgetJ === Infinity) limitW = Infinity;
      else limitW = freeCoreS > 0 ? (leniency * (day.budgetJ - committedJ)) / freeCoreS : -1;
    },
    allows: ({ energyJ, timeS, cores }) => energyJ / (timeS * cores) <= limitW,
  };
}
