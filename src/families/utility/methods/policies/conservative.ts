import type { Policy } from '../policy.js';

/**
 * Conservative backfilling (000 section 3.4.3): in order of arrival, each task starts as early as possible in the
 * fastest P-state, and later starts are reserved for good. On ties between pools it takes the one where it ends first;
 * the paper leaves this open.
 */
export const conservative = (): Policy => ({
  order: 'arrival',
  pStates: 'fastest',
  key: ({ startS }) => -startS,
  keyFalls: 'ever',
  refusesWorthless: false,
  reservations: 'all',
});
