import type { Filter } from '../policy.js';

/** Filter that lets everything pass: the energy budget alone limits. */
export const noFilter = (): Filter => ({ begin: () => undefined, allows: () => true });
