import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../bound/bound.js';

/**
 * The dual value of a task type's arrivals counts as 0 if it is less than this fraction of the task's reward. Our
 * choice: the engine's tolerance.
 */
const FREE = 1e-9;

/**
 * Returns for each task type true if its arrivals limit the plan, that is, their dual value is not 0. Other task types
 * may complete more than arrives; only their power matters.
 */
export function bindingArrivals({ rewardPerTask }: RewardRateModel, { prices }: LagrangianBound): boolean[] {
  return Array.from(rewardPerTask, (reward, i) => prices.task[i]! < reward * (1 - FREE));
}
