import { MAX_MAX, type Policy } from '../policy.js';
import { countedJ, type GoalCounts, goalJ } from './goal-energy.js';
import { utilityPerEnergy } from './upe.js';
import { utilityPerResource } from './upr.js';

/**
 * Event-based metaheuristic (000 section 3.6.2): UPE during an event if more energy has been used than the goal allows,
 * otherwise UPR. @param counts default `consumed`: place-holders were just removed, and committed energy would exceed
 * the goal early in the day anyway
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
