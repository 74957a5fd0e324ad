import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Policy } from '../policy.js';
import type { Choosing, Places } from './choosing.js';
import { ClassHeap } from './class-heap.js';
import { count, precedes, type RunningClass, type WaitingClass } from './work-class.js';

export interface MappingSetup {
  readonly model: UtilityModel;
  readonly policy: Policy;
  readonly choosing: Choosing;
  readonly places: Places;
  /** Starts the first task of a class of waiting tasks at its chosen place and returns what has changed. */
  readonly take: (waiting: WaitingClass) => Taken;
  /** Returns true if the last start changed the policy's keys (priorities). */
  readonly haveKeysChanged: () => boolean;
}

export interface Taken {
  /** Class of waiting tasks that the preempted task joined, if that class was new or empty before; otherwise null. */
  readonly preempted: WaitingClass | null;
  /** Class of running tasks from which a task was preempted; null if no task was preempted. */
  readonly shrunk: RunningClass | null;
  /** True if the class `shrunk` is now empty, or its rank among classes with equal keys (priorities) changed. */
  readonly hasMoved: boolean;
  /** True if the pool of the start has no idle node any more. */
  readonly isPoolFull: boolean;
}

/**
 * Holds the classes of waiting tasks and decides at each mapping event which of them start. A task that starts in an
 * event is not preempted in the same event (docs/decisions/utility-preemption.md).
 */
export interface Mapping {
  /**
   * Adds a class of waiting tasks between two mapping events. `map` itself adds the tasks that are preempted during an
   * event.
   */
  readonly add: (entry: WaitingClass) => void;
  /** Removes a class of waiting tasks between two mapping events. */
  readonly remove: (entry: WaitingClass) => void;
  readonly map: (hasBudget: boolean) => void;
}

/**
 * Returns a mapping that serves the class of waiting tasks with the best place first, one task at a time. Within a
 * mapping event the value of a class never rises. If keys (priorities) do not rise between events either, a class's
 * last value is an upper bound. Classes then wait in a heap ordered by this bound, and most need not be examined. With
 * an energy budget the bounds do not hold, because preempted tasks release energy. Every class is then examined after
 * every start.
 */
export function lazyMapping(setup: MappingSetup): Mapping {
  const { model, policy, choosing, places, take, haveKeysChanged } = setup;
  /**
   * Classes of waiting tasks not yet examined in this mapping event. If bounds stay valid at later events, they are in
   * heap order of their bound; otherwise in no order.
   */
  const waiting = new ClassHeap();
  /** Examined classes of waiting tasks that can start a task, ordered by value. */
  const open = new ClassHeap();
  /** All classes of waiting tasks examined in this mapping event. */
  const looked: WaitingClass[] = [];
  const hasBounds = policy.order === 'best-first' && policy.keyFalls === 'ever' && policy.taken === undefined;
  /** Number of idle nodes in all pools, and smallest key (priority) of a running task that may be preempted. */
  let [idle, least] = [0, Infinity];

  const leastVictimKey = (): number => {
    let key = Infinity;
    for (let j = 0; j < model.pools.length; j++) {
      const victims = places.victims.of(j);
      if (victims.length > 0 && victims[0]!.key < key) key = victims[0]!.key;
    }
    return key;
  };
  const idleNodes = (): number => {
    let sum = 0;
    for (const nodes of places.idle) sum += nodes;
    return sum;
  };
  /** Examines a class of waiting tasks that is in neither heap and adds it to `open` if it can start a task. */
  const look = (entry: WaitingClass): void => {
    if (!entry.isLookedAt) looked.push(entry);
    choosing.look(entry);
    choosing.choose(entry);
    if (entry.choice >= 0) open.push(entry);
  };
  /**
   * Returns true if the first class in `open` can still take its chosen place. Otherwise the class chooses another
   * place, and the function returns false, because another class may be first now.
   */
  const isFirm = (first: WaitingClass): boolean => {
    const before = first.value;
    choosing.choose(first);
    if (first.choice < 0) open.remove(first);
    else if (first.value !== before) open.moved(first);
    else return true;
    return false;
  };
  /**
   * Starts the first task of `entry`, a class of waiting tasks in `open`. Returns the class of the preempted task if it
   * must be examined.
   */
  const start = (entry: WaitingClass): WaitingClass | null => {
    const { victim } = entry;
    const { preempted } = take(entry);
    if (victim === null) idle--;
    else least = leastVictimKey();
    return preempted;
  };
  const started = (entry: WaitingClass, preempted: WaitingClass | null): void => {
    if (count(entry) === 0) open.remove(entry);
    else open.moved(entry);
    // What was preempted waits for a node like the rest.
    if (preempted !== null) look(preempted);
  };
  /**
   * Decides a mapping event with upper bounds: a class of waiting tasks is examined only if no other class can have a
   * larger value.
   */
  const mapByBounds = (): void => {
    let areAllSeen = false;
    while (idle > 0 || least < Infinity) {
      const next: WaitingClass | null = areAllSeen ? null : waiting.top();
      const first = open.top();
      if (next === null || (first !== null && precedes(first, next))) {
        if (first === null) return;
        if (isFirm(first)) started(first, start(first));
        continue;
      }
      // Without an idle node only a greater key than that of a victim takes anything.
      areAllSeen = next.bound === -Infinity || (idle === 0 && next.bound <= least);
      if (areAllSeen) continue;
      waiting.remove(next);
      look(next);
    }
  };
  /**
   * Decides a mapping event without bounds: all classes of waiting tasks are examined when it begins and, with a budget
   * or changing keys (priorities), after each start.
   */
  const mapAll = (hasBudget: boolean): void => {
    for (const entry of waiting.classes) looked.push(entry);
    waiting.clear();
    const fill = (looksAnew: boolean): void => {
      open.clear();
      for (const entry of looked) {
        if (count(entry) === 0) continue;
        if (looksAnew || !entry.isLookedAt) choosing.look(entry);
        choosing.choose(entry);
        if (entry.choice >= 0) open.push(entry);
      }
    };
    fill(true);
    while (idle > 0 || least < Infinity) {
      const first = open.top();
      if (first === null) return;
      if (!hasBudget && !isFirm(first)) continue;
      const preempted = start(first);
      if (hasBudget || haveKeysChanged()) {
        if (preempted?.isLookedAt === false) looked.push(preempted);
        fill(haveKeysChanged());
      } else started(first, preempted);
    }
  };
  const wait = (entry: WaitingClass): void => {
    entry.value = entry.bound;
    if (hasBounds) waiting.push(entry);
    else waiting.append(entry);
  };
  return {
    add: wait,
    remove(entry) {
      waiting.remove(entry);
    },
    map(hasBudget) {
      looked.length = 0;
      idle = idleNodes();
      least = leastVictimKey();
      // A victim of a key below 0 makes a difference greater than any key.
      if (hasBounds && !hasBudget && least >= 0) mapByBounds();
      else mapAll(hasBudget);
      open.clear();
      for (const entry of looked) {
        entry.isLookedAt = false;
        if (count(entry) > 0) wait(entry);
      }
    },
  };
}
