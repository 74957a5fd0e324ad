import { pStateTable } from '../../models/physics/power/p-states.js';
import type { NodeType } from '../../models/facility/facility.js';
import { atWallW } from '../../models/physics/power/power-supply.js';
import type { NodePower } from './node-power.js';

/** Returns the power of a node of each type without and with full load, W at the wall. */
export function nodePowers(
  nodeTypes: readonly NodeType[],
  nodeGroups: readonly { readonly nodeType: string; readonly count: number }[],
): NodePower[] {
  const nodesOf = new Map<string, number>();
  for (const { nodeType, count } of nodeGroups) nodesOf.set(nodeType, (nodesOf.get(nodeType) ?? 0) + count);
  return nodeTypes.map((type) => {
    const idleW = atWallW(type, type.idlePowerW);
    const { coreW, taskType, pState } = greatestCorePower(type);
    const { name, cores } = type;
    return {
      nodeType: name,
      nodes: nodesOf.get(name) ?? 0,
      cores,
      idleW,
      fullLoadW: idleW + cores * coreW,
      taskType,
      pState,
    };
  });
}

/** Returns the greatest power of a core on a node type, W, and the first task type and P-state that draw it. */
function greatestCorePower(type: NodeType): { readonly coreW: number } & Pick<NodePower, 'taskType' | 'pState'> {
  let most: ReturnType<typeof greatestCorePower> = { coreW: 0, taskType: null, pState: 0 };
  for (const task of type.tasks) {
    for (const [pState, coreW] of pStateTable(type, task).powerW.entries()) {
      if (coreW > most.coreW) most = { coreW, taskType: task.taskType, pState };
    }
  }
  return most;
}
