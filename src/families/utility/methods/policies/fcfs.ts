import { MAX_MAX, type Policy } from '../policy.js';

/** First come, first served: in order of arrival, each task where it completes first, in P-state 0. */
export const firstComeFirstServed = (): Policy => ({
  ...MAX_MAX,
  order: 'arrival',
  pStates: 'fastest',
  key: ({ endS }) => -endS,
});
