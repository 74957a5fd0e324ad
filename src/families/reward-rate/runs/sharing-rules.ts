import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import { REWARD_RATE_OPTIONS } from '../options.js';

/**
 * Rules for plans whose nodes or cores divide their time.
 *
 * 'never': such plans are not returned. 'always': one is returned if it earns more than the plans that do not divide
 * time. 'auto': one is returned if it earns more than the method's own plan, and at least a thousandth more if its
 * nodes alternate between configurations.
 */
export const SHARING_RULES = REWARD_RATE_OPTIONS.sharing.kind.of;

export type SharingRule = (typeof SHARING_RULES)[number];

/**
 * Returns 'whole nodes' if each node of a plan does one thing all the time, otherwise 'time shared'. Plans of these two
 * classes are not compared with each other.
 */
export function rulesOf({ assignments }: Pick<RewardRatePlan, 'assignments'>): 'time shared' | 'whole nodes' {
  return assignments.some(sharesTime) ? 'time shared' : 'whole nodes';
}
