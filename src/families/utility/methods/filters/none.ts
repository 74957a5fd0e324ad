import type { Filter } from '../policy.js';

/** Returns a filter that lets everything pass: only the energy budget limits. */
export const noFilter = (): Filter => ({ begin: () => undefined, allows: () => true });
