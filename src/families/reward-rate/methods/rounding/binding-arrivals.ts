import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import type { LagrangianBound } from '../bound/bound.js';

/** Share of a task type's reward below which one more of it is as good as free to leave: the engine's tolerance. */
const FREE = 1e-9;

/**
 * Flag of each task type: its arrivals bind, so that its price is below its reward and how much of it runs matters. Any other may be run more or
 * less as one likes: only its power counts.
 */
export function bindingArrivals({ rewardPerTask }: RewardRateProblem, { prices }: LagrangianBound): boolean[] {
  return Array.from(rewardPerTask, (reward, i) => prices.task[i]! < reward * (1 - FREE));
}
