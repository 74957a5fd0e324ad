import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { Facility } from '../../facility/facility.js';
import type { RewardRateInstance } from '../reward-rate/instance.js';
import { type RewardRateProblem, rewardRateProblem } from '../reward-rate/problem.js';
import type { GeoInstance } from './instance.js';

/** A room of the geo instance as a facility of the reward-rate family, whose airflow, thermal and rate models it shares. */
export function roomFacility({ rooms, nodeTypes, colocation }: GeoInstance, name: string): Facility {
  const room = rooms[name]!;
  return {
    nodeTypes,
    nodeGroups: room.nodeGroups,
    cracs: room.cracs,
    airflow: room.airflow,
    coolingPerformance: room.coolingPerformance,
    colocation,
    ...(room.air === undefined ? {} : { air: room.air }),
  };
}

/**
 * The same with what a reward-rate problem needs besides: no deadlines (every P-state is admissible), no cap. Its compiled node
 * types, CRACs at work and thermal response are what the geo problem is made of. @throws RangeError as thermalResponse does.
 */
export function roomProblem(instance: GeoInstance, name: string, matrix: InfluenceMatrix): RewardRateProblem {
  const alone: RewardRateInstance = {
    format: 'plenum.reward-rate',
    formatVersion: 1,
    name: `${instance.name}: ${name}`,
    facility: roomFacility(instance, name),
    workload: {
      taskTypes: instance.taskTypes.map((type) => ({
        name: type.name,
        memoryClass: type.memoryClass,
        rewardPerTask: 0,
        arrivalRatePerS: 0,
        deadlineS: Infinity,
      })),
    },
    limits: { powerCapW: Infinity, redLineC: instance.rooms[name]!.redLineC },
  };
  return rewardRateProblem(alone, matrix);
}
