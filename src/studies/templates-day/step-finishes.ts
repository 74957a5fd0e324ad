import type { ArrivalSequence } from '../../../models/problems/templates/online.js';
import type { CoreState } from '../../methods/online/core-state.js';
import type { NodeList } from '../../methods/online/node-list.js';
import type { TaskTables } from '../../methods/online/task-tables.js';
import type { DayStep, Finishes } from './ledger.js';

/** Lets the tasks of a step finish. */
export interface StepFinishes {
  /** By node: energy beyond idle in the last step, J. */
  readonly busyJ: Float64Array;
  readonly run: (
    startS: number,
    endS: number,
  ) => Pick<DayStep, 'busyW' | 'runningCores' | 'throttledCores' | 'finishes'>;
}

export function stepFinishes(
  nodes: NodeList,
  { reward, deadlineS }: TaskTables,
  cores: CoreState,
  { timeS, taskType, length }: ArrivalSequence,
): StepFinishes {
  const busyJ = new Float64Array(nodes.count);
  const most = nodes.nodeOfCore.length;
  // Within a step nothing starts: each core finishes at most once.
  const finishes: Finishes = {
    count: 0,
    timeS: new Float64Array(most),
    powerW: new Float64Array(most),
    reward: new Float64Array(most),
    inTime: new Uint8Array(most),
    throttled: new Uint8Array(most),
  };
  return {
    busyJ,
    run(startS, endS) {
      let busyW = 0;
      let runningCores = 0;
      let throttledCores = 0;
      for (let n = 0; n < nodes.count; n++) {
        busyW += cores.busyW[n]!;
        runningCores += cores.running[n]!;
        throttledCores += cores.throttled[n]!;
        busyJ[n] = cores.busyW[n]! * (endS - startS);
      }
      finishes.count = 0;
      while (cores.finishes.earliestS() <= endS) {
        const atS = cores.finishes.earliestS();
        const core = cores.finishes.pop();
        if (cores.finishS[core] !== atS) continue;
        const task = cores.task[core]!;
        const type = taskType[task]!;
        const own = length?.[task] ?? 1;
        const n = finishes.count++;
        finishes.timeS[n] = atS;
        finishes.powerW[n] = cores.powerW[core]!;
        finishes.reward[n] = reward[type]! * own;
        finishes.inTime[n] = atS <= timeS[task]! + deadlineS[type]! * own ? 1 : 0;
        finishes.throttled[n] = cores.slowed[core]!;
        busyJ[nodes.nodeOfCore[core]!]! -= cores.powerW[core]! * (endS - atS);
        cores.finish(core);
      }
      return { busyW, runningCores, throttledCores, finishes };
    },
  };
}
