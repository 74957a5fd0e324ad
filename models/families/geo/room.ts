import { type CompiledFacility, compileFacility } from '../../facility/compiled.js';
import type { Facility } from '../../facility/facility.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { GeoInstance } from './instance.js';

/** Returns the facility that consists of the room called `name` and the node types of a geo instance. */
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
 * Compiles the room called `name` for the task types of the instance. Every P-state is admissible, because there are no
 * deadlines.
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
