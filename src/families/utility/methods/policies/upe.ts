import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { MAX_MAX, type Policy } from '../policy.js';

/**
 * Max-Max UPE: most utility per energy (001 section IV, 000 Eq. 5), or per cost if a tariff charges energy. Work that
 * draws nothing comes first, unless it earns nothing.
 */
export const utilityPerEnergy = (model?: UtilityModel): Policy => ({
  ...MAX_MAX,
  // What costs less later may be worth more later.
  ...(model?.charging === undefined ? {} : { keyFalls: 'within-event' as const }),
  key: ({ utility, energyJ }) => (utility > 0 ? utility / energyJ : 0),
});
