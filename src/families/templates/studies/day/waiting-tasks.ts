import type { TemplatesBlock } from '../../../../../models/families/templates/model.js';
import type { Mapper, MappingEvent } from '../../methods/online/mapping-event.js';
import { type NodeList, spreadOverNodes } from '../../methods/online/node-list.js';
import type { NodeTasks } from '../../methods/online/node-tasks.js';
import type { TaskTables } from '../../methods/online/task-tables.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import type { Ledger } from './ledger.js';

/** Queue of tasks that have arrived and are not mapped yet. */
export interface WaitingTasks {
  readonly arrive: (task: number) => void;
  /** Returns the mean arriving work (Eq. 60) since the last event of this kind, tasks/s; 0 at the start of the day. */
  readonly arrivingWorkPerS: (kind: 'mapping' | 'thermal', nowS: number) => number;
  /**
   * Lets a heuristic start or drop waiting tasks. `allowableCores` has the number of allowed cores of each block; null
   * if all cores are allowed.
   */
  readonly map: (mapper: Mapper, nowS: number, allowableCores: Int32Array | null, ledger: Ledger) => void;
  /**
   * Returns the sum of the tasks' waiting times from `fromS` to `toS`, task-seconds. No mapping event may lie between
   * these times.
   */
  readonly taskSeconds: (fromS: number, toS: number) => number;
}

export function waitingTasks(
  { timeS, taskType, length }: ArrivalSequence,
  nodes: NodeList,
  { deadlineS, weight }: TaskTables,
  tasks: NodeTasks,
  blocks: readonly TemplatesBlock[],
): WaitingTasks {
  const nodeCounts = blocks.map(({ nodeCount }) => nodeCount);
  const idleAllowable = new Int32Array(nodes.count);
  const lengthOf = (task: number): number => length?.[task] ?? 1;
  let queue = new Int32Array(1024);
  let taken = new Uint8Array(queue.length);
  let count = 0;
  let arrived = 0;
  /** Numbers of tasks that had arrived and that were waiting at the last call that used them. */
  let seen = { arrived: 0, waiting: 0 };
  /** Total work of the tasks that have arrived, weighted by type as in Eq. 59. */
  let work = 0;
  /** Time of the last event of each kind, and the value of `work` then. */
  const last = { mapping: { atS: 0, work: 0 }, thermal: { atS: 0, work: 0 } };

  const look = (): void => {
    seen = { arrived, waiting: count };
  };
  return {
    arrive(task) {
      if (count === queue.length) {
        const more = new Int32Array(2 * count);
        more.set(queue);
        queue = more;
        taken = new Uint8Array(2 * count);
      }
      queue[count++] = task;
      arrived++;
      work += weight[taskType[task]!]! * lengthOf(task);
    },
    arrivingWorkPerS(kind, nowS) {
      look();
      const before = last[kind];
      last[kind] = { atS: nowS, work };
      return nowS > before.atS ? (work - before.work) / (nowS - before.atS) : 0;
    },
    map(mapper, nowS, allowableCores, ledger) {
      const { running } = tasks.cores;
      const allowed = allowableCores === null ? nodes.cores : spreadOverNodes(nodes, nodeCounts, allowableCores);
      for (let n = 0; n < nodes.count; n++) {
        idleAllowable[n] = Math.max(0, Math.min(allowed[n]!, nodes.cores[n]!) - running[n]!);
      }
      taken.fill(0, 0, count);
      const event: MappingEvent = {
        nowS,
        count,
        running,
        idleAllowable,
        taskType: (position) => taskType[queue[position]!]!,
        length: length === undefined ? null : (position) => lengthOf(queue[position]!),
        deadlineS: (position) => {
          const task = queue[position]!;
          return timeS[task]! + deadlineS[taskType[task]!]! * lengthOf(task);
        },
        start(position, node, pState) {
          const task = queue[position]!;
          tasks.start(task, taskType[task]!, lengthOf(task), node, pState);
          idleAllowable[node]!--;
          taken[position] = 1;
          ledger.taskStarted();
        },
        drop(position) {
          taken[position] = 1;
          ledger.taskDropped();
        },
      };
      mapper(event);
      let left = 0;
      for (let position = 0; position < count; position++) {
        if (taken[position] === 0) queue[left++] = queue[position]!;
      }
      count = left;
      look();
    },
    taskSeconds(fromS, toS) {
      let sum = seen.waiting * (toS - fromS);
      for (let n = seen.arrived; n < timeS.length && timeS[n]! < toS; n++) sum += toS - Math.max(fromS, timeS[n]!);
      return sum;
    },
  };
}
