/**
 * A list of tasks in order of arrival. Values that neither the task nor the instance states are drawn when the instance
 * is compiled.
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
  /** Number of cores of each task; 0 for a task that does not state it. Null if no task states it. */
  readonly cores: Int32Array | null;
  /** Index of the utility class of each task; -1 for a task that does not state it. Null if no task states it. */
  readonly utilityClass: Int32Array | null;
  /** Starting utility of each task; NaN for a task that does not state it. Null if no task states it. */
  readonly startingUtility: Float64Array | null;
  /** Urgency of each task, 1/urgencyUnitS; NaN for a task that does not state it. Null if no task states it. */
  readonly urgency: Float64Array | null;
  /**
   * For each task: 1 if it may preempt others, 0 if not, -1 if the task does not state it. Null if no task states it.
   */
  readonly mayPreempt: Int8Array | null;
  /** For each task: 1 if it may be preempted, 0 if not, -1 if the task does not state it. Null if no task states it. */
  readonly mayBePreempted: Int8Array | null;
  /** Run time of the trace job from which each task was made, s. Null unless run times are taken from a trace. */
  readonly runS: Float64Array | null;
  /**
   * Index of the burst in which each task arrived, i.e. of the group of similar tasks that arrive together. Null
   * without bursts.
   */
  readonly burst: Int32Array | null;
}

/**
 * Returns a list of tasks that state only arrival and type.
 *
 * @param arrivalS arrival of each task, s, ascending
 * @param type index of the task type of each task
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
