import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Policy } from '../policy.js';

/**
 * Conservative backfilling (000 section 3.4.3): in order of arrival, each task as early as possible in the fastest
 * P-state, with every later start reserved for good. If it can start equally early in several pools it takes the one
 * where it ends first, which the paper leaves open.
 */
export const conservative = (): Policy => ({
  order: 'arrival',
  pStates: 'fastest',
  key: ({ startS }) => -startS,
  keyFalls: 'ever',
  refusesWorthless: false,
  reservations: 'all',
});

export interface EasyOptions {
  /**
   * Scope of the single reservation: the whole system, as in 000 section 3.4.4, or each group of pools that share work,
   * as groups never compete.
   */
  readonly scope: 'system' | 'group';
  /**
   * When the reservation ends: at the start of its task, as printed; or at the next event, when the first task that
   * cannot start gets it.
   */
  readonly ends: 'start' | 'event';
}

/** Reservation as printed in 000 section 3.4.4. */
export const EASY_DEFAULTS: EasyOptions = { scope: 'system', ends: 'start' };

/**
 * EASY backfilling: like conservative backfilling, but with one reservation at a time; other tasks start now, without
 * delaying it, or wait.
 */
export const easy = ({ scope, ends }: EasyOptions = EASY_DEFAULTS): Policy => ({
  ...conservative(),
  reservations: 'one',
  reservationScope: scope,
  reservationEnds: ends,
});

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
