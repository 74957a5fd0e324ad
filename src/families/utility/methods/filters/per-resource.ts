import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Filter } from '../policy.js';
import { type Leniency, leniencyNow } from './leniency.js';

/**
 * Returns the energy-per-resource filter of 000 (Eq. 9). It limits the energy of a candidate per core-second:
 *
 * EEC / (ETC x cores) <= leniency x energy remaining / free core-seconds of the day.
 *
 * Without a budget everything passes; if no core is free any more today, nothing does.
 */
export function perResourceFilter(model: UtilityModel, leniency: Leniency): Filter {
  const lenient = leniencyNow(model, leniency);
  let limitW = Infinity;
  return {
    begin(event) {
      const { day, committedJ, freeCoreS } = event;
      const factor = lenient(event);
      if (day.budgetJ === Infinity) limitW = Infinity;
      else limitW = freeCoreS > 0 ? (factor * (day.budgetJ - committedJ)) / freeCoreS : -1;
    },
    allows: ({ energyJ, timeS, cores }) => energyJ / (timeS * cores) <= limitW,
  };
}
