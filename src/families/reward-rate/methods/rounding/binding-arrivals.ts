import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../bound/bound.js';

/**
 * Dual value of a task type's arrivals, as a fraction of its reward, below which it counts as 0. Our choice: the
 * engine's tolerance.
 */
const FREE = 1e-9;

/**
 * Returns true for each task type whose arrivals limit the plan: the dual value of their arrivals is not 0. Of the
 * other task types any amount may run; only its power matters.
 */
export function bindingArrivals({ rewardPerTask }: RewardRateModel, { prices }: LagrangianBound): boolean[] {
  return Array.from(rewardPerTask, (reward, i) => prices.task[i]! < reward * (1 - FREE));
}
