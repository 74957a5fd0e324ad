import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import { REWARD_RATE_OPTIONS } from '../options.js';

/**
 * Rules for plans whose nodes or cores divide their time. 'never': no such plan. 'always': if it earns more than the
 * others. 'auto': if it earns more than the method's own plan; if nodes alternate as a whole, by at least a thousandth.
 */
export const SHARING_RULES = REWARD_RATE_OPTIONS.sharing.kind.of;

export type SharingRule = (typeof SHARING_RULES)[number];

/**
 * Returns the class of a plan: 'whole nodes' if each node does one thing all the time, otherwise 'time shared'. Plans
 * of different classes are not compared.
 */
export function rulesOf({ assignments }: Pick<RewardRatePlan, 'assignments'>): 'time shared' | 'whole nodes' {
  return assignments.some(sharesTime) ? 'time shared' : 'whole nodes';
}
