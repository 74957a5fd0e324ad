import { finishHeap, type FinishHeap } from './finish-heap.js';
import type { NodeList } from './node-list.js';
import type { TaskTables } from './task-tables.js';

/** What all cores do at one moment. N nodes, C cores. */
export interface CoreState {
  /** By node: running tasks, those of them that are throttled, and power beyond idle, W. */
  readonly running: Int32Array;
  readonly throttled: Int32Array;
  readonly busyW: Float64Array;
  /** By core: task that runs, or -1; its type, P-state, power (W), moment of finishing; 1 where throttled. */
  readonly task: Int32Array;
  readonly taskType: Uint16Array;
  readonly pState: Uint8Array;
  readonly powerW: Float64Array;
  readonly finishS: Float64Array;
  readonly slowed: Uint8Array;
  /** May hold moments that no longer hold: true ones are those of finishS. */
  readonly finishes: FinishHeap;
  /** Puts a task on an idle core of the node, and returns the core. @param length relative to its type's. */
  readonly start: (
    task: number,
    taskType: number,
    length: number,
    node: number,
    pState: number,
    nowS: number,
  ) => number;
  readonly finish: (core: number) => void;
  /** All tasks of a node go on in its lowest P-state (section 5.2.5). Returns how many were not there yet. */
  readonly throttle: (node: number, nowS: number) => number;
}

export function coreState(nodes: NodeList, tables: TaskTables): CoreState {
  const { nodeTypes, start: entry, timeS, powerW: corePowerW } = tables;
  const coreCount = nodes.nodeOfCore.length;
  const running = new Int32Array(nodes.count);
  const throttled = new Int32Array(nodes.count);
  const busyW = new Float64Array(nodes.count);
  const task = new Int32Array(coreCount).fill(-1);
  const taskType = new Uint16Array(coreCount);
  const pState = new Uint8Array(coreCount);
  const powerW = new Float64Array(coreCount);
  const finishS = new Float64Array(coreCount).fill(Infinity);
  const slowed = new Uint8Array(coreCount);
  const finishes = finishHeap(2 * coreCount);
  return {
    ...{ running, throttled, busyW, task, taskType, pState, powerW, finishS, slowed, finishes },
    start(newTask, type, length, node, chosen, nowS) {
      let core = nodes.firstCore[node]!;
      const end = nodes.firstCore[node + 1]!;
      while (core < end && task[core] !== -1) core++;
      if (core === end) throw new RangeError(`No core of node ${node} is idle`);
      const at = entry[type * nodeTypes + nodes.nodeType[node]!]! + chosen;
      task[core] = newTask;
      taskType[core] = type;
      pState[core] = chosen;
      powerW[core] = corePowerW[at]!;
      finishS[core] = nowS + timeS[at]! * length;
      finishes.push(finishS[core]!, core);
      running[node]!++;
      busyW[node]! += powerW[core]!;
      return core;
    },
    finish(core) {
      const node = nodes.nodeOfCore[core]!;
      running[node]!--;
      // Sums of what comes and goes are not exact; an idle node draws nothing beyond idle.
      busyW[node] = running[node] === 0 ? 0 : busyW[node]! - powerW[core]!;
      if (slowed[core] === 1) throttled[node]!--;
      slowed[core] = 0;
      task[core] = -1;
      finishS[core] = Infinity;
    },
    throttle(node, nowS) {
      const nodeType = nodes.nodeType[node]!;
      let count = 0;
      for (let core = nodes.firstCore[node]!; core < nodes.firstCore[node + 1]!; core++) {
        if (task[core] === -1) continue;
        const pair = taskType[core]! * nodeTypes + nodeType;
        const lowest = entry[pair + 1]! - 1;
        const now = entry[pair]! + pState[core]!;
        if (now === lowest) continue;
        // Work left stays the same share of the task.
        finishS[core] = nowS + (finishS[core]! - nowS) * (timeS[lowest]! / timeS[now]!);
        finishes.push(finishS[core]!, core);
        busyW[node]! += corePowerW[lowest]! - powerW[core]!;
        powerW[core] = corePowerW[lowest]!;
        pState[core] = lowest - entry[pair]!;
        slowed[core] = 1;
        throttled[node]!++;
        count++;
      }
      return count;
    },
  };
}
