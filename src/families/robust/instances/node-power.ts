import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import type { NodePower } from '../../../facility/node-power.js';

/** Returns idle power (with the cores' static power) and busy power (the same for all tasks) of each node type. */
export function robustNodePowers({ facility }: RobustInstance): NodePower[] {
  return facility.nodeTypes.map(({ name, cores, idlePowerW, pStates }) => {
    const dynamicW = pStates.map(({ dynamicPowerW }) => dynamicPowerW);
    const coreW = Math.max(...dynamicW);
    return {
      nodeType: name,
      nodes: facility.nodes.reduce((sum, { nodeType, count = 1 }) => sum + (nodeType === name ? count : 0), 0),
      cores,
      idleW: idlePowerW,
      fullLoadW: idlePowerW + cores * coreW,
      taskType: null,
      pState: dynamicW.indexOf(coreW),
    };
  });
}
