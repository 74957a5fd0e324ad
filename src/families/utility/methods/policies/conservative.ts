import type { Policy } from '../policy.js';

/**
 * Conservative backfilling (000 section 3.4.3): in order of arrival, each task as early as possible in the fastest
 * P-state, with every later start reserved for good. If it can start equally early in several pools it takes the one
 * where it ends first, which the paper leaves open.
 */
export const conservative = (): Policy => ({
  order: 'arrival',
  pStates: 'fastest',
  key: ({ startS }) => -startS,
  keyFalls: 'ever',
  refusesWorthless: false,
  reservations: 'all',
});
