import type { Schedule } from '../../../../models/families/utility/schedule.js';

/** Result of simulating a policy in any environment. */
export interface SimulationOutcome {
  readonly schedule: Schedule;
  readonly ledger: SimulationLedger;
  readonly series: EventSeries;
  readonly work: SimulationWork;
}

/** A simulation that advances by one mapping event at a time and can be stopped in between. */
export interface SimulationRun {
  /** Advances past the next mapping event; returns false once the simulation has ended. */
  readonly advance: () => boolean;
  /** Returns the outcome of a simulation that has ended. */
  readonly outcome: () => SimulationOutcome;
}

export function outcomeOf(run: SimulationRun): SimulationOutcome {
  while (run.advance());
  return run.outcome();
}

/** Energy and utility of a simulation, by day. */
export interface SimulationLedger {
  /** Energy by day, J, integrated from the power of the nodes. */
  readonly energyJ: Float64Array;
  /** Utility earned by day. A task's utility is divided among days in proportion to its execution time in each. */
  readonly utilityByDay: Float64Array;
}

/** Time series over the mapping events of a simulation, recorded after the decisions of each event. */
export interface EventSeries {
  /** Moment of each mapping event, s. Unless stated otherwise, all arrays have one entry per event. */
  readonly timeS: Float64Array;
  readonly waiting: Int32Array;
  /** Number of tasks postponed until midnight. */
  readonly postponed: Int32Array;
  /** Number of tasks whose start is decided but lies in the future. */
  readonly fixed: Int32Array;
  readonly running: Int32Array;
  /** Number of tasks dropped at each mapping event. */
  readonly dropped: Int32Array;
  /** Energy drawn since the day began, J. */
  readonly consumedJ: Float64Array;
  /** Energy drawn since the day began, plus the energy that running and decided tasks will still draw that day, J. */
  readonly committedJ: Float64Array;
  /** Energy price with which the policy chose at each mapping event, utility/J; NaN if the policy uses none. */
  readonly price: Float64Array;
  /**
   * Price of a node with which the policy chose at each mapping event, utility per node-second, [event][pool]; NaN while
   * it has none. Empty if the policy puts no price on nodes.
   */
  readonly nodePrice: Float64Array;
  /** Number of busy nodes after each mapping event, [event][pool]. */
  readonly busyNodes: Int32Array;
  /** Reason for which each task was dropped, as index into `DROP_REASONS`; -1 for tasks that were not dropped. */
  readonly dropReason: Int8Array;
}

/** Numbers of operations of a simulation: its computing effort, the same on every computer. */
export interface SimulationWork {
  readonly events: number;
  /** Number of candidates (option and start for a task) whose utility was computed. */
  readonly candidates: number;
  /**
   * Number of candidates (option and start for a task) that the policy chose, including place-holders (nodes reserved
   * until the next event).
   */
  readonly taken: number;
}
