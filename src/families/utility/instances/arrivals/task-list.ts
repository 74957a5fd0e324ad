/** N tasks in order of arrival. Values that the instance does not state are drawn later, when it is compiled. */
export interface TaskList {
  readonly count: number;
  readonly name: (task: number) => string;
  /** Returns the path of a task's field in its file, for messages about faults. */
  readonly place: (task: number, field: string) => string;
  /** Arrivals, s, ascending, length N. */
  readonly arrivalS: Float64Array;
  /** Indices of the task types, length N. */
  readonly type: Int32Array;
  /** Numbers of cores, length N; 0 for a task that does not state it. Null if no task states it. */
  readonly cores: Int32Array | null;
  /** Indices of the utility classes, length N; -1 for a task that does not state it. Null if no task states it. */
  readonly utilityClass: Int32Array | null;
  /** Starting utilities, length N; NaN for a task that does not state it. Null if no task states it. */
  readonly startingUtility: Float64Array | null;
  /** Urgencies, length N; NaN for a task that does not state it. Null if no task states it. */
  readonly urgency: Float64Array | null;
  /** 1 if the task may preempt others, 0 if not, -1 if it does not state it; length N. Null if no task states it. */
  readonly mayPreempt: Int8Array | null;
  /** 1 if the task may be preempted, 0 if not, -1 if it does not state it; length N. Null if no task states it. */
  readonly mayBePreempted: Int8Array | null;
  /**
   * Run times of the jobs in the trace from which the tasks come, s, length N. Null unless run times are taken from a
   * trace.
   */
  readonly runS: Float64Array | null;
  /** Index of the burst in which each task arrived, length N; tasks of one burst are similar. Null without bursts. */
  readonly burst: Int32Array | null;
}

/**
 * Returns a list of N tasks that state only arrival and type.
 *
 * @param arrivalS arrivals, s, ascending, length N
 * @param type indices of the task types, length N
 */
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
