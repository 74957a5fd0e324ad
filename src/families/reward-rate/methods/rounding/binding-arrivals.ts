import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../bound/bound.js';

/** Share of a task type's reward up to which the price of its arrivals counts as 0: the engine's tolerance. */
const FREE = 1e-9;

/**
 * Returns by task type true if its arrivals bind, so that its price is below its reward and it matters how much of it
 * runs. Of any other more or less may run as one likes: only its power counts.
 */
export function bindingArrivals({ rewardPerTask }: RewardRateModel, { prices }: LagrangianBound): boolean[] {
  return Array.from(rewardPerTask, (reward, i) => prices.task[i]! < reward * (1 - FREE));
}
