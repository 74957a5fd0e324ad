import type { Day } from '../../../../models/problems/utility/problem.js';

/** Option and start for one waiting task. The engines reuse one record: keys read it and keep nothing of it. */
export interface Candidate {
  readonly task: number;
  /** Index into the options of the problem; pool and P-state of that option, number of nodes it takes and of their cores. */
  readonly option: number;
  readonly pool: number;
  readonly pState: number;
  readonly nodes: number;
  readonly cores: number;
  /** Start and completion, s; the execution time that is left between them, s. */
  readonly startS: number;
  readonly endS: number;
  readonly timeS: number;
  /** Energy that is left to draw, J. */
  readonly energyJ: number;
  /** Utility earned at endS. */
  readonly utility: number;
}

/**
 * Worth of a candidate; the greatest is taken first, among equal ones the shorter execution, then the earlier start, the lower pool, P-state and
 * task. It depends on the candidate and on what the policy learnt when the event began, and does not fall where the utility rises and all else
 * stays, so that its value at a greater utility is an upper bound.
 */
export type Key = (candidate: Candidate) => number;

/** State of the simulation that a policy knows at a mapping event. */
export interface MappingEvent {
  /** Moment of this event and of the next one, s. */
  readonly nowS: number;
  readonly nextS: number;
  readonly day: Day;
  /** Energy drawn since the day began, and the same plus what running and fixed tasks will draw in the rest of it, J. */
  readonly consumedJ: number;
  readonly committedJ: number;
  /** Power of all tasks that run now, W. */
  readonly powerW: number;
  /** Power by pool right after the last event, W (length J); absent where no power row needs it. */
  readonly poolW?: Float64Array;
  /** Mean rate at which tasks fixed in the half hour before nowS have committed energy, W. */
  readonly committedW: number;
  /** Node-seconds and core-seconds that fixed tasks leave free from now to the end of the day (001 Eq. 2, 000 Eq. 6). */
  readonly freeNodeS: number;
  readonly freeCoreS: number;
}

/** Limit on the candidates that may be taken at all. */
export interface Filter {
  /** Beginning of an event, before any of its candidates is judged. */
  readonly begin: (event: MappingEvent) => void;
  /**
   * Returns true if a candidate may be taken. Until the next call of `begin` it depends on the candidate's option
   * alone.
   */
  readonly allows: (candidate: Candidate) => boolean;
  /**
   * Returns the number of events so far in which each of two terms set the limit; absent where there is one term alone.
   * For the record.
   */
  readonly branches?: () => FilterBranches;
}

/** Number of events with a budget in which free resources, and in which energy, limited the number of tasks still to come (000 Eq. 7). */
export interface FilterBranches {
  readonly resources: number;
  readonly energy: number;
}

/** Rules by which waiting tasks are given nodes. A policy may hold what it has learnt, so each simulation makes its own. */
export interface Policy {
  /**
   * Order in which tasks choose: the one with the best key of all first; by arrival; at random; from queues by size in turn. In all but the first
   * the task whose turn it is takes its best candidate.
   */
  readonly order: 'best-first' | 'arrival' | 'random' | 'queues';
  /** P-states that the policy looks at. */
  readonly pStates: 'all' | 'fastest';
  readonly key: Key;
  /** True if keys of candidates that differ in nothing but the pool may differ. Absent: they do not. */
  readonly tellsPoolsApart?: boolean;
  /**
   * Span in which the key of a task can only fall as candidates start later: within an event and from event to event, or within an event alone
   * (`mayRise` then says by how much it may have risen between events).
   */
  readonly keyFalls: 'ever' | 'within-event';
  /**
   * Returns the largest rise of any key from the last event to the one that has begun; Infinity where it is not known.
   * Absent: 0 or unknown, as keyFalls says.
   */
  readonly mayRise?: () => number;
  /** True if a candidate whose key is 0 or less is refused. */
  readonly refusesWorthless: boolean;
  /**
   * Number of starts at or after the next event that stay reserved: none (every such task gets a place-holder, which ends with the event), one
   * (others start before the next event or not at all), or all. A task that starts before the next event is fixed in any case.
   */
  readonly reservations: 'none' | 'one' | 'all';
  /** Scope of the one reservation, where `reservations` is `one`: the whole system, or each group of pools that share work. */
  readonly reservationScope?: 'system' | 'group';
  /** End of the one reservation, where `reservations` is `one`: the start of its task, or the next event, at which it is made anew. */
  readonly reservationEnds?: 'start' | 'event';
  /** Queue of a task, and number of tasks taken from each queue in a round, first queue first; for the order `queues`. */
  readonly queues?: { readonly of: (task: number) => number; readonly turns: readonly number[] };
  readonly begin?: (event: MappingEvent) => void;
  /**
   * Returns the index, from 0, of the only one of `count` candidates of a task that the policy looks at in this event;
   * the key is not used then. Candidates are numbered by option, then by node where nodes are told apart (serial). A
   * draw depends on event and task alone. Absent: no draws.
   */
  readonly draw?: (task: number, count: number) => number;
  /**
   * Returns the price of energy in force, utility/J, NaN where none is charged; absent where the policy has none. For
   * the record alone.
   */
  readonly price?: () => number;
  /** Notes that a candidate was taken; true where it changes keys. */
  readonly taken?: (candidate: Candidate, event: MappingEvent) => boolean;
}

/** Rules that most heuristics of the papers share: best key first, all P-states, place-holders alone. */
export const MAX_MAX = {
  order: 'best-first',
  pStates: 'all',
  keyFalls: 'ever',
  refusesWorthless: false,
  reservations: 'none',
} as const satisfies Partial<Policy>;
