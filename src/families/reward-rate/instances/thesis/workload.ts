import type { NodeGroup, NodeType } from '../../../../../models/facility/facility.js';
import type { TaskType } from '../../../../../models/families/reward-rate/instance.js';
import { randomStream } from '../../../../random/stream.js';
import { fourDigits } from '../../../../instances/four-digits.js';
import { middleTimeS } from '../../../../facility/thesis/node-types.js';
import type { ThesisTask } from '../../../../facility/thesis/task-copies.js';

/**
 * Arrivals as a multiple of what all cores can do in their middle P-states. Our choice: above 1, so that not everything
 * can be served.
 */
export const DEMAND_FACTOR = 1.3;

/**
 * Rewards, deadlines and arrival rates, which the thesis varies over trials and never gives
 * (docs/decisions/workload-parameters.md). With m_i the mean over node types of the time alone in the middle P-state:
 *
 *   reward r_i = m_i U(0.8, 1.2) / 100       deadline d_i = m_i U(1.5, 2.3)   arrivals lambda_i = 1.3 (w_i / sum w)
 * C_i,  w_i from U(0.7, 1.3),  C_i = sum over cores of 1 / (their middle time of i)
 *
 *  C_i = 1.3: the cores needed, with every core of every node busy in its middle P-state and no interference, are 1.3
 * times those there are/so that sum lambda_i / C_i = 1.3: without interference and in the middle P-states, the arrivals
 * need 1.3 times as many cores as there are/ C_i = 1.3: the cores needed, with every core of every node busy in its
 * middle P-state and no interference, are 1.3 times those there are.
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

/** Returns the capacity C_i, tasks/s, if all cores ran only this type in their middle P-states. */
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
