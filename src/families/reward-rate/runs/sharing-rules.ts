import { REWARD_RATE_OPTIONS } from '../options.js';

/**
 * Rules on nodes that share time among tasks: `never`; `auto`, where a plan that does so earns more than the method's own, by a
 * thousandth if whole nodes change; `always`, wherever it earns more.
 */
export const SHARING_RULES = REWARD_RATE_OPTIONS.sharing.kind.of;

export type SharingRule = (typeof SHARING_RULES)[number];
