import { MAX_MAX, type Policy } from '../policy.js';

/** Max-Max Util: most utility (001 section IV, 000 Eq. 2). */
export const mostUtility = (): Policy => ({ ...MAX_MAX, key: ({ utility }) => utility });
