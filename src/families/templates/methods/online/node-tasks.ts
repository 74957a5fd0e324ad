import type { CoreState } from '../../../../online/core-state.js';
import type { NodeList } from './node-list.js';
import type { TaskTables } from './task-tables.js';

/** Record of the single-core tasks that run on each node, and of which of them are throttled. */
export interface NodeTasks {
  readonly cores: CoreState;
  /** Number of throttled tasks on each node. */
  readonly throttled: Int32Array;
  readonly throttledCount: () => number;
  /** 1 for each core whose task is throttled, otherwise 0. */
  readonly slowed: Uint8Array;
  /** Starts a task, `length` times as long as its type, on an idle core of a node; returns the core's index. */
  readonly start: (task: number, taskType: number, length: number, node: number, pState: number) => number;
  /** Records that the task on a core ends. Must be called while the core still counts as busy. */
  readonly finished: (core: number) => void;
  /**
   * Throttles a node: all its tasks continue in the node's slowest P-state (section 5.2.5). Returns the number of these
   * tasks that were in another P-state before.
   */
  readonly throttle: (node: number) => number;
}

export function nodeTasks(nodes: NodeList, tables: TaskTables, cores: CoreState): NodeTasks {
  const { nodeTypes, start: entry, timeS, powerW } = tables;
  const throttled = new Int32Array(nodes.count);
  let throttledCount = 0;
  const slowed = new Uint8Array(nodes.nodeOfCore.length);
  const taskTypes = new Uint16Array(nodes.nodeOfCore.length);
  return {
    cores,
    throttled,
    slowed,
    throttledCount: () => throttledCount,
    start(task, taskType, length, node, pState) {
      const at = entry[taskType * nodeTypes + nodes.nodeType[node]!]! + pState;
      const work = { task, pState, timeS: timeS[at]! * length, corePowerW: powerW[at]! };
      const core = cores.start(work, [{ node, cores: 1 }]);
      taskTypes[core] = taskType;
      return core;
    },
    finished(core) {
      if (slowed[core] === 0) return;
      slowed[core] = 0;
      throttled[nodes.nodeOfCore[core]!]!--;
      throttledCount--;
    },
    throttle(node) {
      const nodeType = nodes.nodeType[node]!;
      let count = 0;
      for (let core = nodes.firstCore[node]!; core < nodes.firstCore[node + 1]!; core++) {
        if (cores.task[core] === -1) continue;
        const pair = taskTypes[core]! * nodeTypes + nodeType;
        const lowest = entry[pair + 1]! - 1;
        const present = entry[pair]! + cores.pState[core]!;
        if (present === lowest) continue;
        cores.changePState(core, lowest - entry[pair]!, timeS[lowest]! / timeS[present]!, powerW[lowest]!);
        slowed[core] = 1;
        throttled[node]!++;
        count++;
      }
      throttledCount += count;
      return count;
    },
  };
}
