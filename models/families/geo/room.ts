import { type CompiledFacility, compileFacility } from '../../facility/compiled.js';
import type { Facility } from '../../facility/facility.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { GeoInstance } from './instance.js';

/** Returns a room of the geo instance as a facility. */
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
 * Returns a room compiled for the task types of the instance. There are no deadlines, so every P-state is admissible.
 *
 * @throws RangeError as thermalResponse does.
 */
export function compiledRoom(instance: GeoInstance, name: string, matrix: InfluenceMatrix): CompiledFacility {
  const tasks = instance.taskTypes.map((type) => ({
    name: type.name,
    memoryClass: type.memoryClass,
    deadlineS: Infinity,
  }));
  return compileFacility(roomFacility(instance, name), tasks, matrix);
}
