import type { REWARD_RATE_OPTIONS } from '../options.js';

/**
 * What a run optimises: money; or reward, and then, among plans of equal reward, the least power or nothing further.
 */
export type Objectives = (typeof REWARD_RATE_OPTIONS.objective.kind.of)[number];
