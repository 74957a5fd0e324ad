import type { Day } from '../../../../models/families/utility/model.js';

/**
 * Option and start for one waiting task. The engines reuse one record: keys may read it, but must keep nothing of it.
 */
export interface Candidate {
  readonly task: number;
  /**
   * Index into the options of the model; then pool and P-state of that option, number of nodes it takes and of their
   * cores.
   */
  readonly option: number;
  readonly pool: number;
  readonly pState: number;
  readonly nodes: number;
  readonly cores: number;
  /** Start, s; then completion, and the remaining execution time between them. */
  readonly startS: number;
  readonly endS: number;
  readonly timeS: number;
  /** Energy that is left to draw, J. */
  readonly energyJ: number;
  /** Utility earned at endS. */
  readonly utility: number;
}

/**
 * Returns the worth of a candidate; the largest is taken first, among equal ones the shorter execution, then the
 * earlier start, the lower pool, P-state and task. It depends on the candidate and on what the policy learnt when the
 * event began, and does not fall if the utility rises and all else is equal, so that its value at a larger utility is
 * an upper bound.
 */
export type Key = (candidate: Candidate) => number;

/** State of the simulation that a policy knows at a mapping event. */
export interface MappingEvent {
  /** Moment of this event and of the next one, s. */
  readonly nowS: number;
  readonly nextS: number;
  readonly day: Day;
  /** Energy drawn since the day began, J. */
  readonly consumedJ: number;
  /** Energy drawn since the day began plus what running and fixed tasks will draw in the rest of it, J. */
  readonly committedJ: number;
  /** Power of all tasks that run now, W. */
  readonly powerW: number;
  /** Power by pool right after the last event, W (length J); absent if no power row needs it. */
  readonly poolW?: Float64Array;
  /** Mean rate at which tasks fixed in the half hour before nowS have committed energy, W. */
  readonly committedW: number;
  /** Node-seconds that fixed tasks leave free from now to the end of the day (001 Eq. 2). */
  readonly freeNodeS: number;
  /** Core-seconds (000 Eq. 6). */
  readonly freeCoreS: number;
}

/** Decides which candidates may be taken at all. */
export interface Filter {
  /** Begins an event, before any of its candidates is judged. */
  readonly begin: (event: MappingEvent) => void;
  /**
   * Returns true if a candidate may be taken. Until the next call of `begin` the result depends on the candidate's
   * option alone.
   */
  readonly allows: (candidate: Candidate) => boolean;
  /**
   * Returns the number of events so far in which each of two terms set the limit; absent if there is only one term. For
   * the record.
   */
  readonly branches?: () => FilterBranches;
}

/**
 * Number of events with a budget in which free resources limited the number of tasks still to come, and in which energy
 * did (000 Eq. 7).
 */
export interface FilterBranches {
  readonly resources: number;
  readonly energy: number;
}

/**
 * Rules by which waiting tasks are given nodes. A policy may keep what it has learnt, so each simulation makes its own.
 */
export interface Policy {
  /**
   * Order in which tasks choose: the one with the best key of all first; by arrival; at random; from queues by size in
   * turn. In all but the first the task whose turn it is takes its best candidate.
   */
  readonly order: 'best-first' | 'arrival' | 'random' | 'queues';
  /** P-states that the policy considers. */
  readonly pStates: 'all' | 'fastest';
  readonly key: Key;
  /** True if keys of candidates that differ in nothing but the pool may differ; if absent, they do not. */
  readonly tellsPoolsApart?: boolean;
  /**
   * When the key of a task can only fall as candidates start later: within an event and from event to event, or within
   * an event alone (`mayRise` then says by how much it may have risen between events).
   */
  readonly keyFalls: 'ever' | 'within-event';
  /**
   * Returns the largest rise of any key from the last event to the one that has begun; Infinity if unknown. If absent:
   * 0 or unknown, as keyFalls says.
   */
  readonly mayRise?: () => number;
  /** True if a candidate whose key is 0 or less is refused. */
  readonly refusesWorthless: boolean;
  /**
   * Which starts at or after the next event stay reserved: none (every such task gets a place-holder, which ends with
   * the event), one (others start before the next event or not at all), or all. A task that starts before the next
   * event is fixed in any case.
   */
  readonly reservations: 'none' | 'one' | 'all';
  /**
   * Scope of the single reservation if `reservations` is `one`: the whole system, or each group of pools that share
   * work.
   */
  readonly reservationScope?: 'system' | 'group';
  /**
   * End of the single reservation if `reservations` is `one`: the start of its task, or the next event, at which it is
   * made anew.
   */
  readonly reservationEnds?: 'start' | 'event';
  /**
   * Queue of a task, and number of tasks taken from each queue in a round, first queue first; for the order `queues`.
   */
  readonly queues?: { readonly of: (task: number) => number; readonly turns: readonly number[] };
  readonly begin?: (event: MappingEvent) => void;
  /**
   * Returns the index, from 0, of the only one of `count` candidates of a task that the policy considers in this event;
   * the key is not used then. Candidates are numbered by option, then by node if nodes are distinguished (serial). A
   * draw depends on event and task alone. Absent if nothing is drawn.
   */
  readonly draw?: (task: number, count: number) => number;
  /**
   * Returns the price of energy in force, utility/J, NaN if none is charged; absent if the policy has none. For the
   * record only.
   */
  readonly price?: () => number;
  /** Called when a candidate was taken; returns true if keys change by it. */
  readonly taken?: (candidate: Candidate, event: MappingEvent) => boolean;
}

/** Rules that most heuristics of the papers share: best key first, all P-states, place-holders only. */
export const MAX_MAX = {
  order: 'best-first',
  pStates: 'all',
  keyFalls: 'ever',
  refusesWorthless: false,
  reservations: 'none',
} as const satisfies Partial<Policy>;
