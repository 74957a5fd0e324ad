import { type Day, overlapS } from '../../../../../models/families/utility/model.js';
import { type Key, MAX_MAX, type Policy } from '../policy.js';
import { utilityPerEnergy, utilityPerResource } from './max-max.js';

/**
 * Energy of work in progress that counts towards the goal: what it has drawn so far, or all that it will draw today.
 */
export type GoalCounts = 'consumed' | 'committed';

/** Key of UPE, used beyond the goal. */
const THRIFTY: Key = utilityPerEnergy().key;
/** Key of UPR, used up to the goal. */
const QUICK: Key = utilityPerResource().key;

/**
 * Event-based metaheuristic (000 section 3.6.2): UPE for the whole event if more energy has been spent than the goal
 * allows, else UPR.
 * @param counts `consumed` by default: place-holders have just been removed, and running tasks in full exceed the goal
 * early in the day in any case.
 */
export function eventBased(counts: GoalCounts = 'consumed'): Policy {
  const { taken: _, ...rules } = taskBased(counts);
  return rules;
}

/**
 * Task-based metaheuristic (000 section 3.6.3): UPR task by task until the counted energy and what the tasks mapped in
 * this event will draw within the day reach the goal, then UPE for the rest of the event.
 */
export function taskBased(counts: GoalCounts = 'consumed'): Policy {
  let key = QUICK;
  let spentJ = 0;
  let mostJ = Infinity;
  return {
    ...MAX_MAX,
    keyFalls: 'within-event',
    key: (candidate) => key(candidate),
    begin(event) {
      spentJ = counts === 'consumed' ? event.consumedJ : event.committedJ;
      mostJ = goalJ(event.day, event.nowS);
      key = spentJ > mostJ ? THRIFTY : QUICK;
    },
    taken({ energyJ, startS, endS, timeS }, { day }) {
      if (key === THRIFTY) return false;
      spentJ += (energyJ * overlapS(startS, endS, day.startS, day.endS)) / timeS;
      if (!(spentJ >= mostJ)) return false;
      key = THRIFTY;
      return true;
    },
  };
}

/**
 * Returns the energy that would be spent by now if the budget were spent evenly over the day, J (000 section 3.6.2);
 * Infinity without a budget.
 */
function goalJ({ startS, endS, budgetJ }: Day, nowS: number): number {
  return budgetJ === Infinity ? Infinity : (budgetJ * (nowS - startS)) / (endS - startS);
}
