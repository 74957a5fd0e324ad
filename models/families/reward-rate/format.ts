/** Value of the field `format` in a reward-rate instance file. */
export const REWARD_RATE_FORMAT = 'plenum.reward-rate';
/** Version of the reward-rate instance format. */
export const REWARD_RATE_FORMAT_VERSION = 1;
