import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import type { NodePower } from '../../../facility/node-power.js';

/**
 * Returns the idle and the full-load power of a node of each type, W. Idle power includes the static power of its
 * cores. Full-load power has all cores busy and is the same for all tasks.
 */
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
