import type { NodeTasks } from '../../methods/online/node-tasks.js';
import type { TaskTables } from '../../methods/online/task-tables.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import type { Finishes } from './ledger.js';

/** Tasks in the present step: the number of tasks throttled at its start, and the tasks that have finished in it. */
export interface StepTasks {
  readonly throttledCores: () => number;
  readonly finishes: Finishes;
  readonly begin: () => void;
  /** Records that the task on a core ends. Must be called while the core still counts as busy. */
  readonly finished: (core: number, nowS: number) => void;
  readonly end: () => void;
}

export function stepTasks(
  { cores, throttledCount, slowed }: NodeTasks,
  { reward, deadlineS }: TaskTables,
  { timeS, taskType, length }: ArrivalSequence,
): StepTasks {
  const most = slowed.length;
  let throttledCores = 0;
  // Tasks start only between steps: each core finishes at most once.
  const finishes: Finishes = {
    count: 0,
    timeS: new Float64Array(most),
    reward: new Float64Array(most),
    inTime: new Uint8Array(most),
    throttled: new Uint8Array(most),
  };
  return {
    throttledCores: () => throttledCores,
    finishes,
    begin: () => void (throttledCores = throttledCount()),
    finished(core, nowS) {
      const task = cores.task[core]!;
      const type = taskType[task]!;
      const own = length?.[task] ?? 1;
      const n = finishes.count++;
      finishes.timeS[n] = nowS;
      finishes.reward[n] = reward[type]! * own;
      finishes.inTime[n] = nowS <= timeS[task]! + deadlineS[type]! * own ? 1 : 0;
      finishes.throttled[n] = slowed[core]!;
    },
    end: () => void (finishes.count = 0),
  };
}
