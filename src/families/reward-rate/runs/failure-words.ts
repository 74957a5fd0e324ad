import type { ValuesOf } from '../../options.js';
import type { REWARD_RATE_OPTIONS } from '../options.js';

export type FailureWords = Pick<
  ValuesOf<typeof REWARD_RATE_OPTIONS, 'solve' | 'check'>,
  'failures' | 'gone' | 'thermalMass' | 'plenumTime'
>;

/** Returns true if the options ask what happens to the plan when CRACs fail. */
export function asksForFailures({ failures, gone }: FailureWords): boolean {
  return failures === true || gone !== undefined;
}
