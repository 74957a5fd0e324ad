import { count, firstTask, type RunningClass } from './work-class.js';

/**
 * Classes of running tasks that may be preempted, in one list per pool. They are ordered by key (priority), on ties by
 * the index of the first task.
 */
export interface Victims {
  /**
   * Must be called when a mapping event begins, with all classes of running tasks and their keys (priorities) computed.
   */
  readonly begin: (running: Iterable<RunningClass>) => void;
  readonly of: (pool: number) => readonly RunningClass[];
  /**
   * Must be called after the first task of a class of running tasks has left it. Returns true if the class is now
   * empty, or its rank among classes with equal keys (priorities) changed.
   */
  readonly shrunk: (shrunk: RunningClass) => boolean;
}

/**
 * Returns lists of running tasks that may be preempted, empty at first.
 *
 * @param sign 1 to order by smallest key (priority) first, -1 by largest first
 */
export function victimsByPool(poolOfOption: Int32Array, pools: number, sign: 1 | -1): Victims {
  const lists: RunningClass[][] = Array.from({ length: pools }, () => []);
  const order = (a: RunningClass, b: RunningClass): number => {
    if (a.key !== b.key) return a.key < b.key ? -sign : sign;
    return firstTask(a) - firstTask(b);
  };
  return {
    begin(running) {
      for (const list of lists) list.length = 0;
      for (const r of running) if (r.burst.mayBePreempted) lists[poolOfOption[r.option]!]!.push(r);
      for (const list of lists) list.sort(order);
    },
    of: (pool) => lists[pool]!,
    shrunk(shrunk) {
      const list = lists[poolOfOption[shrunk.option]!]!;
      let at = list.indexOf(shrunk);
      if (count(shrunk) === 0) {
        list.splice(at, 1);
        return true;
      }
      const before = at;
      for (; at + 1 < list.length && order(list[at + 1]!, shrunk) < 0; at++) list[at] = list[at + 1]!;
      list[at] = shrunk;
      return at !== before;
    },
  };
}
