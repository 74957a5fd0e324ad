import type { REWARD_RATE_OPTIONS } from '../options.js';

/** What a run optimises: money, the reward alone, or the reward and then, among plans of equal reward, the power. */
export type Objectives = (typeof REWARD_RATE_OPTIONS.objective.kind.of)[number];
