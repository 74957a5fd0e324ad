import { MAX_MAX, type Policy } from '../policy.js';
import { countedJ, type GoalCounts, goalJ } from './goal-energy.js';
import { utilityPerEnergy } from './upe.js';
import { utilityPerResource } from './upr.js';

/**
 * Event-based metaheuristic (000 section 3.6.2): UPE for the whole event if more energy has been spent than the goal
 * allows, else UPR.
 * @param counts `consumed` by default: place-holders have just been removed, and running tasks in full exceed the goal
 * early in the day in any case.
 */
export function eventBased(counts: GoalCounts = 'consumed'): Policy {
  const [thrifty, quick] = [utilityPerEnergy().key, utilityPerResource().key];
  let key = quick;
  return {
    ...MAX_MAX,
    keyFalls: 'within-event',
    key: (candidate) => key(candidate),
    begin(event) {
      key = countedJ(event, counts) > goalJ(event.day, event.nowS) ? thrifty : quick;
    },
  };
}
