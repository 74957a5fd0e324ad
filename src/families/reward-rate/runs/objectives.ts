import type { REWARD_RATE_OPTIONS } from '../options.js';

/** Lists of what a run makes best, the first thing first: of plans that earn the same the one of least power, or any; or money. */
export type Objectives = (typeof REWARD_RATE_OPTIONS.objective.kind.of)[number];
