import type { REWARD_RATE_OPTIONS } from '../../options.js';

/** Built-in shapes of a day. */
export type ProfileName = (typeof REWARD_RATE_OPTIONS.profile.kind.of)[number];
