import { pStateTable } from '../../physics/power/p-states.js';
import type { RewardRateInstance } from './instance.js';

/**
 * Returns a simple upper bound on the reward rate of any plan, reward/s, as a scale for objectives and bounds. It is
 * the smaller of two values. The first is the reward of all arriving tasks, which may far exceed what the facility can
 * serve. The second is the reward if every core ran the task type that earns most per second.
 */
export function greatestReward({ facility, workload }: RewardRateInstance): number {
  const arriving = workload.taskTypes.reduce(
    (sum, { rewardPerTask, arrivalRatePerS }) => sum + rewardPerTask * arrivalRatePerS,
    0,
  );
  const rewardOf = new Map(workload.taskTypes.map(({ name, rewardPerTask }) => [name, rewardPerTask]));
  const nodesOf = new Map<string, number>();
  for (const { nodeType, count } of facility.nodeGroups) nodesOf.set(nodeType, (nodesOf.get(nodeType) ?? 0) + count);
  const served = facility.nodeTypes.reduce((sum, type) => {
    const perCore = type.tasks.reduce((most, task) => {
      const fastestS = pStateTable(type, task).timeS.reduce((least, timeS) => Math.min(least, timeS), Infinity);
      return Math.max(most, (rewardOf.get(task.taskType) ?? 0) / fastestS);
    }, 0);
    return sum + (nodesOf.get(type.name) ?? 0) * type.cores * perCore;
  }, 0);
  return Math.min(arriving, served);
}
