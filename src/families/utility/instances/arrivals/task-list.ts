/**
 * A list of tasks in order of arrival. Values that neither task nor instance states are drawn when the instance is
 * compiled.
 */
export interface TaskList {
  readonly count: number;
  readonly name: (task: number) => string;
  /** Returns the path of a task's field in the file that lists the task, for messages about faults. */
  readonly place: (task: number, field: string) => string;
  /** Arrival of each task, s, ascending. */
  readonly arrivalS: Float64Array;
  /** Index of the task type of each task. */
  readonly type: Int32Array;
  /** Number of cores of each task; 0 where a task states none. Null if no task states any. */
  readonly cores: Int32Array | null;
  /** Index of the utility class of each task; -1 where a task states none. Null if no task states any. */
  readonly utilityClass: Int32Array | null;
  /** Starting utility of each task; NaN where a task states none. Null if no task states any. */
  readonly startingUtility: Float64Array | null;
  /** Urgency of each task, 1/urgencyUnitS; NaN where a task states none. Null if no task states any. */
  readonly urgency: Float64Array | null;
  /** Whether each task may preempt others: 1 yes, 0 no, -1 not stated. Null if no task states it. */
  readonly mayPreempt: Int8Array | null;
  /** Whether each task may be preempted: 1 yes, 0 no, -1 not stated. Null if no task states it. */
  readonly mayBePreempted: Int8Array | null;
  /** Time of each task in P-state 0 on the first pool that can run it, s: as stated, or the run time of its job in a trace.
   * NaN for a task with the time of its type. Null if all tasks have that. */
  readonly runS: Float64Array | null;
  /** Index of each task's burst (group of similar tasks that arrive together); null without bursts. */
  readonly burst: Int32Array | null;
  /**
   * Share of a day's work that jobs of the trace before the simulated time brought in each hour after midnight; null
   * without such jobs.
   */
  readonly workByHour: Float64Array | null;
}

/** Returns a list of tasks that state only arrival (s, ascending) and index of their task type. */
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
    workByHour: null,
  };
}
