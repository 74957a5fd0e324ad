import type { UtilityInstance, UtilityInstanceFile } from '../../../../models/families/utility/instance.js';
import { withDayBudget, withoutDayBudget } from './annual-budget.js';
import { withoutPools, withPools } from './facility/pools.js';

/** Returns the instance that a file describes: with the pools of its facility and the day's budget of its annual one. */
export function instanceOfFile(file: UtilityInstanceFile): UtilityInstance {
  return withDayBudget(withPools(file));
}

/** Returns an instance as its file describes it: without what `instanceOfFile` derived. */
export function fileOfInstance(instance: UtilityInstance): UtilityInstanceFile {
  return withoutPools(withoutDayBudget(instance));
}
