import type { RobustInstance, RobustNodeType } from '../../../../models/families/robust/instance.js';

/** A node of the facility, and values that the checker derives from its type. */
export interface CheckedNode {
  readonly name: string;
  readonly type: RobustNodeType;
  /** Index of the node's first core. Its cores have indices firstCore to firstCore + type.cores - 1. */
  readonly firstCore: number;
  /** Static power P_stat of one core, W: (idle power - overhead power of the node) / number of cores (appendix A). */
  readonly staticW: number;
  /** Mean time in a P-state divided by the mean time in P-state 0, indexed [task type][P-state] (appendix A). */
  readonly slowdown: readonly (readonly number[])[];
}

/**
 * Nodes of the facility as the checker sees them. They are in the order of the instance file, with groups expanded.
 * Nodes of unknown types are left out; `unknownTypes` has the names of these types.
 */
export interface CheckedFacility {
  readonly nodes: readonly CheckedNode[];
  readonly coreCount: number;
  readonly nodeOfCore: Int32Array;
  readonly unknownTypes: readonly string[];
}

export function checkedFacility({ facility, workload }: RobustInstance): CheckedFacility {
  const nodes: CheckedNode[] = [];
  const nodeOfCore: number[] = [];
  const unknownTypes: string[] = [];
  for (const group of facility.nodes) {
    const type = facility.nodeTypes.find(({ name }) => name === group.nodeType);
    if (type === undefined) {
      unknownTypes.push(group.nodeType);
      continue;
    }
    const staticW = (type.idlePowerW - type.overheadPowerW) / type.cores;
    const fastestGHz = type.pStates[0]?.frequencyGHz ?? NaN;
    const slowdown = workload.taskTypes.map(({ frequencySensitivity }) =>
      type.pStates.map(({ frequencyGHz }) => 1 + frequencySensitivity * (fastestGHz / frequencyGHz - 1)),
    );
    const copies = group.count ?? 1;
    for (let copy = 1; copy <= copies; copy += 1) {
      const name = copies === 1 ? group.name : `${group.name}-${copy}`;
      const firstCore = nodeOfCore.length;
      for (let core = 0; core < type.cores; core += 1) nodeOfCore.push(nodes.length);
      nodes.push({ name, type, firstCore, staticW, slowdown });
    }
  }
  return { nodes, coreCount: nodeOfCore.length, nodeOfCore: Int32Array.from(nodeOfCore), unknownTypes };
}
