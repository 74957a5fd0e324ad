import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../bound/bound.js';

/**
 * The dual value of a task type's arrivals counts as 0 if it is less than this fraction of the task's reward: the
 * engine's tolerance.
 */
const FREE = 1e-9;

/**
 * Returns, for each task type, true if its arrivals limit the plan: their dual value is not 0. Of other task types more
 * may be completed than arrives; only their power matters.
 */
export function bindingArrivals({ rewardPerTask }: RewardRateModel, { prices }: LagrangianBound): boolean[] {
  return Array.from(rewardPerTask, (reward, i) => prices.task[i]! < reward * (1 - FREE));
}
