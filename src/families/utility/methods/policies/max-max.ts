import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { MAX_MAX, type Policy } from '../policy.js';

/** Max-Max Util: most utility (001 section IV, 000 Eq. 2). */
export const mostUtility = (): Policy => ({ ...MAX_MAX, key: ({ utility }) => utility });

/** Max-Max UPT: most utility per execution time (001 section IV, 000 Eq. 3). */
export const utilityPerTime = (): Policy => ({ ...MAX_MAX, key: ({ utility, timeS }) => utility / timeS });

/**
 * Max UPR: most utility per execution time and core of the nodes taken (000 Eq. 1); equals UPT if all machines have one
 * core.
 */
export const utilityPerResource = (): Policy => ({
  ...MAX_MAX,
  key: ({ utility, timeS, cores }) => utility / (timeS * cores),
});

/**
 * Max-Max UPE: most utility per energy (001 section IV, 000 Eq. 5), per cost if energy is charged by a tariff. Work
 * that draws nothing comes first, unless it earns nothing.
 */
export const utilityPerEnergy = (model?: UtilityModel): Policy => ({
  ...MAX_MAX,
  // What costs less later may be worth more later.
  keyFalls: model?.charging === undefined ? 'ever' : 'within-event',
  key: ({ utility, energyJ }) => (utility > 0 ? utility / energyJ : 0),
});

/** Min-Min completion time: the candidate that completes first is taken first, whatever it earns (001 section IV). */
export const minMin = (): Policy => ({ ...MAX_MAX, key: ({ endS }) => -endS });

/** First come, first served: in order of arrival, each task where it completes first, in P-state 0. */
export const firstComeFirstServed = (): Policy => ({ ...minMin(), order: 'arrival', pStates: 'fastest' });
