import { MAX_MAX, type Policy } from '../policy.js';

/** Max-Max UPE: most utility per energy (001 section IV, 000 Eq. 5). Work that draws nothing comes first, unless it earns nothing. */
export const utilityPerEnergy = (): Policy => ({
  ...MAX_MAX,
  key: ({ utility, energyJ }) => (utility > 0 ? utility / energyJ : 0),
});
