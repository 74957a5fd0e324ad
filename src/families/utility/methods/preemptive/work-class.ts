/** Properties shared by the tasks of a burst (equal tasks that arrive together). */
export interface Burst {
  /** Index of the kind of work (task type and cores). */
  readonly kind: number;
  /** Index of the utility function. */
  readonly utility: number;
  readonly arrivalS: number;
  readonly mayPreempt: boolean;
  readonly mayBePreempted: boolean;
}

/**
 * Class of equal waiting tasks of one burst (equal tasks that arrive together). Preempted tasks of a class also have
 * the same option (pool and P-state) and remaining work.
 */
export interface WaitingClass {
  readonly burst: Burst;
  /** Option (pool and P-state) on which preempted tasks must continue; -1 if the tasks have not started. */
  readonly option: number;
  /** Remaining execution time of preempted tasks, without preemption overhead, s; 0 if the tasks have not started. */
  readonly leftS: number;
  /** Task indices, ascending. Tasks before index `head` have left the class. */
  tasks: number[];
  head: number;
  /** Largest key (priority) of the class when it was last examined, including refused options. Infinity before that. */
  bound: number;
  /** Position of the class in its heap (`ClassHeap`); -1 if it is in none. */
  place: number;
  // What follows holds within an event.
  /**
   * Key (priority) of the tasks on each option (pool and P-state) that they may take: only one for preempted tasks. NaN
   * for an option that is not allowed.
   */
  readonly keys: number[];
  /** True if the class was examined in this mapping event. */
  isLookedAt: boolean;
  /**
   * Priority of the class among classes of waiting tasks, with its chosen place; the largest is served first. -Infinity
   * if no place can be taken.
   */
  value: number;
  /** Index of the chosen option (pool and P-state) among those that the tasks may take; -1 if none is chosen. */
  choice: number;
  /** Class of the running task that is preempted if the chosen place is taken; null if the place is an idle node. */
  victim: RunningClass | null;
  /**
   * Class of the running task with which the waiting tasks form a pair: one of the two runs first. Null if there is
   * none.
   */
  partner: RunningClass | null;
  /** Index of the option (pool and P-state) on which the class would replace its running partner. */
  partnerChoice: number;
  /** True if the pair's sum of keys is larger when the running partner continues first. */
  isPartnerFirst: boolean;
  /** True if the class is not served in this mapping event, because its running partner continues. */
  isAside: boolean;
  /**
   * Sum of the keys (priorities) of the pair's two tasks, in the order (this class or the running partner first) with
   * the larger sum.
   */
  partnerNet: number;
  /** Key (priority) of the running partner if it continues without interruption. */
  partnerKey: number;
}

/** Class of equal running tasks that end at the same time. */
export interface RunningClass {
  readonly burst: Burst;
  readonly option: number;
  readonly endS: number;
  /** Utility that each task earns at `endS`. */
  readonly utility: number;
  /** Task indices, ascending. Tasks before index `head` have left the class. */
  readonly tasks: number[];
  /** Number of the core on which each task runs. */
  readonly leads: number[];
  head: number;
  /** Key (priority) of each task, computed for its remaining work. */
  key: number;
  /** Class of the waiting tasks that were preempted from this class in this mapping event; null if none. */
  preempted: WaitingClass | null;
}

export const count = ({ tasks, head }: WaitingClass | RunningClass): number => tasks.length - head;

/** Returns the first task of a class of equal tasks, which must not be empty. */
export const firstTask = ({ tasks, head }: WaitingClass | RunningClass): number => tasks[head]!;

/**
 * Returns a class of equal waiting tasks, empty at first.
 *
 * @param options number of options (pools and P-states) to choose from
 */
export function waitingClass(burst: Burst, option: number, leftS: number, options: number): WaitingClass {
  const keys: number[] = [];
  for (let i = 0; i < options; i++) keys.push(NaN);
  return {
    burst,
    option,
    leftS,
    tasks: [],
    head: 0,
    bound: Infinity,
    place: -1,
    keys,
    isLookedAt: false,
    value: -Infinity,
    choice: -1,
    victim: null,
    partner: null,
    partnerChoice: -1,
    isPartnerFirst: false,
    isAside: false,
    partnerNet: -Infinity,
    partnerKey: -Infinity,
  };
}

/**
 * Returns true if a class of waiting tasks is served before another: its `value` is larger or, on ties, the index of
 * its first task is lower.
 */
export function precedes(one: WaitingClass, other: WaitingClass): boolean {
  if (one.value !== other.value) return one.value > other.value;
  return firstTask(one) < firstTask(other);
}
