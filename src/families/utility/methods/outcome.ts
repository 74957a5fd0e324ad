import type { Schedule } from '../../../../models/families/utility/schedule.js';

/** Outcome of a simulation by a policy, in every environment. */
export interface SimulationOutcome {
  readonly schedule: Schedule;
  readonly ledger: SimulationLedger;
  readonly series: EventSeries;
  readonly work: SimulationWork;
}

/** A simulation that advances one mapping event at a time, so that its driver may stop it between two. */
export interface SimulationRun {
  /**
   * Advances until the next mapping event is over; returns false once the simulation has ended, which happens together
   * with the last event.
   */
  readonly advance: () => boolean;
  /** Returns the outcome of a simulation that has ended. */
  readonly outcome: () => SimulationOutcome;
}

/** Returns the outcome of a simulation, run without a stop. */
export function outcomeOf(run: SimulationRun): SimulationOutcome {
  while (run.advance());
  return run.outcome();
}

/** Sums that the simulation updates event by event; D days. */
export interface SimulationLedger {
  /** Length D: energy drawn by day, J, from the power of the nodes over time. */
  readonly energyJ: Float64Array;
  /** Utility by day, counted at completion. */
  readonly utilityByDay: Float64Array;
}

/** Counts and sums at each mapping event, after its decisions. E events, J pools. */
export interface EventSeries {
  /** Moment of each event, s; length E, like all that follow unless stated otherwise. */
  readonly timeS: Float64Array;
  /**
   * Number of tasks that wait to be placed; then that are put off until the next midnight, that are fixed but have not
   * begun, and that run.
   */
  readonly waiting: Int32Array;
  readonly postponed: Int32Array;
  readonly fixed: Int32Array;
  readonly running: Int32Array;
  /** Number of tasks dropped in this event. */
  readonly dropped: Int32Array;
  /** Energy drawn since the day began, J. */
  readonly consumedJ: Float64Array;
  /** Energy drawn since the day began plus what running and fixed tasks will draw in the rest of it, J. */
  readonly committedJ: Float64Array;
  /** Price of energy in force, utility/J; NaN if the policy has none, or none is charged. */
  readonly price: Float64Array;
  /** Number of busy nodes of each pool, event by event; length E x J. */
  readonly busyNodes: Int32Array;
  /** Number of tasks dropped in all events, by task type. */
  readonly droppedByType: Int32Array;
}

/** Counts of work, the same on every machine. */
export interface SimulationWork {
  readonly events: number;
  /** Number of candidates whose utility was computed. */
  readonly candidates: number;
  /** Number of candidates taken, for good or for one event alone. */
  readonly taken: number;
}
