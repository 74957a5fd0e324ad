import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../models/families/utility/model.js';
import type { UtilityRoom } from '../../../models/families/utility/room.js';
import { compileUtility } from '../../../src/families/utility/instances/compile.js';
import { tasksInside, typesOf } from '../../../src/families/utility/instances/model.js';

/** Compiles a valid instance whose tasks are listed in it or generated. @param room room of its facility, if it has one */
export function utilityModel(instance: UtilityInstance, room?: UtilityRoom): UtilityModel {
  const types = typesOf(instance);
  const compiled = compileUtility(instance, types, tasksInside(instance, types), room);
  if (!compiled.ok) throw new RangeError(compiled.faults.map(({ path, remedy }) => `${path}: ${remedy}`).join('; '));
  return compiled.model;
}
