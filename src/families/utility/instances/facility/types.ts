import type { Facility, NodeType } from '../../../../../models/facility/facility.js';
import { colocatedTimeS } from '../../../../../models/physics/colocation/interference.js';
import { pStateTable } from '../../../../../models/physics/power/p-states.js';
import type { FacilityOperation } from '../../../../../models/families/utility/instance.js';
import type { FacilityTaskType, FacilityTaskTypes } from '../../../../../models/families/utility/task-types.js';
import type { PoolRuns } from '../../../../../models/families/utility/workload.js';
import { coresOf, listedType, type TaskType } from '../types/task-type.js';
import { facilityPools } from './pools.js';

/**
 * Returns the task types of an instance with a facility. A task is assumed to run on each of its cores separately, so
 * its time does not depend on the number of cores, and its power is proportional to that number. Powers are those at
 * the supply lines of the nodes.
 *
 * @param classIndex returns the index of a utility class by its name
 */
export function facilityTypes(
  { types }: FacilityTaskTypes,
  facility: Facility,
  operation: FacilityOperation,
  classIndex: (name: string) => number,
): TaskType[] {
  const pools = facilityPools(facility, operation);
  return types.map((row) => {
    const onType = facility.nodeTypes.map((nodeType) => timesOn(nodeType, row, types, facility, operation));
    const runs = pools.map(({ nodeType, pool }): PoolRuns | null => {
      const times = onType[nodeType] ?? null;
      return times === null ? null : { ...times, leastNodes: 1, mostNodes: pool.nodes };
    });
    return { ...listedType(row, classIndex), runs };
  });
}

/** Returns the times and powers of a task type on a node type; null if it does not run there. */
function timesOn(
  nodeType: NodeType,
  row: FacilityTaskType,
  types: readonly FacilityTaskType[],
  facility: Facility,
  operation: FacilityOperation,
): Omit<PoolRuns, 'leastNodes' | 'mostNodes'> | null {
  const onType = nodeType.tasks.find(({ taskType }) => taskType === row.name);
  if (onType === undefined) return null;
  const { timeS: aloneS, powerW } = pStateTable(nodeType, onType);
  const { neighbours, averageIntensity } = estimatedCompany(nodeType, types, operation, onType.memoryIntensity);
  const coefficients = nodeType.interference?.[row.memoryClass];
  const timeS = aloneS.map((baseTimeS, p) =>
    coefficients === undefined
      ? baseTimeS
      : colocatedTimeS(facility.colocation.model, coefficients, {
          neighbours,
          baseTimeS,
          averageIntensity,
          ownIntensity: onType.memoryIntensity,
          frequencyGHz: nodeType.pStateFrequenciesGHz[p]!,
        }),
  );
  return {
    pStates: timeS.length,
    usedPStates: (operation.pStates ?? [...timeS.keys()]).filter((p) => p < timeS.length),
    timeS: (_, p) => timeS[p]!,
    powerW: (cores, p) => cores * powerW[p]!,
  };
}

/**
 * Returns the number of busy cores that a task is assumed to find beside its own on its node (`neighbours`). Also
 * returns the mean memory intensity of all busy cores of the node, the task's own included (`averageIntensity`). A
 * fraction `busyShare` of the other cores is busy, with the mean memory intensity of the task types on this node type.
 */
export function estimatedCompany(
  nodeType: NodeType,
  types: readonly FacilityTaskType[],
  { busyShare = 1 }: FacilityOperation,
  ownIntensity: number,
): { readonly neighbours: number; readonly averageIntensity: number } {
  const neighbours = busyShare * (nodeType.cores - 1);
  const mean = meanIntensity(nodeType, types);
  return { neighbours, averageIntensity: (ownIntensity + neighbours * mean) / (1 + neighbours) };
}

/**
 * Returns the mean memory intensity of the task types on a node type. The weight of a type is its arriving
 * core-seconds: share x mean cores x time without co-location in P-state 0.
 */
function meanIntensity(nodeType: NodeType, types: readonly FacilityTaskType[]): number {
  let weight = 0;
  let sum = 0;
  for (const row of types) {
    const onType = nodeType.tasks.find(({ taskType }) => taskType === row.name);
    if (onType === undefined) continue;
    const { least, most } = coresOf(row);
    const own = (row.share ?? 1) * ((least + most) / 2) * pStateTable(nodeType, onType).timeS[0]!;
    weight += own;
    sum += own * onType.memoryIntensity;
  }
  return weight > 0 ? sum / weight : 0;
}
