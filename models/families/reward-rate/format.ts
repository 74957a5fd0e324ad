/** Format word of a reward-rate instance file. */
export const REWARD_RATE_FORMAT = 'plenum.reward-rate';
/** Version of the format. */
export const REWARD_RATE_FORMAT_VERSION = 1;
