import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { MAX_MAX, type Policy } from '../policy.js';

/** Max-Max Util: largest utility first (the paper on serial tasks, section IV; parallel, Eq. 2). */
export const mostUtility = (): Policy => ({ ...MAX_MAX, prefersFaster: true, key: ({ utility }) => utility });

/** Max-Max UPT: largest utility per execution time first (the paper on serial tasks, section IV; parallel, Eq. 3). */
export const utilityPerTime = (): Policy => ({
  ...MAX_MAX,
  prefersFaster: true,
  key: ({ utility, timeS }) => utility / timeS,
});

/**
 * Max UPR: largest utility per execution time and core first (the paper on parallel tasks, Eq. 1). All cores of the
 * nodes count. Equals UPT if all machines have one core.
 */
export const utilityPerResource = (): Policy => ({
  ...MAX_MAX,
  prefersFaster: true,
  key: ({ utility, timeS, cores }) => utility / (timeS * cores),
});

/**
 * Max-Max UPE: largest utility per energy first (the paper on serial tasks, section IV; parallel, Eq. 5). With a
 * tariff, energy is weighted by its price. Tasks that draw no energy come first, unless they earn no utility.
 */
export const utilityPerEnergy = (model?: UtilityModel): Policy => ({
  ...MAX_MAX,
  // What costs less later may be worth more later.
  keyFalls: model?.charging === undefined ? 'ever' : 'within-event',
  prefersLessEnergy: model?.charging === undefined,
  key: ({ utility, energyJ }) => (utility > 0 ? utility / energyJ : 0),
});

/**
 * Min-Min completion time (the paper on serial tasks, section IV): the task, pool and P-state with the earliest
 * completion first. Utility has no influence.
 */
export const minMin = (): Policy => ({ ...MAX_MAX, prefersFaster: true, key: ({ endS }) => -endS });

/** First come, first served: tasks in order of arrival, each in P-state 0 in the pool where it completes first. */
export const firstComeFirstServed = (): Policy => ({ ...minMin(), order: 'arrival', pStates: 'fastest' });
