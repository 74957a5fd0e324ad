import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Policy } from '../policy.js';

/**
 * Conservative backfilling (the paper on parallel tasks, section 3.4.3). In order of arrival, each task gets the
 * earliest possible start in the fastest P-state. Nodes are reserved permanently for every later start. Of several
 * pools with the same start, a task takes the one where it ends first; the paper does not define this case.
 */
export const conservative = (): Policy => ({
  order: 'arrival',
  pStates: 'fastest',
  key: ({ startS }) => -startS,
  keyFalls: 'ever',
  reservations: 'all',
});

export interface EasyOptions {
  /**
   * Scope of the single reservation: the whole system, as in the paper on parallel tasks, section 3.4.4, or each group
   * of pools that can run the same work.
   */
  readonly scope: 'system' | 'group';
  /**
   * When the reservation ends. `start`: when its task starts, as in the paper. `event`: at the next mapping event, at
   * which the first task that cannot start gets a new reservation.
   */
  readonly ends: 'start' | 'event';
}

/** Default options of the policy EASY, as in the paper on parallel tasks, section 3.4.4. */
export const EASY_DEFAULTS: EasyOptions = { scope: 'system', ends: 'start' };

/**
 * EASY backfilling: like conservative backfilling, but only one task at a time has a reservation. Every other task
 * starts now, if that does not delay the reserved start, or waits.
 */
export const easy = ({ scope, ends }: EasyOptions = EASY_DEFAULTS): Policy => ({
  ...conservative(),
  reservations: 'one',
  reservationScope: scope,
  reservationEnds: ends,
});

/**
 * Numbers of tasks served per round from the queues of large, medium and small tasks, in this order (the paper on
 * parallel tasks, section 3.4.5).
 */
const TURNS = [1, 4, 8];
/**
 * Minimum size of a medium task, relative to the core-seconds of the largest kind of work (the paper on parallel tasks,
 * section 3.4.5).
 */
const MEDIUM = 0.3;
/**
 * Maximum size of a medium task, relative to the core-seconds of the largest kind of work (the paper on parallel tasks,
 * section 3.4.5).
 */
const LARGE = 0.6;

/**
 * First come, first served, with multiple queues (the paper on parallel tasks, section 3.4.5): like conservative
 * backfilling, but queues for large, medium and small tasks take turns. The size of a task is its core-seconds in the
 * fastest P-state, averaged over the pools that can run it, as a fraction of the maximum over all kinds of work.
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
