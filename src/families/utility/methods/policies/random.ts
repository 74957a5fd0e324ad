import { keyedDraw } from '../../../../random/keyed.js';
import { MAX_MAX, type Policy } from '../policy.js';

/**
 * Random policy: in order of arrival, each task tries one place and P-state, drawn from all that can run it. If this
 * one is not allowed, the task waits (the papers on serial and parallel tasks, sections IV and 4.5). Draws depend only
 * on event and task.
 */
export function randomPlaces(seed: number): Policy {
  let event = 0;
  return {
    ...MAX_MAX,
    order: 'arrival',
    key: () => 0,
    begin: () => {
      event++;
    },
    draw: (task, count) => Math.floor((keyedDraw(seed, event, task) / 2 ** 32) * count),
  };
}
