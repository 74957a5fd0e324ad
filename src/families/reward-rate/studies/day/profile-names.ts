import type { REWARD_RATE_OPTIONS } from '../../options.js';

export type ProfileName = (typeof REWARD_RATE_OPTIONS.profile.kind.of)[number];
