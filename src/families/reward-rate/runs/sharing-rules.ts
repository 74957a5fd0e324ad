import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import { REWARD_RATE_OPTIONS } from '../options.js';

/**
 * Rules on nodes that share time among tasks: `never`; `auto`, where a plan that does so earns more than the method's own, by a
 * thousandth if whole nodes change; `always`, wherever it earns more.
 */
export const SHARING_RULES = REWARD_RATE_OPTIONS.sharing.kind.of;

export type SharingRule = (typeof SHARING_RULES)[number];

/** Rules that a plan keeps beside the limits: whether each of its nodes does one thing for good, or some share time. Plans of the two are not compared. */
export function rulesOf({ assignments }: Pick<RewardRatePlan, 'assignments'>): 'time shared' | 'whole nodes' {
  return assignments.some(sharesTime) ? 'time shared' : 'whole nodes';
}
