import type { Filter } from '../policy.js';

/** Returns the filter that lets everything pass: the energy budget alone limits. */
export const noFilter = (): Filter => ({ begin: () => undefined, allows: () => true });
