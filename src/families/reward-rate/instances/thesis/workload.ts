import type { NodeGroup, NodeType } from '../../../../../models/facility/facility.js';
import type { TaskType } from '../../../../../models/families/reward-rate/instance.js';
import { randomStream } from '../../../../random/stream.js';
import { fourDigits } from '../../../../instances/four-digits.js';
import { middleTimeS } from '../../../../facility/thesis/node-types.js';
import type { ThesisTask } from '../../../../facility/thesis/task-copies.js';

/**
 * Number of cores that could just serve all arriving tasks in their middle P-states, divided by the number of cores in
 * the room. Ours: above 1, so that not all tasks can be served.
 */
export const DEMAND_FACTOR = 1.3;

/**
 * Draws rewards, deadlines and arrival rates of task types i. The thesis varies them over trials and never states them
 * (docs/decisions/workload-parameters.md).
 * - reward r_i = m_i U(0.8, 1.2) / 100
 * - deadline d_i = m_i U(1.5, 2.3)
 * - arrival rate lambda_i = 1.3 C_i w_i / sum w, with weights w_i = U(0.7, 1.3)
 *
 * U(a, b) is a uniform random number. m_i is the execution time in the middle P-state without co-location, averaged
 * over node types. C_i is the capacity: the sum over all cores of 1 / (execution time in the core's middle P-state).
 *
 * Hence sum lambda_i / C_i = 1.3. In the middle P-states and without interference, the arrivals need 1.3 times as many
 * cores as there are.
 */
export function thesisWorkload(
  tasks: readonly ThesisTask[],
  nodeTypes: readonly NodeType[],
  nodeGroups: readonly NodeGroup[],
  seed: number,
): TaskType[] {
  const reward = randomStream(seed, 'reward').uniform;
  const deadline = randomStream(seed, 'deadline').uniform;
  const arrival = randomStream(seed, 'arrival').uniform;
  const weights = tasks.map(() => arrival(0.7, 1.3));
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  return tasks.map(({ name, memoryClass }, i) => {
    const meanTimeS = nodeTypes.reduce((sum, type) => sum + middleTimeS(type, name), 0) / nodeTypes.length;
    const capacityPerS = middleCapacityPerS(name, nodeTypes, nodeGroups);
    return {
      name,
      memoryClass,
      rewardPerTask: fourDigits((meanTimeS * reward(0.8, 1.2)) / 100),
      arrivalRatePerS: fourDigits((DEMAND_FACTOR * weights[i]! * capacityPerS) / weightSum),
      deadlineS: fourDigits(meanTimeS * deadline(1.5, 2.3)),
    };
  });
}

/**
 * Returns the capacity C_i of a task type, tasks/s: its completion rate if all cores ran only this type, each in the
 * middle one of its P-states.
 */
export function middleCapacityPerS(
  taskType: string,
  nodeTypes: readonly NodeType[],
  nodeGroups: readonly NodeGroup[],
): number {
  return nodeTypes.reduce((sum, type) => {
    const nodes = nodeGroups.reduce((count, group) => count + (group.nodeType === type.name ? group.count : 0), 0);
    return sum + (nodes * type.cores) / middleTimeS(type, taskType);
  }, 0);
}
