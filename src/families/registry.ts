import type { Family } from './family.js';
import { GEO } from './geo/family.js';
import { JOBS } from './jobs/family.js';
import { REWARD_RATE } from './reward-rate/family.js';
import { ROBUST } from './robust/family.js';
import { TEMPLATES } from './templates/family.js';
import { UTILITY } from './utility/family.js';

/** All families with their exact types; the only list of families. */
const ALL = [REWARD_RATE, ROBUST, GEO, TEMPLATES, UTILITY, JOBS] as const;

/** All families. */
export const FAMILIES: readonly Family[] = ALL;

/** Union of all families' option declarations, from which the library's option types are derived. */
export type AnyOptions = (typeof ALL)[number]['options'];
