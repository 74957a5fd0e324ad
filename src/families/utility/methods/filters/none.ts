import type { Filter } from '../policy.js';

/** Returns a filter that passes everything; only the energy budget limits. */
export const noFilter = (): Filter => ({ begin: () => undefined, allows: () => true });
