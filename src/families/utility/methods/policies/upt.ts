import { MAX_MAX, type Policy } from '../policy.js';

/** Max-Max UPT: most utility per execution time (001 section IV, 000 Eq. 3). */
export const utilityPerTime = (): Policy => ({ ...MAX_MAX, key: ({ utility, timeS }) => utility / timeS });
