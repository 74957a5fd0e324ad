import { colocatedTimeS } from '../../../../models/physics/colocation/interference.js';
import { pStateTable } from '../../../../models/physics/power/p-states.js';
import type { GeoNodeType, Room } from '../../../../models/problems/geo/instance.js';

/**
 * Tasks per second of each type that a room serves when every core of every node divides its time evenly among the task types its node
 * type runs, in P-state 0, co-located (anchored): A = cores - 1 neighbours, D the mean memory intensity of those task types.
 *
 *   C_i = sum over nodes of (cores / types) / CET_i
 */
export function evenCapacityPerS(
  room: Room,
  nodeTypes: readonly GeoNodeType[],
  taskTypes: readonly { readonly name: string; readonly memoryClass: string }[],
): number[] {
  return taskTypes.map(({ name, memoryClass }) =>
    room.nodeGroups.reduce((sum, { nodeType, count }) => {
      const type = nodeTypes.find((one) => one.name === nodeType)!;
      const task = type.tasks.find(({ taskType }) => taskType === name);
      if (task === undefined) return sum;
      const meanIntensity = type.tasks.reduce((total, one) => total + one.memoryIntensity, 0) / type.tasks.length;
      const timeS = colocatedTimeS('anchored', type.interference![memoryClass]!, {
        neighbours: type.cores - 1,
        baseTimeS: pStateTable(type, task).timeS[0]!,
        frequencyGHz: type.pStateFrequenciesGHz[0]!,
        averageIntensity: meanIntensity,
        ownIntensity: task.memoryIntensity,
      });
      return sum + (count * type.cores) / (type.tasks.length * timeS);
    }, 0),
  );
}
