import type { Family } from './family.js';
import { GEO } from './geo/family.js';
import { JOBS } from './jobs/family.js';
import { REWARD_RATE } from './reward-rate/family.js';
import { ROBUST } from './robust/family.js';
import { TEMPLATES } from './templates/family.js';
import { UTILITY } from './utility/family.js';

/** The only list of families. */
export const FAMILIES: readonly Family[] = [REWARD_RATE, ROBUST, GEO, TEMPLATES, UTILITY, JOBS];
