import type { NodeType } from '../../../../models/facility/facility.js';
import { pStateTable } from '../../../../models/physics/power/p-states.js';
import type {
  FacilityPlatform,
  JobsInstance,
  NodePlatform,
  NodeTypeRow,
} from '../../../../models/families/jobs/instance.js';
import type { JobNodeType } from '../../../../models/families/jobs/month.js';
import { atWallW } from '../../../../models/physics/power/power-supply.js';

/** Compiled platform: all data needed to compute execution times of job types. */
export interface Platform {
  readonly bytesPerS: number;
  readonly referenceGHz: number;
  readonly nodeTypes: readonly PlatformNodeType[];
}

export interface PlatformNodeType {
  readonly type: JobNodeType;
  readonly speed: number;
  /** Frequency of each level, GHz, ascending. */
  readonly frequenciesGHz: readonly number[];
  /**
   * Execution times of the facility's task types without co-location, by name and level, s. Absent if the instance
   * lists node types itself.
   */
  readonly aloneS?: ReadonlyMap<string, readonly number[]>;
}

export function compilePlatform(platform: JobsInstance['platform']): Platform {
  const nodeTypes = platform.source === 'nodes' ? ofNodes(platform) : ofFacility(platform);
  const highestGHz = Math.max(...nodeTypes.map(({ frequenciesGHz }) => frequenciesGHz.at(-1)!));
  return { bytesPerS: platform.bytesPerS, referenceGHz: platform.referenceGHz ?? highestGHz, nodeTypes };
}

function ofNodes({ nodeTypes }: NodePlatform): PlatformNodeType[] {
  return nodeTypes.map(({ name, nodes, coresPerNode, staticPowerW, speed = 1, levels }: NodeTypeRow) => ({
    type: {
      name,
      nodes,
      coresPerNode,
      power: { dynamicPowerW: Float64Array.from(levels, ({ dynamicPowerW }) => dynamicPowerW), staticPowerW },
    },
    speed,
    frequenciesGHz: levels.map(({ frequencyGHz }) => frequencyGHz),
  }));
}

/**
 * Returns the types of the facility's nodes. Levels are the allowed P-states by ascending frequency; powers include the
 * loss of the power supply.
 */
function ofFacility({ facility, powerOf, idleShare = 1, pStates }: FacilityPlatform): PlatformNodeType[] {
  return nodeTypesInUse(facility).map(({ nodeType, nodes }) => {
    const { name, cores, idlePowerW, pStateFrequenciesGHz: frequencies, tasks } = nodeType;
    const used = levelsOf(nodeType, pStates);
    const byLevel = (values: ArrayLike<number>): number[] => used.map((p) => values[p]!);
    const tables = new Map(tasks.map((task) => [task.taskType, pStateTable(nodeType, task)]));
    return {
      type: {
        name,
        nodes,
        coresPerNode: cores,
        power: {
          dynamicPowerW: Float64Array.from(byLevel(tables.get(powerOf)!.powerW)),
          staticPowerW: atWallW(nodeType, idleShare * idlePowerW) / cores,
        },
      },
      speed: 1,
      frequenciesGHz: byLevel(frequencies),
      aloneS: new Map([...tables].map(([taskType, { timeS }]) => [taskType, byLevel(timeS)])),
    };
  });
}

/** Returns a node type's P-states that serve as frequency levels, slowest first. */
export function levelsOf({ pStateFrequenciesGHz }: NodeType, pStates: FacilityPlatform['pStates']): number[] {
  const all = [...pStateFrequenciesGHz.keys()];
  return all.filter((p) => pStates === undefined || pStates.includes(p)).reverse();
}

/** Returns the node types that occur in a node group, with their numbers of nodes. */
export function nodeTypesInUse({
  nodeTypes,
  nodeGroups,
}: FacilityPlatform['facility']): { readonly nodeType: NodeType; readonly nodes: number }[] {
  const nodes = new Map<string, number>();
  for (const { nodeType, count } of nodeGroups) nodes.set(nodeType, (nodes.get(nodeType) ?? 0) + count);
  return nodeTypes.flatMap((nodeType) =>
    nodes.has(nodeType.name) ? [{ nodeType, nodes: nodes.get(nodeType.name)! }] : [],
  );
}
