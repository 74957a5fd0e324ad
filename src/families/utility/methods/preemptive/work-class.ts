/** Properties shared by the tasks of a burst: kind of work, utility function, arrival (s), and role in preemption. */
export interface Burst {
  readonly kind: number;
  readonly utility: number;
  readonly arrivalS: number;
  readonly mayPreempt: boolean;
  readonly mayBePreempted: boolean;
}

/** Equal waiting tasks: of one burst and, if preempted, with the same remaining work and option. */
export interface WaitingClass {
  readonly burst: Burst;
  /** Option with which the tasks must continue, -1 if they have not started. */
  readonly option: number;
  /** Remaining execution time without overhead, s; 0 if not started. */
  readonly leftS: number;
  /** Tasks, ascending; those before index `head` have left the class. */
  tasks: number[];
  head: number;
  /** Largest key of the class when last examined, including refused options; Infinity before that. */
  bound: number;
  /** Position in the heap that contains the class; -1 if none does. */
  place: number;
  // What follows holds within an event.
  /** Key by option of the kind, or a single key if the option is fixed; NaN if the option may not be taken. */
  readonly keys: number[];
  isLookedAt: boolean;
  /** Rank among classes; -Infinity if nothing can be taken. */
  value: number;
  /** Index of the chosen option among those of the kind, -1 if none. */
  choice: number;
  /** Class that must make room; null if there is an idle node. */
  victim: RunningClass | null;
  /** Running class that is compared with this one as a pair; null if none. */
  partner: RunningClass | null;
  /** Index of the option for which the partner makes room. */
  partnerChoice: number;
  /** True if the partner continues first. */
  isPartnerFirst: boolean;
  /** True if the class lets its partner continue. */
  isAside: boolean;
  /** Sum of both keys in the better order of the pair. */
  partnerNet: number;
  /** Present key of the partner. */
  partnerKey: number;
}

/** Equal running tasks that end together. */
export interface RunningClass {
  readonly burst: Burst;
  readonly option: number;
  readonly endS: number;
  /** Utility earned at their end. */
  readonly utility: number;
  /** Tasks, ascending; those before index `head` have left the class. */
  readonly tasks: number[];
  /** Nodes on which the tasks run, as lead cores of the online core. */
  readonly leads: number[];
  head: number;
  /** Present key of the remaining work of one task. */
  key: number;
  /** Waiting class of the tasks preempted from this class in this event; null if none. */
  preempted: WaitingClass | null;
}

export const count = ({ tasks, head }: WaitingClass | RunningClass): number => tasks.length - head;

/** Returns the first task of a class that is not empty. */
export const firstTask = ({ tasks, head }: WaitingClass | RunningClass): number => tasks[head]!;

/** Returns an empty class. @param options number of options to choose from */
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

/** Returns true if a class is served before another: by larger rank, then by lower first task. */
export function precedes(one: WaitingClass, other: WaitingClass): boolean {
  if (one.value !== other.value) return one.value > other.value;
  return firstTask(one) < firstTask(other);
}
