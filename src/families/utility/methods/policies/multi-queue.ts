import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Policy } from '../policy.js';
import { conservative } from './conservative.js';

/** Number of tasks taken from the queues large, medium and small in a round (000 section 3.4.5). */
const TURNS = [1, 4, 8];
/** Least size of a medium task, as a fraction of the resources of the largest kind of work (000 section 3.4.5). */
const MEDIUM = 0.3;
/** Largest size of a medium task, as a fraction of the resources of the largest kind of work (000 section 3.4.5). */
const LARGE = 0.6;

/**
 * FCFS with multiple queues (000 section 3.4.5): like conservative backfilling, but tasks come from three queues in
 * turn. The size of a task is its resources (time x cores in the fastest P-state, averaged over the pools that can run
 * it) relative to the largest kind of work.
 */
export function multiQueue({ options, pools, tasks }: UtilityModel): Policy {
  const meanCoreS = Float64Array.from({ length: options.kindCount }, (_, kind) => {
    let [sum, count] = [0, 0];
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
      if (options.pState[o] !== 0) continue;
      sum += options.timeS[o]! * options.nodes[o]! * pools[options.pool[o]!]!.coresPerNode;
      count++;
    }
    return sum / count;
  });
  const largest = meanCoreS.reduce((a, b) => Math.max(a, b), 0);
  const queueOf = Uint8Array.from(meanCoreS, (size) => (size > LARGE * largest ? 0 : size >= MEDIUM * largest ? 1 : 2));
  return { ...conservative(), order: 'queues', queues: { of: (task) => queueOf[tasks.kind[task]!]!, turns: TURNS } };
}
