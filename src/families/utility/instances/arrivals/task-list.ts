/** Tasks in order of arrival. Fields that an instance leaves open are drawn when it is compiled. N tasks. */
export interface TaskList {
  readonly count: number;
  readonly name: (task: number) => string;
  /** Returns the place of a task's field in its file, as faults name it. */
  readonly place: (task: number, field: string) => string;
  /** Length N: arrival, s, ascending. `type`: task type. */
  readonly arrivalS: Float64Array;
  readonly type: Int32Array;
  /** Length N: number of cores, 0 if not given; null if no task gives it. */
  readonly cores: Int32Array | null;
  /**
   * Length N: utility class (-1 if not given); starting utility and urgency (NaN if not given). Null if no task gives
   * it.
   */
  readonly utilityClass: Int32Array | null;
  readonly startingUtility: Float64Array | null;
  readonly urgency: Float64Array | null;
  /** Length N: 1 if the task may preempt others, 0 if not, -1 if not given; likewise whether it may be preempted. */
  readonly mayPreempt: Int8Array | null;
  readonly mayBePreempted: Int8Array | null;
  /** Run time of the task's job in a trace, s; null without a trace. */
  readonly runS: Float64Array | null;
  /** Number of the burst in which the task arrived; tasks of one burst are similar. */
  readonly burst: Int32Array | null;
}

/** Returns a list with only arrivals and types, each of length N. */
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
