import { overlapS } from '../../../../../models/families/utility/model.js';
import { MAX_MAX, type Policy } from '../policy.js';
import { countedJ, type GoalCounts, goalJ } from './goal-energy.js';
import { utilityPerEnergy } from './upe.js';
import { utilityPerResource } from './upr.js';

/**
 * Task-based metaheuristic (000 section 3.6.3): UPR task by task until the energy counted so far, including that of the
 * tasks mapped in this event, reaches the goal; then UPE for the rest of the event.
 */
export function taskBased(counts: GoalCounts = 'consumed'): Policy {
  const [thrifty, quick] = [utilityPerEnergy().key, utilityPerResource().key];
  let key = quick;
  let spentJ = 0;
  let mostJ = Infinity;
  return {
    ...MAX_MAX,
    keyFalls: 'within-event',
    key: (candidate) => key(candidate),
    begin(event) {
      spentJ = countedJ(event, counts);
      mostJ = goalJ(event.day, event.nowS);
      key = spentJ > mostJ ? thrifty : quick;
    },
    taken({ energyJ, startS, endS, timeS }, { day }) {
      if (key === thrifty) return false;
      spentJ += (energyJ * overlapS(startS, endS, day.startS, day.endS)) / timeS;
      if (!(spentJ >= mostJ)) return false;
      key = thrifty;
      return true;
    },
  };
}
