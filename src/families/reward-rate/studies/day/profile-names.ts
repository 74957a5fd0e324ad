import type { REWARD_RATE_OPTIONS } from '../../options.js';

/** Names of the built-in profiles of arrival rates over a day. */
export type ProfileName = (typeof REWARD_RATE_OPTIONS.profile.kind.of)[number];
