import type { MappingEvent, Policy } from '../policy.js';
import type { Candidates } from './candidates.js';
import type { OpenTasks } from './open-tasks.js';
import { TaskHeap } from '../task-heap.js';

/** What a mapping needs to decide which waiting tasks start at a mapping event. */
export interface MappingSetup {
  readonly taskCount: number;
  readonly policy: Policy;
  readonly candidates: Candidates;
  /** Returns the index of the group of pools in which a task can run. */
  readonly groupOf: (task: number) => number;
  /**
   * Tracks in which groups of pools some task may still start before the next mapping event; null if the policy
   * reserves later starts.
   */
  readonly open: OpenTasks | null;
  /**
   * Takes a task's best candidate (pool, P-state and start). A start before the next mapping event becomes final; a
   * later one is reserved, or held by a place-holder (nodes reserved until that event). Returns false if the task needs
   * a reservation and cannot get one.
   */
  readonly take: (task: number, event: MappingEvent) => boolean;
  /**
   * Returns true if the policy allows nodes to be reserved for a start of the task at or after the next mapping event.
   */
  readonly mayReserve: (task: number) => boolean;
}

/**
 * Decides at a mapping event which waiting tasks start.
 *
 * @param waiting waiting tasks in order of arrival; only the first `count` entries are used
 */
export type Mapping = (waiting: Int32Array, count: number, event: MappingEvent) => void;

/**
 * Returns a mapping that repeatedly takes the candidate (pool, P-state and start) with the best key (priority) of all
 * tasks. Within a mapping event free resources only decrease, so keys found earlier are upper bounds. The candidate
 * with the largest bound is the best one if it can still be taken. If keys do not rise with time, bounds of earlier
 * events hold as well, and most tasks need no new search.
 */
export function bestFirst({ taskCount, policy, candidates, groupOf, open, take }: MappingSetup): Mapping {
  const { key, timeS, startS, option } = candidates;
  /** Upper bound on the key (priority) of each task. It is used only if bounds stay valid at later events. */
  const bounds = new Float64Array(taskCount).fill(Infinity);
  /** True if upper bounds on keys (priorities) stay valid at later mapping events. */
  const areKept = policy.keyFalls === 'ever' || policy.haveKeysChanged !== undefined;
  /**
   * Kind of each task's heap entry: a bound of an earlier mapping event, a bound of this event, or its best candidate.
   */
  const entry = new Uint8Array(taskCount);
  const [STALE, BOUND, FOUND] = [0, 1, 2];
  const isTaken = new Uint8Array(taskCount);
  const heap = new TaskHeap(taskCount, candidates.precedes);
  const considered = new Int32Array(taskCount);
  const setBound = (task: number, as: number): void => {
    entry[task] = as;
    key[task] = bounds[task]!;
    timeS[task] = 0;
    startS[task] = 0;
    option[task] = -1;
  };
  /** Finds the best candidate (pool, P-state and start) of each task that is left. */
  const findAll = (count: number): void => {
    heap.size = 0;
    for (let k = 0; k < count; k++) {
      const task = considered[k]!;
      if (isTaken[task] === 1 || !candidates.find(task)) continue;
      entry[task] = FOUND;
      heap.append(task);
    }
    heap.order();
  };
  return (waiting, count, event) => {
    if (policy.haveKeysChanged?.() === true) bounds.fill(Infinity);
    if (open !== null && !open.begin(waiting, count, (task) => isTaken[task] === 1)) return;
    let size = 0;
    heap.size = 0;
    for (let k = 0; k < count; k++) {
      const task = waiting[k]!;
      if (open !== null && !open.isOpen(groupOf(task))) continue;
      if (!candidates.isHopeful(task)) continue;
      considered[size++] = task;
      if (!areKept) continue;
      setBound(task, STALE);
      heap.append(task);
    }
    if (areKept) heap.order();
    else findAll(size);
    let anyOpen = true;
    const taken: number[] = [];
    while (anyOpen && heap.size > 0) {
      const task = heap.top();
      if (key[task] === -Infinity) break;
      if (open !== null && !open.isOpen(groupOf(task))) {
        heap.pop();
      } else if (entry[task] === STALE) {
        bounds[task] = candidates.bound(task);
        setBound(task, BOUND);
        heap.lowered();
      } else if (entry[task] === BOUND || !candidates.holds(task)) {
        entry[task] = FOUND;
        if (candidates.find(task)) heap.lowered();
        else heap.pop();
      } else {
        heap.pop();
        isTaken[task] = 1;
        taken.push(task);
        take(task, event);
        const changed = policy.taken?.(candidates.candidateOf(task), event) === true;
        anyOpen = open?.taken(groupOf(task)) ?? true;
        if (changed) findAll(size);
      }
    }
    // What only held its place waits on.
    for (const task of taken) isTaken[task] = 0;
  };
}

/**
 * Returns a mapping in which tasks take their best candidates (pool, P-state and start) one after the other: in order
 * of arrival, or from several queues in turn.
 */
export function inTurn({ policy, candidates, groupOf, open, take, mayReserve }: MappingSetup): Mapping {
  const taken = new Set<number>();
  const queues = policy.queues;
  return (waiting, count, event) => {
    taken.clear();
    if (open !== null && !open.begin(waiting, count, (task) => taken.has(task))) return;
    /**
     * Lets a task take its best candidate (pool, P-state and start) and returns whether it did. Null if no task can
     * start any more in this event.
     */
    const turn = (task: number): boolean | null => {
      if (open !== null && !open.isOpen(groupOf(task))) return false;
      if (!mayReserve(task) && !candidates.startsSoon(task)) return false;
      if (!candidates.find(task)) return false;
      if (!take(task, event)) return false;
      policy.taken?.(candidates.candidateOf(task), event);
      taken.add(task);
      return open === null || open.taken(groupOf(task)) ? true : null;
    };
    if (queues === undefined) {
      for (let k = 0; k < count; k++) if (turn(waiting[k]!) === null) return;
      return;
    }
    const lines: number[][] = queues.turns.map(() => []);
    for (let k = 0; k < count; k++) lines[queues.of(waiting[k]!)]!.push(waiting[k]!);
    const next = lines.map(() => 0);
    while (lines.some((line, q) => next[q]! < line.length)) {
      for (const [q, line] of lines.entries()) {
        for (let taken = 0; taken < queues.turns[q]! && next[q]! < line.length;) {
          const gave = turn(line[next[q]!++]!);
          if (gave === null) return;
          if (gave) taken++;
        }
      }
    }
  };
}
