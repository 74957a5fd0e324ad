import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Candidates } from './candidates.js';

/**
 * Tracks which groups of pools are "open": some waiting task could still start there before the next mapping event. In
 * a closed group, a mapping could only make reservations that end with the event (place-holders), so it can skip the
 * group. A closed group stays closed for the event, because free nodes only decrease.
 */
export interface OpenTasks {
  /**
   * Begins a mapping event by examining all waiting tasks. Returns false if no task can start before the next event in
   * any group of pools.
   */
  readonly begin: (waiting: Int32Array, count: number, isTaken: (task: number) => boolean) => boolean;
  readonly isOpen: (group: number) => boolean;
  /**
   * Must be called after a task of a group was served, which may close the group. Returns true if some group is still
   * open.
   */
  readonly taken: (group: number) => boolean;
}

/**
 * Returns the index of the group of each pool. Pools that share a kind of work, directly or through other pools, are in
 * one group. Groups are numbered by their first pool.
 */
export function groupsOfPools({ pools, options }: UtilityModel): Int32Array {
  const group = Int32Array.from(pools, (_, j) => j);
  const rootOf = (pool: number): number => {
    let root = pool;
    while (group[root] !== root) root = group[root]!;
    return root;
  };
  for (let kind = 0; kind < options.kindCount; kind++) {
    const first = options.first[kind]!;
    for (let o = first + 1; o < options.first[kind + 1]!; o++) {
      const [a, b] = [rootOf(options.pool[first]!), rootOf(options.pool[o]!)];
      group[Math.max(a, b)] = Math.min(a, b);
    }
  }
  return group.map((_, pool) => rootOf(pool));
}

/**
 * Returns a tracker of the open groups of pools: those in which some waiting task can start before the next mapping
 * event. Before the first event none is open.
 *
 * @param groupOf returns the group of a task
 */
export function openTasks(
  taskCount: number,
  groupCount: number,
  groupOf: (task: number) => number,
  candidates: Candidates,
): OpenTasks {
  /**
   * Waiting tasks of each group of pools. The task at index `witness` can start before the next mapping event; the
   * tasks before it cannot.
   */
  const members = Array.from({ length: groupCount }, () => new Int32Array(16));
  const counts = new Int32Array(groupCount);
  const witness = new Int32Array(groupCount);
  let isTakenTask: (task: number) => boolean;
  let openCount = 0;
  const findWitness = (group: number): boolean => {
    const list = members[group]!;
    let at = witness[group]!;
    while (at < counts[group]! && (isTakenTask(list[at]!) || !candidates.startsSoon(list[at]!))) at++;
    witness[group] = at;
    return at < counts[group]!;
  };
  return {
    begin(waiting, count, isTaken) {
      isTakenTask = isTaken;
      counts.fill(0);
      witness.fill(0);
      for (let k = 0; k < count; k++) {
        const group = groupOf(waiting[k]!);
        if (counts[group] === members[group]!.length) {
          const longer = new Int32Array(Math.min(taskCount, 2 * counts[group]));
          longer.set(members[group]!);
          members[group] = longer;
        }
        members[group]![counts[group]!++] = waiting[k]!;
      }
      openCount = 0;
      for (let group = 0; group < groupCount; group++) if (findWitness(group)) openCount++;
      return openCount > 0;
    },
    isOpen: (group) => witness[group]! < counts[group]!,
    taken(group) {
      if (witness[group]! < counts[group]! && !findWitness(group)) openCount--;
      return openCount > 0;
    },
  };
}
