import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from '../room-program/bound.js';

/** Fraction of a task's reward below which its arrivals' dual value counts as 0: the engine's tolerance. */
const FREE = 1e-9;

/**
 * Returns, for each task type, true if its arrivals limit the plan, that is, if their dual value is not 0. A plan may
 * complete more tasks of any other type than arrive; for such types only the power of the work matters.
 */
export function bindingArrivals({ rewardPerTask }: RewardRateModel, { prices }: LagrangianBound): boolean[] {
  return Array.from(rewardPerTask, (reward, i) => prices.task[i]! < reward * (1 - FREE));
}
