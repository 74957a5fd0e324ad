import { type CompiledFacility, compileFacility } from '../../facility/compiled.js';
import type { Facility } from '../../facility/facility.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { GeoInstance } from './instance.js';

/** Returns the facility of one room of a geo instance, with all node types. */
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
 * Compiles one room for the task types of the instance. Every P-state is admissible, because there are no deadlines.
 *
 * @param matrix influence matrix of the room
 * @throws RangeError as thermalResponse does
 */
export function compiledRoom(instance: GeoInstance, name: string, matrix: InfluenceMatrix): CompiledFacility {
  const tasks = instance.taskTypes.map((type) => ({
    name: type.name,
    memoryClass: type.memoryClass,
    deadlineS: Infinity,
  }));
  return compileFacility(roomFacility(instance, name), tasks, matrix);
}
