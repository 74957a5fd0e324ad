import { ClassHeap } from './class-heap.js';
import type { Mapping, MappingSetup } from './mapping.js';
import { count, firstTask, precedes, type RunningClass, type WaitingClass } from './work-class.js';

/**
 * Returns the mapping by pairs of a waiting and a running task (the paper on preemptible tasks, Algorithm 3). After a
 * start, classes of waiting tasks that lost their place choose again at once, because their new choice may rank higher.
 * A waiting task whose running partner continues is not served in this mapping event.
 */
export function pairMapping({ model, choosing, take, haveKeysChanged }: MappingSetup): Mapping {
  const { options } = model;
  const waiting = new ClassHeap();
  /** Classes of waiting tasks at the mapping event, including preempted tasks. */
  const all: WaitingClass[] = [];
  /** Classes of waiting tasks that will take a place, by rank. */
  const going = new ClassHeap();
  /** Classes of waiting tasks whose running partner continues, by rank. */
  const idling = new ClassHeap();
  /**
   * For each class of waiting tasks, its tasks that are not served in this mapping event, because their running partner
   * continues.
   */
  const aside = new Map<WaitingClass, number[]>();
  /**
   * For each class of running tasks, the classes of waiting tasks that have chosen it as partner in this mapping event.
   */
  const suitors = new Map<RunningClass, WaitingClass[]>();

  const isIdling = (entry: WaitingClass): boolean => entry.victim !== null && entry.isPartnerFirst;
  const leave = (entry: WaitingClass): void => {
    if (entry.place >= 0) (entry.isAside ? idling : going).remove(entry);
  };
  const enter = (entry: WaitingClass): void => {
    if (entry.choice < 0) return;
    entry.isAside = isIdling(entry);
    (entry.isAside ? idling : going).push(entry);
  };
  const findPartner = (entry: WaitingClass): void => {
    choosing.findPartner(entry);
    if (entry.partner === null) return;
    const known = suitors.get(entry.partner);
    if (known === undefined) suitors.set(entry.partner, [entry]);
    else known.push(entry);
  };
  const reconsider = (looksAnew: boolean): void => {
    going.clear();
    idling.clear();
    suitors.clear();
    for (const entry of all) {
      if (count(entry) === 0) continue;
      if (looksAnew || !entry.isLookedAt) choosing.look(entry);
      findPartner(entry);
      choosing.choose(entry);
      enter(entry);
    }
  };
  /**
   * Sets aside the waiting tasks that rank before `next` and whose running partners continue: they are not served in
   * this mapping event.
   */
  const setAside = (next: WaitingClass): void => {
    for (let entry = idling.top(); entry !== null && precedes(entry, next); entry = idling.top()) {
      const those = aside.get(entry) ?? [];
      const before = entry.value > next.value ? Infinity : firstTask(next);
      while (count(entry) > 0 && firstTask(entry) < before) those.push(entry.tasks[entry.head++]!);
      aside.set(entry, those);
      if (count(entry) === 0) idling.remove(entry);
      else idling.moved(entry);
    }
  };
  /**
   * Finds new partners for the classes of waiting tasks that had `shrunk` as partner, and returns these classes. Must
   * be called when a task of `shrunk` was preempted or the class lost its rank.
   */
  const withoutPartner = (shrunk: RunningClass): Set<WaitingClass> => {
    const those = new Set(suitors.get(shrunk));
    suitors.delete(shrunk);
    for (const entry of those) {
      if (entry.partner !== shrunk || count(entry) === 0) those.delete(entry);
      else findPartner(entry);
    }
    return those;
  };
  /** Lets classes of waiting tasks choose a new place, because a start may have taken the old one. */
  const chooseAgain = (entries: Iterable<WaitingClass>): void => {
    for (const entry of entries) {
      leave(entry);
      if (count(entry) === 0) continue;
      choosing.choose(entry);
      enter(entry);
    }
  };
  const poolOf = (entry: WaitingClass): number => options.pool[choosing.optionOf(entry, entry.choice)]!;

  return {
    add(entry) {
      waiting.append(entry);
    },
    remove(entry) {
      waiting.remove(entry);
    },
    map(hasBudget) {
      all.length = 0;
      for (const entry of waiting.classes) all.push(entry);
      waiting.clear();
      reconsider(true);
      for (let next = going.top(); next !== null; next = going.top()) {
        setAside(next);
        const wasIdle = next.victim === null;
        const pool = poolOf(next);
        going.remove(next);
        const { preempted, shrunk, hasMoved, isPoolFull } = take(next);
        if (preempted?.isLookedAt === false) all.push(preempted);
        if (hasBudget || haveKeysChanged()) {
          reconsider(haveKeysChanged());
          continue;
        }
        const touched = hasMoved ? withoutPartner(shrunk!) : new Set<WaitingClass>();
        touched.add(next);
        if (wasIdle && isPoolFull) {
          // Whoever had chosen another place still has it, and nothing better is left.
          for (const entry of going.classes) if (entry.victim === null && poolOf(entry) === pool) touched.add(entry);
        }
        chooseAgain(touched);
        if (preempted === null) continue;
        choosing.look(preempted);
        findPartner(preempted);
        chooseAgain([preempted]);
      }
      going.clear();
      idling.clear();
      suitors.clear();
      for (const [entry, those] of aside) {
        entry.tasks = [...those, ...entry.tasks.slice(entry.head)];
        entry.head = 0;
      }
      aside.clear();
      for (const entry of all) {
        entry.isLookedAt = false;
        if (count(entry) > 0) waiting.append(entry);
      }
    },
  };
}
