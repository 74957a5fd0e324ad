import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../bound/bound.js';

/**
 * Share of a task type's reward below which the price of its arrivals counts as 0. Our choice: the engine's tolerance.
 */
const FREE = 1e-9;

/**
 * Returns true for each task type whose arrivals limit the plan, i.e. their price is below the reward. For other types
 * the amount run does not matter, only its power.
 */
export function bindingArrivals({ rewardPerTask }: RewardRateModel, { prices }: LagrangianBound): boolean[] {
  return Array.from(rewardPerTask, (reward, i) => prices.task[i]! < reward * (1 - FREE));
}
