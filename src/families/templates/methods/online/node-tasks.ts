import type { CoreState } from '../../../../online/core-state.js';
import type { NodeList } from './node-list.js';
import type { TaskTables } from './task-tables.js';

/** Single-core tasks on the room's nodes, with throttling. N nodes, C cores. */
export interface NodeTasks {
  readonly cores: CoreState;
  /** Number of running tasks that are throttled, by node. */
  readonly throttled: Int32Array;
  /** Returns the number of running tasks that are throttled, of all nodes. */
  readonly throttledCount: () => number;
  /** By core: 1 if its task is throttled, else 0. */
  readonly slowed: Uint8Array;
  /** Starts a task on an idle core of the node; returns the core. @param length length relative to its type */
  readonly start: (task: number, taskType: number, length: number, node: number, pState: number) => number;
  /** Must be called with the core of a task that ends, while the core is still busy. */
  readonly finished: (core: number) => void;
  /**
   * Throttles a node: all its tasks continue in its lowest P-state (section 5.2.5). Returns the number newly throttled.
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
