import { keyedDraw } from '../../../../random/keyed.js';
import { MAX_MAX, type Policy } from '../policy.js';

/**
 * Returns the random policy (the papers on serial and parallel tasks, sections IV and 4.5). In order of arrival, each
 * task tries one random pool and P-state among those that can run it (serial: one random machine and P-state). If that
 * is not allowed, it waits. Draws depend only on seed, event and task.
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
