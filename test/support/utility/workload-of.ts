import type { UtilityInstance } from '../../../models/problems/utility/instance.js';
import type { UtilityProblem } from '../../../models/problems/utility/problem.js';
import type { UtilityWorkload } from '../../../models/problems/utility/workload.js';
import { listedTasks } from '../../../src/families/utility/instances/arrivals/listed.js';
import { compileUtility } from '../../../src/families/utility/instances/compile.js';
import { typesOf } from '../../../src/families/utility/instances/problem.js';

/** Tasks and compiled problem of an instance whose tasks stand in it. @throws RangeError where they do not fit. */
export function utilityProblemOf(instance: UtilityInstance): {
  readonly problem: UtilityProblem;
  readonly workload: UtilityWorkload;
} {
  const { arrivals, utility } = instance;
  if (arrivals.source !== 'table') throw new RangeError('its tasks do not stand in it');
  const types = typesOf(instance);
  const compiled = compileUtility(instance, types, listedTasks(arrivals.tasks, types, utility.classes));
  if (!compiled.ok) throw new RangeError(JSON.stringify(compiled.problems));
  return compiled;
}
