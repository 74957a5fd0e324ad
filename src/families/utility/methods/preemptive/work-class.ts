/**
 * Properties that tasks of one burst share: kind of work, utility function, arrival (s), and their role in preemption.
 */
export interface Burst {
  readonly kind: number;
  readonly utility: number;
  readonly arrivalS: number;
  readonly mayPreempt: boolean;
  readonly mayBePreempted: boolean;
}

/** Waiting tasks that are alike: the same burst and, if they have been preempted, the same work left with the same option. */
export interface WaitingClass {
  readonly burst: Burst;
  /** Option with which they must continue, -1 if they have not begun. */
  readonly option: number;
  /** Remaining execution time without overhead, s (0 if not begun). */
  readonly leftS: number;
  /** Tasks, ascending; those before `head` have left the class. */
  tasks: number[];
  head: number;
  /** Largest key of the class when it was last examined, refused options included; Infinity before. */
  bound: number;
  /** Place in the heap that contains the class; -1 if none does. */
  place: number;
  // What follows holds within an event.
  /** Key by option of the kind (a single key if the option is given); NaN if the option may not be taken. */
  readonly keys: number[];
  isLookedAt: boolean;
  /** Rank among classes; -Infinity if nothing can be taken. */
  value: number;
  /** Index of the chosen option among those of the kind, -1 for none. */
  choice: number;
  /** Class that must make room, null if there is an idle node. */
  victim: RunningClass | null;
  /** Best partner of a pair; null for none. */
  partner: RunningClass | null;
  /** Index of the option for which the partner makes room. */
  partnerChoice: number;
  /** True if the partner goes on first. */
  isPartnerFirst: boolean;
  /** True if the class is among those that let their partners go on. */
  isAside: boolean;
  /** Sum of the keys of both in the better order. */
  partnerNet: number;
  /** Key of the partner now. */
  partnerKey: number;
}

/** Running tasks that are alike and end together. */
export interface RunningClass {
  readonly burst: Burst;
  readonly option: number;
  readonly endS: number;
  /** Utility earned at that end. */
  readonly utility: number;
  /** Tasks, ascending; those before `head` have left the class. */
  readonly tasks: number[];
  /** Nodes on which the tasks run (leads of the online core). */
  readonly leads: number[];
  head: number;
  /** Key of the remaining work of a task of the class now. */
  key: number;
  /** Waiting class of the tasks preempted from this class in this event; null for none. */
  preempted: WaitingClass | null;
}

export const count = ({ tasks, head }: WaitingClass | RunningClass): number => tasks.length - head;

/** Returns the first task of a class, of which there must be one. */
export const firstTask = ({ tasks, head }: WaitingClass | RunningClass): number => tasks[head]!;

/** Returns a new empty class. @param options number of options between which it can choose. */
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
