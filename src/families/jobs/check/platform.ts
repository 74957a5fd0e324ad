import type { FacilityPlatform, JobsInstance, NodePlatform } from '../../../../models/families/jobs/instance.js';
import { corePowerW, timeAloneS } from '../../../check/p-states.js';

/** Node types, transfer speed and frequency rules of an instance, as the checker reads them. */
export interface CheckedPlatform {
  readonly bytesPerS: number;
  /** Frequency for which the instance states execution times, GHz. */
  readonly referenceGHz: number;
  readonly nodeTypes: readonly CheckedNodeType[];
  /** True if tasks of one core may have different frequency levels. */
  readonly mayChangeLevels: boolean;
}

/** Node type. Lists are indexed by frequency level, slowest first. */
export interface CheckedNodeType {
  readonly name: string;
  readonly nodes: number;
  readonly cores: number;
  readonly speed: number;
  readonly frequenciesGHz: readonly number[];
  readonly dynamicW: readonly number[];
  /** Static power of each core that a job uses, W. */
  readonly staticW: number;
  /**
   * Execution times of the facility's task types without co-location, by name and level, s. Empty if the instance lists
   * node types itself.
   */
  readonly aloneS: ReadonlyMap<string, readonly number[]>;
}

export function checkedPlatform({ platform }: JobsInstance): CheckedPlatform {
  const nodeTypes = platform.source === 'nodes' ? spelledOut(platform) : ofFacility(platform);
  let { referenceGHz = 0 } = platform;
  if (platform.referenceGHz === undefined) {
    for (const { frequenciesGHz } of nodeTypes) referenceGHz = Math.max(referenceGHz, ...frequenciesGHz);
  }
  return { bytesPerS: platform.bytesPerS, referenceGHz, nodeTypes, mayChangeLevels: platform.levelsOf === 'task' };
}

function spelledOut({ nodeTypes }: NodePlatform): CheckedNodeType[] {
  return nodeTypes.map(({ name, nodes, coresPerNode, staticPowerW, speed = 1, levels }) => ({
    name,
    nodes,
    cores: coresPerNode,
    speed,
    staticW: staticPowerW,
    aloneS: new Map(),
    frequenciesGHz: levels.map(({ frequencyGHz }) => frequencyGHz),
    dynamicW: levels.map(({ dynamicPowerW }) => dynamicPowerW),
  }));
}

/**
 * Returns the types of the facility's nodes. Levels are the allowed P-states; powers include the loss of the power
 * supply.
 */
function ofFacility({ facility, powerOf, idleShare = 1, pStates }: FacilityPlatform): CheckedNodeType[] {
  const found: CheckedNodeType[] = [];
  for (const { name, cores, idlePowerW, psuEfficiency = 1, pStateFrequenciesGHz, tasks } of facility.nodeTypes) {
    const groups = facility.nodeGroups.filter(({ nodeType }) => nodeType === name);
    if (groups.length === 0) continue;
    // P-state 0 is the fastest, level 0 the slowest.
    const used: number[] = [];
    for (let p = pStateFrequenciesGHz.length - 1; p >= 0; p--) if (pStates?.includes(p) ?? true) used.push(p);
    const power = tasks.find(({ taskType }) => taskType === powerOf);
    found.push({
      name,
      cores,
      speed: 1,
      nodes: groups.reduce((sum, { count }) => sum + count, 0),
      frequenciesGHz: used.map((p) => pStateFrequenciesGHz[p]!),
      dynamicW: used.map((p) =>
        power === undefined ? NaN : corePowerW(power.corePowerW, pStateFrequenciesGHz, p) / psuEfficiency,
      ),
      staticW: (idleShare * idlePowerW) / psuEfficiency / cores,
      aloneS: new Map(
        tasks.map(({ taskType, timeS }) => [taskType, used.map((p) => timeAloneS(timeS, pStateFrequenciesGHz, p))]),
      ),
    });
  }
  return found;
}
