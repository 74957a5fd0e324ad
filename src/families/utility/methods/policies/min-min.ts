import { MAX_MAX, type Policy } from '../policy.js';

/** Min-Min completion time: the candidate that completes first is taken first, whatever it earns (001 section IV). */
export const minMin = (): Policy => ({ ...MAX_MAX, key: ({ endS }) => -endS });
