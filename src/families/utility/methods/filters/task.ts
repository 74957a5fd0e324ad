import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Filter } from '../policy.js';
import { type Leniency, leniencyNow } from './leniency.js';

/**
 * Returns the energy filter of 001 (Eq. 2): a candidate may use its fair share of the remaining energy, times the
 * leniency:
 *
 * EEC <= leniency x energy remaining / (free machine-seconds of the day / mean execution time).
 *
 * The mean is over all options. If no machine is free any more today, nothing passes; without a budget everything does.
 */
export function taskFilter(model: UtilityModel, leniency: Leniency): Filter {
  const { options } = model;
  const lenient = leniencyNow(model, leniency);
  const meanTimeS = options.timeS.reduce((sum, timeS) => sum + timeS, 0) / options.timeS.length;
  let limitJ = Infinity;
  return {
    begin(event) {
      const { day, committedJ, freeNodeS } = event;
      const factor = lenient(event);
      if (day.budgetJ === Infinity) limitJ = Infinity;
      else limitJ = freeNodeS > 0 ? (factor * (day.budgetJ - committedJ) * meanTimeS) / freeNodeS : -1;
    },
    allows: ({ energyJ }) => energyJ <= limitJ,
  };
}
