import type { Family } from './family.js';
import { GEO } from './geo/family.js';
import { JOBS } from './jobs/family.js';
import { REWARD_RATE } from './reward-rate/family.js';
import { ROBUST } from './robust/family.js';
import { TEMPLATES } from './templates/family.js';
import { UTILITY } from './utility/family.js';

/** All families with their exact types. No other list of families exists. */
const ALL = [REWARD_RATE, ROBUST, GEO, TEMPLATES, UTILITY, JOBS] as const;

/** All families. */
export const FAMILIES: readonly Family[] = ALL;

/** Union of the option declarations of all families. The option types of the library are derived from it. */
export type AnyOptions = (typeof ALL)[number]['options'];
