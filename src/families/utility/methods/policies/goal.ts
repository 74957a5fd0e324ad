import { type Day, overlapS } from '../../../../../models/families/utility/model.js';
import { type Key, MAX_MAX, type Policy } from '../policy.js';
import { utilityPerEnergy, utilityPerResource } from './max-max.js';

/**
 * Which energy is compared with the spending goal. `consumed`: what has been drawn so far today. `committed`: also what
 * running and decided tasks will draw today.
 */
export type GoalCounts = 'consumed' | 'committed';

/** Key (priority) of the policy UPE, utility per energy: used when more energy was spent than the goal allows. */
const THRIFTY: Key = utilityPerEnergy().key;
/** Key (priority) of the policy UPR, utility per resource: used while the energy spent is below the goal. */
const QUICK: Key = utilityPerResource().key;

/**
 * Event-based metaheuristic (the paper on parallel tasks, section 3.6.2). If more energy was spent than the goal
 * allows, the policy UPE (utility per energy) decides the whole mapping event, otherwise UPR (utility per resource).
 *
 * @param counts which energy is compared with the goal. With `committed`, running tasks exceed the goal early in the
 * day. Place-holders (reservations for one event) never count.
 */
export function eventBased(counts: GoalCounts = 'consumed'): Policy {
  const { taken: _, ...rules } = taskBased(counts);
  return rules;
}

/**
 * Task-based metaheuristic (the paper on parallel tasks, section 3.6.3). At each mapping event, the policy UPR (utility
 * per resource) decides task by task until the energy reaches the goal; then UPE (utility per energy) decides the rest.
 * `counts` says which energy is compared with the goal. To this energy is added what the tasks decided in this event
 * will draw within the day.
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
 * Returns the spending goal at a moment, J: the energy spent by then if the budget is spent at a constant rate (the
 * paper on parallel tasks, section 3.6.2). Infinity without a budget.
 */
function goalJ({ startS, endS, budgetJ }: Day, nowS: number): number {
  return budgetJ === Infinity ? Infinity : (budgetJ * (nowS - startS)) / (endS - startS);
}
