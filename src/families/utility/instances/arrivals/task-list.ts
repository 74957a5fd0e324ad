/** Tasks in the order of arrival, as far as an instance says; what it leaves open is drawn when it is compiled. N tasks. */
export interface TaskList {
  readonly count: number;
  readonly name: (task: number) => string;
  /** Place that a field of the task comes from, as faults name it. */
  readonly place: (task: number, field: string) => string;
  /** Length N each: arrival, s, ascending; task type. */
  readonly arrivalS: Float64Array;
  readonly type: Int32Array;
  /** Length N each; null if no task says. Cores, 0 where not said. */
  readonly cores: Int32Array | null;
  /** Utility class, -1 where not said; starting utility and urgency, NaN where not said. */
  readonly utilityClass: Int32Array | null;
  readonly startingUtility: Float64Array | null;
  readonly urgency: Float64Array | null;
  /** Flags, 1 yes, 0 no, -1 not said: the task may preempt others; it may be preempted. */
  readonly mayPreempt: Int8Array | null;
  readonly mayBePreempted: Int8Array | null;
  /** Run time of the task's job in a trace, s. */
  readonly runS: Float64Array | null;
  /** Number of the burst that the task came in: neighbours of one burst are alike. */
  readonly burst: Int32Array | null;
}

/** A list of which nothing is known but arrivals and types. Lengths N. */
export function plainTasks(arrivalS: Float64Array, type: Int32Array): TaskList {
  return {
    count: arrivalS.length,
    name: (task) => `t${task + 1}`,
    place: () => 'taskTypes',
    arrivalS,
    type,
    cores: null,
    utilityClass: null,
    startingUtility: null,
    urgency: null,
    mayPreempt: null,
    mayBePreempted: null,
    runS: null,
    burst: null,
  };
}
