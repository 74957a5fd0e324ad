/** Properties that tasks of one burst share: kind of work, utility function, arrival (s), and the part they take in preemption. */
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
  /** Option with which they must go on, -1 if they have not begun; execution time left without overhead, s (0 if not begun). */
  readonly option: number;
  readonly leftS: number;
  /** Tasks, ascending; those before `head` have left the class. */
  tasks: number[];
  head: number;
  /** Largest key of the class at the last look, refused options included; Infinity before the first look. */
  bound: number;
  /** Place in the heap that the class is in; -1: in none. */
  place: number;
  // What follows holds within an event.
  /** Key by option of the kind (one key alone where the option is given); NaN where the option may not be taken. */
  readonly keys: number[];
  isLookedAt: boolean;
  /** Rank among classes; -Infinity where nothing can be taken. */
  value: number;
  /** Index of the chosen option among those of the kind, -1: none; class that must make room, null: an idle node is there. */
  choice: number;
  victim: RunningClass | null;
  /** Best partner of a pair; null: none. */
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
  /** Tasks, ascending, and the nodes they run on (leads of the online core); those before `head` have left the class. */
  readonly tasks: number[];
  readonly leads: number[];
  head: number;
  /** Key of the work left of a task of the class now. */
  key: number;
  /** Waiting class of the tasks preempted from this class in this event; null: none. */
  preempted: WaitingClass | null;
}

export const count = ({ tasks, head }: WaitingClass | RunningClass): number => tasks.length - head;

/** Returns the first task of a class, of which there must be one. */
export const firstTask = ({ tasks, head }: WaitingClass | RunningClass): number => tasks[head]!;

/** Returns the new empty class. @param options number of options it can choose between. */
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

/** Returns true if a class is served before another: the greater rank first, then the lower first task. */
export function precedes(one: WaitingClass, other: WaitingClass): boolean {
  if (one.value !== other.value) return one.value > other.value;
  return firstTask(one) < firstTask(other);
}
