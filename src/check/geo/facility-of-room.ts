import type { GeoInstance } from '../../../models/problems/geo/instance.js';
import type { RewardRateInstance } from '../../../models/problems/reward-rate/instance.js';

/**
 * One room of the geo instance in the record the checks of matrices, rates and powers read: chapter 4 has no deadlines, rewards or
 * caps on a room. Null for a room the instance does not have.
 */
export function facilityOfRoom(instance: GeoInstance, room: string): RewardRateInstance | null {
  if (!Object.hasOwn(instance.rooms, room)) return null;
  const { nodeGroups, cracs, airflow, coolingPerformance, air, redLineC } = instance.rooms[room]!;
  const { nodeTypes, colocation } = instance;
  return {
    format: 'plenum.reward-rate',
    formatVersion: 1,
    name: room,
    facility: {
      nodeTypes,
      nodeGroups,
      cracs,
      airflow,
      coolingPerformance,
      colocation,
      ...(air === undefined ? {} : { air }),
    },
    workload: {
      taskTypes: instance.taskTypes.map(({ name, memoryClass }) => ({
        name,
        memoryClass,
        rewardPerTask: 0,
        arrivalRatePerS: 0,
        deadlineS: Infinity,
      })),
    },
    limits: { powerCapW: Infinity, redLineC },
  };
}
