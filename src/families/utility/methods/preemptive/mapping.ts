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
  /** Starts the first task of a class at its chosen place. */
  readonly take: (waiting: WaitingClass) => Taken;
  /** Returns true if the last start changed keys. */
  readonly haveKeysChanged: () => boolean;
}

export interface Taken {
  /** Waiting class of the preempted task if it is new or was empty; otherwise null. */
  readonly preempted: WaitingClass | null;
  /** Running class that made room; null if none did. */
  readonly shrunk: RunningClass | null;
  /** True if that class is now empty or has changed its place among equal keys. */
  readonly hasMoved: boolean;
  /** True if the pool has no idle node left. */
  readonly isPoolFull: boolean;
}

/** Waiting classes and the decisions of an event about them. */
export interface Mapping {
  /** Adds a class between two events; tasks preempted within an event are added by `map`. */
  readonly add: (entry: WaitingClass) => void;
  /** Removes a class between two events. */
  readonly remove: (entry: WaitingClass) => void;
  readonly map: (hasBudget: boolean) => void;
}

/**
 * Returns a mapping that serves the class with the best place first, one task at a time. Within an event a class's
 * worth never rises, and if keys never rise, neither does it between events; so classes wait in a heap by that bound
 * and most are not examined. With an energy budget, preempted tasks give energy back and bounds fail, so every class is
 * examined after every start.
 */
export function lazyMapping(setup: MappingSetup): Mapping {
  const { model, policy, choosing, places, take, haveKeysChanged } = setup;
  /** Classes not examined yet in this event, by their bounds; ordered only if bounds outlast events. */
  const waiting = new ClassHeap();
  /** Examined classes that can take something, by worth. Next heap: all examined classes. */
  const open = new ClassHeap();
  const looked: WaitingClass[] = [];
  const hasBounds = policy.order === 'best-first' && policy.keyFalls === 'ever' && policy.taken === undefined;
  /** Number of idle nodes, and smallest key of a victim. */
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
  /** Examines a class that is in neither heap. */
  const look = (entry: WaitingClass): void => {
    if (!entry.isLookedAt) looked.push(entry);
    choosing.look(entry);
    choosing.choose(entry);
    if (entry.choice >= 0) open.push(entry);
  };
  /** Returns true if the first open class can still take what it chose; if not, another class may now be first. */
  const isFirm = (first: WaitingClass): boolean => {
    const before = first.value;
    choosing.choose(first);
    if (first.choice < 0) open.remove(first);
    else if (first.value !== before) open.moved(first);
    else return true;
    return false;
  };
  /** Starts the first task of an open class; returns the preempted class if it must be examined. */
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
  /** Decides by bounds: a class is examined only when no other can be worth more. */
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
   * Decides about all classes; they are examined when the event begins and, with a budget or changing keys, after each
   * start.
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
