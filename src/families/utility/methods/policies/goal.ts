import { S_PER_H } from '../../../../../models/units.js';
import { type Day, overlapS } from '../../../../../models/families/utility/model.js';
import { type Key, MAX_MAX, type Policy } from '../policy.js';
import { utilityPerEnergy, utilityPerResource } from './max-max.js';

/**
 * Which energy is compared with the spending goal. `consumed`: what has been drawn so far today. `committed`: also what
 * running and decided tasks will draw today.
 */
export type GoalCounts = 'consumed' | 'committed';

/**
 * Rate at which the spending goal grows. `constant`: the same all day. `arrivals`: that at which work is expected to
 * arrive.
 */
export type GoalRate = 'constant' | 'arrivals';

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
 * @param workByHour share of a day's work that is expected to arrive in each hour after midnight, at whose rate the goal
 * grows; the goal grows at a constant rate if absent
 */
export function eventBased(counts: GoalCounts = 'consumed', workByHour?: Float64Array): Policy {
  const { taken: _, ...rules } = taskBased(counts, workByHour);
  return rules;
}

/**
 * Task-based metaheuristic (the paper on parallel tasks, section 3.6.3). At each mapping event, the policy UPR (utility
 * per resource) decides task by task until the energy reaches the goal; then UPE (utility per energy) decides the rest.
 * `counts` says which energy is compared with the goal, and `workByHour` at which rate the goal grows. To this energy is
 * added what the tasks decided in this event will draw within the day.
 */
export function taskBased(counts: GoalCounts = 'consumed', workByHour?: Float64Array): Policy {
  let key = QUICK;
  let spentJ = 0;
  let mostJ = Infinity;
  return {
    ...MAX_MAX,
    keyFalls: 'within-event',
    key: (candidate) => key(candidate),
    begin(event) {
      spentJ = counts === 'consumed' ? event.consumedJ : event.committedJ;
      mostJ = goalJ(event.day, event.nowS, workByHour);
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
 * paper on parallel tasks, section 3.6.2), or at the rate at which work is expected to arrive (its section 8). Infinity
 * without a budget.
 */
function goalJ({ startS, endS, budgetJ }: Day, nowS: number, workByHour?: Float64Array): number {
  if (budgetJ === Infinity) return Infinity;
  const wholeDay = workByHour === undefined ? 0 : expectedShare(workByHour, endS - startS);
  if (workByHour === undefined || wholeDay === 0) return (budgetJ * (nowS - startS)) / (endS - startS);
  return (budgetJ * expectedShare(workByHour, nowS - startS)) / wholeDay;
}

/**
 * Returns the share of a day's work that is expected to arrive in a time after midnight, at most a day.
 *
 * @param workByHour share of each hour
 */
function expectedShare(workByHour: Float64Array, sinceMidnightS: number): number {
  let share = 0;
  for (let hour = 0; hour * S_PER_H < sinceMidnightS; hour++) {
    share += workByHour[hour]! * Math.min(1, sinceMidnightS / S_PER_H - hour);
  }
  return share;
}
