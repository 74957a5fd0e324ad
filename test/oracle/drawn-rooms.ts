import type { EndPoints, InterferenceCoefficients } from '../../models/facility/facility.js';
import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../models/physics/thermal/sparse-rows.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import type { DrawnRoom } from '../../src/families/reward-rate/studies/rooms/room-drawer.js';
import type { TinyFacility } from './tiny-random.js';

/**
 * A drawn room as an instance and a matrix of its own: powers multiplied, times with their co-location multiplied by task type and node type
 * (each task type gets a memory class of its own), and the drawn air as it would be imported.
 */
export function roomOf({ instance, matrix }: TinyFacility, room: DrawnRoom): TinyFacility {
  const { facility, workload } = instance;
  const nodeTypes = facility.nodeTypes.map((type, j) => {
    const powerFactor = room.powerFactor[j]!;
    const factorOf = (name: string): number =>
      room.timeFactor[workload.taskTypes.findIndex((task) => task.name === name) * facility.nodeTypes.length + j]!;
    return {
      ...type,
      idlePowerW: type.idlePowerW * powerFactor,
      ...(type.sleepPowerW === undefined ? {} : { sleepPowerW: type.sleepPowerW * powerFactor }),
      ...(type.offPowerW === undefined ? {} : { offPowerW: type.offPowerW * powerFactor }),
      tasks: type.tasks.map((task) => ({
        ...task,
        timeS: times(task.timeS, factorOf(task.taskType)),
        corePowerW: times(task.corePowerW, powerFactor),
      })),
      ...(type.interference === undefined
        ? {}
        : {
            interference: Object.fromEntries(
              workload.taskTypes.flatMap(({ name, memoryClass }): [string, InterferenceCoefficients][] => {
                const of = type.interference![memoryClass];
                if (of === undefined) return [];
                const scaled = Object.entries(of as unknown as Readonly<Record<string, number>>).map(
                  ([field, value]) => [
                    field,
                    // It multiplies the time alone, which is scaled already.
                    field === 'baseTimeFactor' ? value : value * factorOf(name),
                  ],
                );
                return [[name, Object.fromEntries(scaled) as InterferenceCoefficients]];
              }),
            ),
          }),
    };
  });
  const drawn: RewardRateInstance = {
    ...instance,
    uncertainty: undefined,
    facility: { ...facility, nodeTypes },
    workload: { taskTypes: workload.taskTypes.map((task) => ({ ...task, memoryClass: task.name })) },
  };
  return { instance: drawn, matrix: airOf(matrix, room) };
}

function times(given: EndPoints | readonly number[], factor: number): EndPoints | readonly number[] {
  if (!('atHighestFrequency' in given)) return given.map((value) => value * factor);
  const { atHighestFrequency, atLowestFrequency } = given;
  return { atHighestFrequency: atHighestFrequency * factor, atLowestFrequency: atLowestFrequency * factor };
}

function airOf(matrix: InfluenceMatrix, { inletRows, weights }: DrawnRoom): InfluenceMatrix {
  if (weights !== undefined) return { ...matrix, weights };
  if (inletRows === undefined) return matrix;
  const size = matrix.airFlowM3PerS.length;
  return { ...matrix, weights: sparseRows(new Float64Array(size * size)), recirculationKPerW: sparseRows(inletRows) };
}
