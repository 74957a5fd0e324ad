import type { Schedule } from '../../../../models/families/utility/schedule.js';

/** Result of simulating a policy in any environment. */
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

/** Energy and utility of a simulation, by day. */
export interface SimulationLedger {
  /** Energy by day, J, integrated from the power of the nodes. */
  readonly energyJ: Float64Array;
  /** Utility earned by day. That of a task is divided among the days in proportion to its execution time in each. */
  readonly utilityByDay: Float64Array;
}

/** Time series over the mapping events of a simulation, recorded after the decisions of each event. */
export interface EventSeries {
  /**
   * Moment of each mapping event, s. All arrays have one entry for each event unless their description says otherwise.
   */
  readonly timeS: Float64Array;
  /** Number of waiting tasks. */
  readonly waiting: Int32Array;
  /** Number of tasks postponed until midnight. */
  readonly postponed: Int32Array;
  /** Number of tasks whose start is decided but lies in the future. */
  readonly fixed: Int32Array;
  /** Number of running tasks. */
  readonly running: Int32Array;
  /** Number of tasks dropped at each mapping event. */
  readonly dropped: Int32Array;
  /** Energy drawn since the day began, J. */
  readonly consumedJ: Float64Array;
  /** Energy drawn since the day began, plus what running and decided tasks will still draw that day, J. */
  readonly committedJ: Float64Array;
  /** Energy price with which the policy chose at each mapping event, utility/J; NaN if the policy uses none. */
  readonly price: Float64Array;
  /** Number of busy nodes after each mapping event, [event][pool]. */
  readonly busyNodes: Int32Array;
  /** Number of tasks dropped in the whole simulation, by task type. */
  readonly droppedByType: Int32Array;
}

/** Numbers of operations of a simulation, as a measure of computing effort. They are the same on every computer. */
export interface SimulationWork {
  readonly events: number;
  /** Number of candidates (option and start for a task) whose utility was computed. */
  readonly candidates: number;
  /**
   * Number of candidates (option and start for a task) that the policy chose. Place-holders (nodes reserved until the
   * next event) are included.
   */
  readonly taken: number;
}
