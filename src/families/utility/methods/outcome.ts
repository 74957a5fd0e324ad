import type { Schedule } from '../../../../models/families/utility/schedule.js';

/** Outcome of simulating a policy, in any environment. */
export interface SimulationOutcome {
  readonly schedule: Schedule;
  readonly ledger: SimulationLedger;
  readonly series: EventSeries;
  readonly work: SimulationWork;
}

/** A simulation that advances one mapping event at a time, so that it can be stopped between events. */
export interface SimulationRun {
  /** Advances past the next mapping event; returns false once the simulation has ended. */
  readonly advance: () => boolean;
  /** Returns the outcome of a simulation that has ended. */
  readonly outcome: () => SimulationOutcome;
}

/** Runs a simulation to its end and returns the outcome. */
export function outcomeOf(run: SimulationRun): SimulationOutcome {
  while (run.advance());
  return run.outcome();
}

/** Sums kept by the simulation; D days. */
export interface SimulationLedger {
  /** Length D: energy drawn by day, J, from the nodes' power over time. */
  readonly energyJ: Float64Array;
  /** Utility by day of completion. */
  readonly utilityByDay: Float64Array;
}

/** Counts and sums at each mapping event, after its decisions. E events, J pools. */
export interface EventSeries {
  /** Moment of each event, s; length E, as all following arrays unless stated otherwise. */
  readonly timeS: Float64Array;
  /**
   * Number of tasks that wait for a place. The next arrays count tasks put off until midnight, fixed but not started,
   * and running.
   */
  readonly waiting: Int32Array;
  readonly postponed: Int32Array;
  readonly fixed: Int32Array;
  readonly running: Int32Array;
  /** Number of tasks dropped in this event. */
  readonly dropped: Int32Array;
  /** Energy drawn since the day began, J. */
  readonly consumedJ: Float64Array;
  /** Energy drawn since the day began plus what fixed tasks will still draw that day, J. */
  readonly committedJ: Float64Array;
  /** Current price of energy, utility/J; NaN if the policy has none or does not charge. */
  readonly price: Float64Array;
  /** Number of busy nodes of each pool, event by event; length E x J. */
  readonly busyNodes: Int32Array;
  /** Number of tasks dropped in all events, by task type. */
  readonly droppedByType: Int32Array;
}

/** Counts of work done; equal on every machine. */
export interface SimulationWork {
  readonly events: number;
  /** Number of candidates whose utility was computed. */
  readonly candidates: number;
  /** Number of candidates taken, including place-holders for one event. */
  readonly taken: number;
}
