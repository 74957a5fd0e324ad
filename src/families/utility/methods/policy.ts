import type { Day } from '../../../../models/families/utility/model.js';

/**
 * An option (pool and P-state) and a start for a waiting task. Simulations overwrite a single record; policies must not
 * keep it.
 */
export interface Candidate {
  readonly task: number;
  /** Index of the option (pool and P-state) in the model. */
  readonly option: number;
  readonly pool: number;
  /** P-state, 0 is the fastest. */
  readonly pState: number;
  /** Number of nodes that the task would occupy. */
  readonly nodes: number;
  /** Number of cores of the nodes that the task would occupy. */
  readonly cores: number;
  readonly startS: number;
  readonly endS: number;
  /** Execution time that remains at the start, s. */
  readonly timeS: number;
  /** Energy that the task will still draw, J. */
  readonly energyJ: number;
  /** Utility earned at the completion. */
  readonly utility: number;
}

/**
 * Returns the key of a candidate, its priority: the candidate with the largest key is taken first. A candidate with the
 * key -Infinity is refused. Ties go to the
 * shorter execution, then the earlier start, then the lower pool, P-state and task. The key depends only on the
 * candidate and on what the policy knew when the mapping event began. It must not fall when only the utility rises.
 */
export type Key = (candidate: Candidate) => number;

/** State of the system that a policy sees at a mapping event. */
export interface MappingEvent {
  readonly nowS: number;
  /** Moment of the next mapping event, s. */
  readonly nextS: number;
  readonly day: Day;
  /** Energy drawn since the day began, J. */
  readonly consumedJ: number;
  /** Energy drawn since the day began, plus the energy that running and decided tasks will still draw that day, J. */
  readonly committedJ: number;
  /** The day after, with the energy that running and decided tasks will draw in it, J; absent on the last day. */
  readonly next?: { readonly day: Day; readonly committedJ: number };
  /** Power of all running tasks, W. */
  readonly powerW: number;
  /** Power of each pool just after the last mapping event, W; absent if the model has no power limits. */
  readonly poolW?: Float64Array;
  /** Energy of the runs decided in the last half hour, divided by the length of that time, W. */
  readonly committedW: number;
  /**
   * Node-seconds until the end of the day that running and decided tasks leave free (the paper on serial tasks, Eq. 2).
   */
  readonly freeNodeS: number;
  /**
   * Core-seconds until the end of the day that running and decided tasks leave free (the paper on parallel tasks, Eq.
   * 6).
   */
  readonly freeCoreS: number;
}

/** Decides which candidates (pool, P-state and start of a task) may be taken, judging by their energy. */
export interface Filter {
  /** Must be called when a mapping event begins, before `allows`. */
  readonly begin: (event: MappingEvent) => void;
  /**
   * Returns true if a candidate may be taken. During a mapping event this depends only on its option (pool and
   * P-state).
   */
  readonly allows: (candidate: Candidate) => boolean;
  /** Returns how often each term has set the filter's limit so far; absent if the filter has only one term. */
  readonly branches?: () => FilterBranches;
}

/**
 * Number of mapping events, on days with a budget, at which each term set the limit on a task's energy. The terms are
 * the free resources and the energy left (the paper on parallel tasks, Eq. 7).
 */
export interface FilterBranches {
  readonly resources: number;
  readonly energy: number;
}

/** Rules by which waiting tasks get nodes. A policy has state, so each simulation needs its own. */
export interface Policy {
  /**
   * Order in which tasks are served: the task with the best key (priority) first, by arrival, at random, or from queues
   * in turn. In all orders but `best-first`, a task takes its best candidate when its turn comes.
   */
  readonly order: 'best-first' | 'arrival' | 'random' | 'queues';
  /** P-states that the policy considers: all, or only the fastest. */
  readonly pStates: 'all' | 'fastest';
  readonly key: Key;
  /**
   * Returns the utility at or below which a candidate is refused, whatever its own utility. It does not fall as the start
   * gets later, and otherwise only when keys (priorities) may rise. Absent if the policy refuses nothing.
   */
  readonly refused?: (candidate: Candidate) => number;
  /**
   * True if the key (priority) never falls with a shorter execution on the same pool from the same start, whatever the
   * energy. Absent if it may fall.
   */
  readonly prefersFaster?: boolean;
  /**
   * True if the key (priority) depends on utility and energy alone, never rises with the energy, and options draw the
   * same energy whenever they start. Absent otherwise.
   */
  readonly prefersLessEnergy?: boolean;
  /** True if candidates that differ only in their pool may have different keys (priorities); false if absent. */
  readonly tellsPoolsApart?: boolean;
  /**
   * Time during which the key (priority) of a task and option never rises as its start gets later. `ever`: the whole
   * simulation. `within-event`: one mapping event; `haveKeysChanged` then tells whether keys may differ between events.
   */
  readonly keyFalls: 'ever' | 'within-event';
  /**
   * Returns false only if no candidate's key (priority) has risen since the last mapping event, nor, for serial tasks,
   * changed at all. If the function is absent, keys never rise with `keyFalls` = `ever`, and may always have changed with `within-event`.
   */
  readonly haveKeysChanged?: () => boolean;
  /**
   * Which starts at or after the next mapping event are reserved. A start before the next event is always final.
   * `none`: no start is reserved; a task with a later start gets a place-holder, which ends with the event. `one`: one
   * task has a reservation; all others start before the next event or wait. `all`: every start is reserved.
   */
  readonly reservations: 'none' | 'one' | 'all';
  /** Scope of a single reservation: the whole system, or each group of pools that can run the same work. */
  readonly reservationScope?: 'system' | 'group';
  /**
   * When a single reservation ends: when its task starts, or at the next mapping event, which makes a new reservation.
   */
  readonly reservationEnds?: 'start' | 'event';
  /**
   * For the order `queues`: index of a task's queue (`of`), and number of tasks taken from each queue in a round
   * (`turns`).
   */
  readonly queues?: { readonly of: (task: number) => number; readonly turns: readonly number[] };
  readonly begin?: (event: MappingEvent) => void;
  /**
   * For the random policy only: returns the index of the one candidate of a task that the policy considers in this
   * mapping event, below `count`. Candidates are numbered by option (pool and P-state), for serial tasks by option and
   * node. Keys (priorities) are ignored. The result depends only on event and task.
   */
  readonly draw?: (task: number, count: number) => number;
  /**
   * Returns the current energy price for the recorded time series, utility/J; NaN if energy is free. Absent if the
   * policy has none.
   */
  readonly price?: () => number;
  /**
   * Returns the current price of a node in each pool for the recorded time series, utility per node-second; null while
   * there is none. Absent if the policy never has one.
   */
  readonly nodePrice?: () => Float64Array | null;
  /**
   * Returns what the energy of a candidate costs at the policy's price of energy, utility; Infinity if no energy is left
   * that could be paid for. Absent if the policy has no prices.
   */
  readonly paidForEnergy?: (candidate: Candidate) => number;
  /**
   * Returns what the energy of a candidate costs with what the policy charges for full power limits as well, utility.
   * Absent if the policy has no prices.
   */
  readonly paidWithPower?: (candidate: Candidate) => number;
  /** Called when a task has taken a candidate. Returns true if keys (priorities) have changed. */
  readonly taken?: (candidate: Candidate, event: MappingEvent) => boolean;
}

/** Rules shared by most heuristics of the papers: best key (priority) first, all P-states, no reservations. */
export const MAX_MAX = {
  order: 'best-first',
  pStates: 'all',
  keyFalls: 'ever',
  reservations: 'none',
} as const satisfies Partial<Policy>;
