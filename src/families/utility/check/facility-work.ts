import type { Facility, NodeType } from '../../../../models/facility/facility.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { FacilityOperation, UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { FacilityTaskType, FacilityTaskTypes } from '../../../../models/families/utility/task-types.js';
import type { PoolRuns, UtilityWorkload } from '../../../../models/families/utility/workload.js';
import type { Violation } from '../../../../models/families/violation.js';
import { executionTimeS } from '../../../check/execution-time.js';
import { addFault } from '../../../check/findings.js';
import { checkMatrix } from '../../../check/matrix-faults.js';
import { corePowerW, timeAloneS } from '../../../check/p-states.js';
import { checkedPools, checkedRoom, type CheckedRoom } from './checked-room.js';

/** Tasks and machine room that the checker derives from an instance with a facility. */
export interface FacilityWork {
  /** Tasks with execution times and meter powers computed from the facility's data. */
  readonly workload: UtilityWorkload;
  readonly room: CheckedRoom;
}

/**
 * Returns tasks and machine room of an instance with a facility. If the facility's data do not allow it, adds
 * violations and returns null.
 */
export function facilityWork(
  instance: UtilityInstance,
  { tasks }: UtilityWorkload,
  matrix: InfluenceMatrix,
  violations: Violation[],
): FacilityWork | null {
  const { facility, operation, taskTypes, pools } = instance;
  if (facility === undefined || operation === undefined || taskTypes.source !== 'facility') return null;
  checkMatrix(facility, matrix, violations);
  const own = checkedPools(facility, operation, matrix);
  for (const { name, nodes, coresPerNode = 1 } of pools) {
    if (own.get(name)?.cores === nodes && coresPerNode === 1) continue;
    addFault(
      violations,
      'instance',
      `pool "${name}" has ${own.get(name)?.cores ?? 'no'} cores in the room, not ${nodes}`,
    );
  }
  if (own.size !== pools.length) addFault(violations, 'instance', `${pools.length} pools of ${own.size} in the room`);
  if (violations.length > 0) return null;
  const room = checkedRoom(instance, facility, operation, matrix);
  if (room === null) {
    addFault(violations, 'instance', 'temperatures of the room cannot be computed');
    return null;
  }
  const types = taskTypes.types.map((type) => ({
    name: type.name,
    runs: pools.map(({ name, nodes }, j): PoolRuns | null => {
      const nodeType = facility.nodeTypes.find((one) => one.name === own.get(name)!.nodeType)!;
      const times = timesOn(type, taskTypes, nodeType, facility, operation);
      if (times === null) return null;
      const meterW = times.powerW.map((powerW) => powerW * room.meterWPerW[j]!);
      return {
        leastNodes: 1,
        mostNodes: nodes,
        pStates: times.timeS.length,
        usedPStates: times.timeS.flatMap((_, p) => (operation.pStates?.includes(p) === false ? [] : [p])),
        timeS: (_, p) => times.timeS[p]!,
        powerW: (cores, p) => cores * meterW[p]!,
      };
    }),
  }));
  return { workload: { types, tasks }, room };
}

interface CoreTimes {
  /** Execution time by P-state under the co-location that the instance assumes, s. */
  readonly timeS: readonly number[];
  /** Power of a core by P-state, measured at the supply line of its node, W. */
  readonly powerW: readonly number[];
}

function timesOn(
  type: FacilityTaskType,
  { types }: FacilityTaskTypes,
  nodeType: NodeType,
  { colocation }: Facility,
  { busyShare = 1 }: FacilityOperation,
): CoreTimes | null {
  const { pStateFrequenciesGHz: frequencies, cores, psuEfficiency = 1, tasks, interference } = nodeType;
  const listed = tasks.find(({ taskType }) => taskType === type.name);
  if (listed === undefined) return null;
  // Mean intensity of a core-second of work on this node type.
  let seconds = 0;
  let misses = 0;
  for (const { name, share = 1, leastCores = 1, mostCores = leastCores } of types) {
    const other = tasks.find(({ taskType }) => taskType === name);
    if (other === undefined) continue;
    const work = (share * (leastCores + mostCores) * timeAloneS(other.timeS, frequencies, 0)) / 2;
    seconds += work;
    misses += work * other.memoryIntensity;
  }
  const neighbours = busyShare * (cores - 1);
  const others = seconds > 0 ? misses / seconds : 0;
  const average = (listed.memoryIntensity + neighbours * others) / (neighbours + 1);
  const coefficients = interference?.[type.memoryClass];
  return {
    timeS: frequencies.map((frequencyGHz, p) =>
      executionTimeS(
        coefficients === undefined ? 'none' : colocation.model,
        {
          taskType: 0,
          label: type.name,
          pState: p,
          corePowerW: 0,
          frequencyGHz,
          memoryIntensity: listed.memoryIntensity,
          timeAloneS: timeAloneS(listed.timeS, frequencies, p),
          interference: coefficients,
        },
        neighbours,
        average,
      ),
    ),
    powerW: frequencies.map((_, p) => corePowerW(listed.corePowerW, frequencies, p) / psuEfficiency),
  };
}
