import type { Day } from '../../../../../models/families/utility/model.js';
import type { MappingEvent } from '../policy.js';

/** Which energy of work in progress counts towards the goal: what it has drawn, or all that it will draw today. */
export type GoalCounts = 'consumed' | 'committed';

/**
 * Returns the energy used by now if the budget were used evenly over the day, J (000 section 3.6.2); Infinity without a
 * budget.
 */
export function goalJ({ startS, endS, budgetJ }: Day, nowS: number): number {
  return budgetJ === Infinity ? Infinity : (budgetJ * (nowS - startS)) / (endS - startS);
}

/** Returns the energy that counts towards the goal when an event begins, J. */
export function countedJ({ consumedJ, committedJ }: MappingEvent, counts: GoalCounts): number {
  return counts === 'consumed' ? consumedJ : committedJ;
}
