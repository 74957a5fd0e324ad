import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import { REWARD_RATE_OPTIONS } from '../options.js';

/**
 * Rules on plans whose nodes share time. 'never'; 'always', if it earns more; 'auto', if it earns more than the
 * method's own plan, by a thousandth if whole nodes alternate.
 */
export const SHARING_RULES = REWARD_RATE_OPTIONS.sharing.kind.of;

export type SharingRule = (typeof SHARING_RULES)[number];

/**
 * Returns the class of a plan: 'whole nodes' if each node does one thing all the time, 'time shared' otherwise. Plans
 * of different classes are not compared.
 */
export function rulesOf({ assignments }: Pick<RewardRatePlan, 'assignments'>): 'time shared' | 'whole nodes' {
  return assignments.some(sharesTime) ? 'time shared' : 'whole nodes';
}
