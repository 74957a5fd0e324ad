import type { UtilityProblem } from '../../../../../models/problems/utility/problem.js';
import type { Policy } from '../policy.js';
import type { Choosing, Places } from './choosing.js';
import { ClassHeap, count, firstTask, precedes, type RunningClass, type WaitingClass } from './work-class.js';

export interface MappingSetup {
  readonly problem: UtilityProblem;
  readonly policy: Policy;
  readonly choosing: Choosing;
  readonly places: Places;
  /** Start of the first task of a class at its chosen place. */
  readonly take: (waiting: WaitingClass) => Taken;
  /** Test whether keys changed when the last task was taken. */
  readonly haveKeysChanged: () => boolean;
}

export interface Taken {
  /** Waiting class of the preempted task, where it is new or had been empty; else null. */
  readonly preempted: WaitingClass | null;
  /** Running class that made room; null: none did. */
  readonly shrunk: RunningClass | null;
  /** Flag: that class is empty, or its place among equal keys has changed. */
  readonly hasMoved: boolean;
  /** Flag: no node of the pool taken from is idle any more. */
  readonly isPoolFull: boolean;
}

/** Decisions of one event on the waiting classes; preempted tasks are added to them at once. */
export type Mapping = (waiting: readonly WaitingClass[], hasBudget: boolean) => void;

/**
 * Mapping that serves the class with the best place of all first, one task at a time. It is lazy: within an event idle nodes are only taken and the
 * least keys make room first, so that a class is worth no more than it was; and where keys fall for ever, no more than at an earlier event. With an
 * energy budget neither holds (a preempted task gives energy back), and every class is looked at after every start.
 */
export function lazyMapping({ problem, policy, choosing, places, take, haveKeysChanged }: MappingSetup): Mapping {
  const heap = new ClassHeap();
  const fill = (waiting: readonly WaitingClass[], looksAnew: boolean): void => {
    heap.clear();
    for (const entry of waiting) {
      if (count(entry) === 0) continue;
      if (looksAnew || !entry.isLookedAt) choosing.look(entry);
      choosing.choose(entry);
      if (entry.choice >= 0) heap.push(entry);
    }
  };
  const leastVictimKey = (): number => {
    let least = Infinity;
    for (let j = 0; j < problem.pools.length; j++) least = Math.min(least, places.victims.of(j)[0]?.key ?? Infinity);
    return least;
  };
  return (waiting, hasBudget) => {
    const isLazy = !hasBudget;
    let least = leastVictimKey();
    // A victim of a key below 0 makes a difference greater than any key.
    const areBounds = isLazy && policy.order === 'best-first' && policy.keyFalls === 'ever' && least >= 0;
    let idle = places.idle.reduce((sum, nodes) => sum + nodes, 0);
    /** Bound up to which classes preempt nothing: they wait outside the heap until all greater ones have been served. */
    const low = areBounds ? least : -Infinity;
    let areAllIn = !areBounds;
    if (areBounds) {
      heap.clear();
      for (const entry of waiting) {
        entry.value = entry.bound;
        if (entry.bound > low) heap.push(entry);
      }
    } else fill(waiting, true);
    for (;;) {
      if (!areAllIn && (heap.size === 0 || heap.top().value <= low)) {
        areAllIn = true;
        for (const entry of waiting) {
          if (idle > 0 && !entry.isQueued && !entry.isLookedAt && entry.bound > -Infinity) heap.push(entry);
        }
      }
      if (heap.size === 0 || (idle === 0 && least === Infinity)) break;
      const entry = heap.top();
      if (areBounds && !entry.isLookedAt) {
        if (idle === 0 && entry.value <= least) {
          heap.pop();
          continue;
        }
        choosing.look(entry);
        choosing.choose(entry);
        if (entry.choice < 0) heap.pop();
        else heap.sinkTop();
        continue;
      }
      if (isLazy) {
        const before = entry.value;
        choosing.choose(entry);
        if (entry.choice < 0) {
          heap.pop();
          continue;
        }
        if (entry.value < before) {
          heap.sinkTop();
          continue;
        }
      }
      const { victim } = entry;
      const { preempted } = take(entry);
      if (victim === null) idle--;
      else least = leastVictimKey();
      if (!isLazy || haveKeysChanged()) {
        fill(waiting, haveKeysChanged());
        continue;
      }
      if (count(entry) === 0) heap.pop();
      else heap.sinkTop();
      // What was preempted waits for a node like the rest.
      if (preempted !== null) {
        choosing.look(preempted);
        choosing.choose(preempted);
        if (preempted.choice >= 0) heap.push(preempted);
      }
    }
    heap.clear();
  };
}

/**
 * Mapping by pairs (002 Algorithm 3). Without its partner a class may choose a place that ranks higher: choices that a start changes are made again at
 * once. Tasks whose partner goes on first do nothing in this event; as nothing changes then, only those before the next start matter.
 */
export function pairMapping({ choosing, take, haveKeysChanged }: MappingSetup): Mapping {
  return (waiting, hasBudget) => {
    const aside = new Map<WaitingClass, number[]>();
    const reconsider = (looksAnew: boolean): void => {
      for (const entry of waiting) {
        if (count(entry) === 0) continue;
        if (looksAnew || !entry.isLookedAt) choosing.look(entry);
        choosing.findPartner(entry);
        choosing.choose(entry);
      }
    };
    const setAside = (entry: WaitingClass, before: number): void => {
      const those = aside.get(entry) ?? [];
      while (count(entry) > 0 && firstTask(entry) < before) those.push(entry.tasks[entry.head++]!);
      if (those.length > 0) aside.set(entry, those);
    };
    const isIdling = (entry: WaitingClass): boolean => entry.victim !== null && entry.isPartnerFirst;
    reconsider(true);
    /** Classes that may still take a place in this event. */
    let active = waiting.filter((entry) => entry.choice >= 0);
    for (;;) {
      let next: WaitingClass | null = null;
      let kept = 0;
      for (const entry of active) {
        if (count(entry) === 0 || entry.choice < 0) continue;
        active[kept++] = entry;
        if (!isIdling(entry) && (next === null || precedes(entry, next))) next = entry;
      }
      active.length = kept;
      if (next === null) break;
      for (const entry of active) {
        if (entry.value < next.value || !isIdling(entry)) continue;
        setAside(entry, entry.value > next.value ? Infinity : firstTask(next));
      }
      const wasIdle = next.victim === null;
      const { preempted, shrunk, hasMoved, isPoolFull } = take(next);
      if (hasBudget || haveKeysChanged()) {
        reconsider(haveKeysChanged());
        active = waiting.filter((entry) => entry.choice >= 0);
        continue;
      }
      if (preempted !== null) {
        choosing.look(preempted);
        choosing.findPartner(preempted);
        choosing.choose(preempted);
        if (!active.includes(preempted)) active.push(preempted);
      }
      if (!hasMoved && !(wasIdle && isPoolFull)) {
        if (count(next) > 0) choosing.choose(next);
        continue;
      }
      for (const entry of active) {
        if (count(entry) === 0) continue;
        const isLost = hasMoved && entry.partner === shrunk;
        if (isLost) choosing.findPartner(entry);
        if (isLost || (wasIdle && isPoolFull) || entry === next) choosing.choose(entry);
      }
    }
    for (const [entry, those] of aside) {
      entry.tasks = [...those, ...entry.tasks.slice(entry.head)];
      entry.head = 0;
    }
  };
}
