import { pStateTable } from '../../physics/power/p-states.js';
import type { NodeType } from '../../facility/facility.js';
import type { TemplatesInstance } from './instance.js';
import type { MiddleState } from './model.js';

/**
 * Returns the index (n - 1) / 2 of the middle P-state (P^mid) of n P-states. If that is not whole, `prefer` says
 * whether the slower or the faster neighbour is taken (docs/decisions/templates-middle-p-state.md).
 */
export function middlePStateIndex(pStates: number, prefer: TemplatesInstance['middlePState']): number {
  return prefer === 'slower' ? Math.floor(pStates / 2) : Math.ceil(pStates / 2) - 1;
}

/** Returns the number of cores of each node type in the room (NCT_j^total). */
export function coresByType({ nodeTypes, nodeGroups }: TemplatesInstance['facility']): Int32Array {
  return Int32Array.from(nodeTypes, ({ name, cores }) =>
    nodeGroups.reduce((sum, group) => sum + (group.nodeType === name ? group.count * cores : 0), 0),
  );
}

/**
 * Returns mean task rate and power of a core of each node type, and mean execution time of each task type, all in the
 * middle P-state (Eqs. 57-61 and 64). Powers are at the wall.
 *
 * Node types without nodes in the room need not run every task type; their rate is then 0.
 *
 * @throws RangeError if a node type in the room does not run a task type (validation rejects that)
 */
export function middleStateOf(instance: TemplatesInstance): MiddleState {
  const { facility, taskTypes } = instance;
  const cores = coresByType(facility);
  const allCores = cores.reduce((sum, count) => sum + count, 0);
  const pState = Int32Array.from(facility.nodeTypes, ({ pStateFrequenciesGHz }) =>
    middlePStateIndex(pStateFrequenciesGHz.length, instance.middlePState),
  );
  const ratePerS = new Float64Array(facility.nodeTypes.length);
  const coreW = new Float64Array(facility.nodeTypes.length);
  const timeS = new Float64Array(taskTypes.length);
  for (const [j, type] of facility.nodeTypes.entries()) {
    if (cores[j] === 0) continue;
    for (const [i, { name }] of taskTypes.entries()) {
      const own = taskInPState(type, name, pState[j]!);
      ratePerS[j]! += 1 / own.timeS / taskTypes.length;
      coreW[j]! += own.powerW / taskTypes.length;
      timeS[i]! += (cores[j]! / allCores) * own.timeS;
    }
  }
  const meanS = timeS.reduce((sum, one) => sum + one, 0) / timeS.length;
  return { pState, ratePerS, coreW, timeS, weight: timeS.map((one) => one / meanS) };
}

function taskInPState(
  type: NodeType,
  taskType: string,
  p: number,
): { readonly timeS: number; readonly powerW: number } {
  const task = type.tasks.find((one) => one.taskType === taskType);
  if (task === undefined) throw new RangeError(`${type.name} does not run ${taskType}`);
  const table = pStateTable(type, task);
  return { timeS: table.timeS[p]!, powerW: table.powerW[p]! };
}

/**
 * Returns the reward R_i of a completed task of each type. By default, it is proportional to the mean execution time,
 * with mean 1 (thesis section 5.6.2).
 */
export function rewardsPerTask(instance: TemplatesInstance, middle: MiddleState): Float64Array {
  return Float64Array.from(instance.taskTypes, ({ rewardPerTask }, i) => rewardPerTask ?? middle.weight[i]!);
}

/**
 * Returns the deadline D_i of each task type, s after arrival. By default, it is the mean execution time of Eq. 57
 * (thesis section 5.6.2).
 */
export function deadlinesS(instance: TemplatesInstance, middle: MiddleState): Float64Array {
  return Float64Array.from(instance.taskTypes, ({ deadlineS }, i) => deadlineS ?? middle.timeS[i]!);
}
