import type { Day } from '../../../../models/families/utility/model.js';

/** Option and start for a waiting task. The engines reuse one record, so keys must not keep it. */
export interface Candidate {
  readonly task: number;
  /** Index into the model's options. The next fields are its pool, P-state, nodes and cores. */
  readonly option: number;
  readonly pool: number;
  readonly pState: number;
  readonly nodes: number;
  readonly cores: number;
  /** Start, s. The next fields are the completion and the remaining execution time. */
  readonly startS: number;
  readonly endS: number;
  readonly timeS: number;
  /** Energy still to be drawn, J. */
  readonly energyJ: number;
  /** Utility earned at endS. */
  readonly utility: number;
}

/**
 * Returns the rank of a candidate; the largest is taken first; ties go to the shorter execution, the earlier start,
 * then the lower pool, P-state and task. It depends only on the candidate and on what the policy knew when the event
 * began, and must not fall when utility alone rises.
 */
export type Key = (candidate: Candidate) => number;

/** State that a policy sees at a mapping event. */
export interface MappingEvent {
  /** Moment of this event, s. `nextS`: of the next one. */
  readonly nowS: number;
  readonly nextS: number;
  readonly day: Day;
  /** Energy drawn since the day began, J. */
  readonly consumedJ: number;
  /** Energy drawn since the day began plus what fixed tasks will still draw that day, J. */
  readonly committedJ: number;
  /** Power of all tasks that run now, W. */
  readonly powerW: number;
  /** Power by pool right after the last event, W (length J); absent if no power row needs it. */
  readonly poolW?: Float64Array;
  /** Mean rate at which tasks committed energy during the last half hour, W. */
  readonly committedW: number;
  /** Node-seconds not taken by fixed tasks until the end of the day (001 Eq. 2). */
  readonly freeNodeS: number;
  /** Core-seconds not taken by fixed tasks until the end of the day (000 Eq. 6). */
  readonly freeCoreS: number;
}

/** Decides which candidates may be taken. */
export interface Filter {
  /** Begins an event, before any of its candidates is judged. */
  readonly begin: (event: MappingEvent) => void;
  /** Returns true if a candidate may be taken. During an event the result depends only on the candidate's option. */
  readonly allows: (candidate: Candidate) => boolean;
  /** Returns how often each of the two terms set the limit so far, for the record; absent if there is only one term. */
  readonly branches?: () => FilterBranches;
}

/**
 * Numbers of events with a budget in which the number of future tasks was limited by free resources, and by energy (000
 * Eq. 7).
 */
export interface FilterBranches {
  readonly resources: number;
  readonly energy: number;
}

/** Rules by which waiting tasks get nodes. A policy has state, so each simulation creates its own. */
export interface Policy {
  /**
   * Order in which tasks choose: best key of all first, by arrival, at random, or from queues by size in turn. In all
   * but the first, each task takes its best candidate when its turn comes.
   */
  readonly order: 'best-first' | 'arrival' | 'random' | 'queues';
  /** P-states that the policy considers. */
  readonly pStates: 'all' | 'fastest';
  readonly key: Key;
  /** True if candidates that differ only in their pool may have different keys; false if absent. */
  readonly tellsPoolsApart?: boolean;
  /**
   * When a task's key can only fall with later starts: always, or only within an event (then `mayRise` tells by how
   * much it may have risen between events).
   */
  readonly keyFalls: 'ever' | 'within-event';
  /**
   * Returns the largest rise of any key since the last event; Infinity if unknown. If absent: 0, or unknown if keys
   * fall only within an event.
   */
  readonly mayRise?: () => number;
  /** True if candidates with a key of at most 0 are refused. */
  readonly refusesWorthless: boolean;
  /**
   * Which starts at or after the next event stay reserved: none (such tasks get a place-holder that ends with the
   * event), one (other tasks start before the next event or not at all), or all. Starts before the next event are
   * always fixed.
   */
  readonly reservations: 'none' | 'one' | 'all';
  /**
   * Scope of the single reservation if `reservations` is 'one': the whole system, or each group of pools that share
   * work.
   */
  readonly reservationScope?: 'system' | 'group';
  /**
   * When the single reservation ends if `reservations` is 'one': when its task starts, or at the next event, which
   * makes a new one.
   */
  readonly reservationEnds?: 'start' | 'event';
  /** Queue of each task, and number of tasks taken from each queue per round; for the order 'queues'. */
  readonly queues?: { readonly of: (task: number) => number; readonly turns: readonly number[] };
  readonly begin?: (event: MappingEvent) => void;
  /**
   * Returns the index, from 0, of the only candidate of a task that the policy considers in this event, out of `count`;
   * keys are then ignored. Candidates are numbered by option, then by node if nodes are distinguished (serial). Depends
   * on event and task alone. Absent if nothing is drawn.
   */
  readonly draw?: (task: number, count: number) => number;
  /**
   * Returns the current energy price, utility/J, for the record; NaN if none is charged. Absent if the policy has none.
   */
  readonly price?: () => number;
  /** Called when a candidate was taken; returns true if this changes keys. */
  readonly taken?: (candidate: Candidate, event: MappingEvent) => boolean;
}

/** Rules shared by most heuristics of the papers: best key first, all P-states, only place-holders. */
export const MAX_MAX = {
  order: 'best-first',
  pStates: 'all',
  keyFalls: 'ever',
  refusesWorthless: false,
  reservations: 'none',
} as const satisfies Partial<Policy>;
