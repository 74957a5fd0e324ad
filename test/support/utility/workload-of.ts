import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../models/families/utility/model.js';
import type { UtilityWorkload } from '../../../models/families/utility/workload.js';
import { listedTasks } from '../../../src/families/utility/instances/arrivals/listed.js';
import { compileUtility } from '../../../src/families/utility/instances/compile.js';
import { typesOf } from '../../../src/families/utility/instances/model.js';

/** Tasks and compiled fault of an instance whose tasks stand in it. @throws RangeError where they do not fit. */
export function utilityModelOf(instance: UtilityInstance): {
  readonly model: UtilityModel;
  readonly workload: UtilityWorkload;
} {
  const { arrivals, utility } = instance;
  if (arrivals.source !== 'table') throw new RangeError('its tasks do not stand in it');
  const types = typesOf(instance);
  const compiled = compileUtility(instance, types, listedTasks(arrivals.tasks, types, utility.classes));
  if (!compiled.ok) throw new RangeError(JSON.stringify(compiled.faults));
  return compiled;
}
