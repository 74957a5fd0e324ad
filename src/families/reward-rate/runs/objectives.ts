import type { REWARD_RATE_OPTIONS } from '../options.js';

/** What a run optimises, first objective first: reward, then among equal plans the least power or nothing; or money. */
export type Objectives = (typeof REWARD_RATE_OPTIONS.objective.kind.of)[number];
