import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Candidates } from './candidates.js';

/**
 * Groups of pools in which some waiting task could still start before the next event. Elsewhere all place-holders would
 * be discarded at the event's end, so mapping can stop without effect. A closed group stays closed for the event,
 * because timelines only fill.
 */
export interface OpenTasks {
  /** Begins an event by examining all waiting tasks; returns false if every group is closed. */
  readonly begin: (waiting: Int32Array, count: number, isTaken: (task: number) => boolean) => boolean;
  readonly isOpen: (group: number) => boolean;
  /**
   * Must be called when a task of the group was taken, which may close the group; returns true while any group is open.
   */
  readonly taken: (group: number) => boolean;
}

/**
 * Returns the group of each pool, from 0. Pools that can run the same kind of work are in one group; groups are
 * numbered by their first pool.
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

/** Returns a tracker of open groups, none open before the first event. @param groupOf returns the group of a task */
export function openTasks(
  taskCount: number,
  groupCount: number,
  groupOf: (task: number) => number,
  candidates: Candidates,
): OpenTasks {
  /** Waiting tasks of each group. Those before its `witness` cannot start soon any more; the witness can. */
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
