import type { Schedule } from '../../../../models/problems/utility/schedule.js';

/** Outcome of a simulation by a policy, in every environment. */
export interface SimulationOutcome {
  readonly schedule: Schedule;
  readonly ledger: SimulationLedger;
  readonly series: EventSeries;
  readonly work: SimulationWork;
}

/** A simulation that goes on a mapping event at a time, so that whoever runs it may stop it between two. */
export interface SimulationRun {
  /**
   * Returns the progress until the next mapping event is over; false once the simulation has ended, which no pause
   * separates from the last event.
   */
  readonly advance: () => boolean;
  /** Returns the outcome of a simulation that has ended. */
  readonly outcome: () => SimulationOutcome;
}

/** Returns the outcome of a simulation that nobody stops. */
export function outcomeOf(run: SimulationRun): SimulationOutcome {
  while (run.advance());
  return run.outcome();
}

/** Sums that the simulation keeps event by event; D days. */
export interface SimulationLedger {
  /** Length D each: energy drawn by day, J, from the power of the nodes over time; utility by day, settled at completion. */
  readonly energyJ: Float64Array;
  readonly utilityByDay: Float64Array;
}

/** Counts and sums at each mapping event, once its decisions had been taken. E events, J pools. */
export interface EventSeries {
  /** Moment of each event, s; length E, as all that follow unless they say otherwise. */
  readonly timeS: Float64Array;
  /** Numbers of tasks that wait to be placed, are put off until the next midnight, are fixed but have not begun, and run. */
  readonly waiting: Int32Array;
  readonly postponed: Int32Array;
  readonly fixed: Int32Array;
  readonly running: Int32Array;
  /** Number of tasks dropped in this event. */
  readonly dropped: Int32Array;
  /** Energy drawn since the day began, and the same plus what running and fixed tasks will draw in the rest of it, J. */
  readonly consumedJ: Float64Array;
  readonly committedJ: Float64Array;
  /** Price of energy in force, utility/J; NaN where the policy has none, and where none is charged. */
  readonly price: Float64Array;
  /** Number of busy nodes of each pool, event by event; length E x J. */
  readonly busyNodes: Int32Array;
  /** Number of tasks dropped in all events, by task type. */
  readonly droppedByType: Int32Array;
}

/** Counts of work, the same on every machine. */
export interface SimulationWork {
  readonly events: number;
  /** Number of candidates whose utility was computed, and of candidates taken, for good or for one event alone. */
  readonly candidates: number;
  readonly taken: number;
}
