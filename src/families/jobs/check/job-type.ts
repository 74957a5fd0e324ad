import { S_PER_H } from '../../../../models/units.js';
import type { JobTaskRow, JobTypeRow } from '../../../../models/families/jobs/instance.js';
import type { CheckedNodeType, CheckedPlatform } from './platform.js';

/** Job type as the checker reads it: its task graph with execution times. Tasks are in listed order. */
export interface CheckedJobType {
  readonly name: string;
  /** Index of each task by name. */
  readonly taskOf: ReadonlyMap<string, number>;
  /**
   * For each task, its predecessors: the index of each (`from`), and the time to transfer its data between two cores,
   * s.
   */
  readonly needs: readonly (readonly { readonly from: number; readonly transferS: number }[])[];
  /** Execution time of each task, s, [node type][task][level]. */
  readonly timeS: readonly (readonly (readonly number[])[])[];
  /**
   * Least response time of a job, s. It is the length of the longest path through the task graph, without transfer
   * times. All tasks run at the highest level, on the node type for which this length is least.
   */
  readonly leastTimeS: number;
  /**
   * Sum of the execution times of all tasks, core-hours, at the highest level of the node type with the least response
   * time.
   */
  readonly workCoreH: number;
}

export function checkedJobType(row: JobTypeRow, platform: CheckedPlatform): CheckedJobType {
  const { name, tasks, edges = [] } = row;
  const taskOf = new Map(tasks.map((task, n) => [task.name, n]));
  const needs = tasks.map((): { from: number; transferS: number }[] => []);
  for (const { from, to, bytes = 0 } of edges) {
    needs[taskOf.get(to)!]!.push({ from: taskOf.get(from)!, transferS: bytes / platform.bytesPerS });
  }
  const timeS = platform.nodeTypes.map((nodeType) => tasks.map((task) => timesOf(task, nodeType, platform)));
  let [leastTimeS, workCoreH] = [Infinity, NaN];
  for (const times of timeS) {
    const fastest = times.map((levels) => levels[levels.length - 1]!);
    const pathS = longestPathS(fastest, needs);
    if (!(pathS < leastTimeS)) continue;
    leastTimeS = pathS;
    workCoreH = fastest.reduce((sum, taskS) => sum + taskS, 0) / S_PER_H;
  }
  return { name, taskOf, needs, timeS, leastTimeS, workCoreH };
}

/** Returns the execution times of a task by level, s; NaN if none are stated. */
function timesOf(task: JobTaskRow, nodeType: CheckedNodeType, { referenceGHz }: CheckedPlatform): readonly number[] {
  const { timeS, cpuShare = 1, timesS, taskType, length = 1 } = task;
  const { name, speed, frequenciesGHz, aloneS } = nodeType;
  if (timesS !== undefined && Object.hasOwn(timesS, name)) return timesS[name]!;
  if (timeS !== undefined) {
    return frequenciesGHz.map((f) => (timeS * (1 - cpuShare + (cpuShare * referenceGHz) / f)) / speed);
  }
  const alone = taskType === undefined ? undefined : aloneS.get(taskType);
  return frequenciesGHz.map((_, level) => (alone === undefined ? NaN : length * alone[level]!));
}

/** Returns the length of the longest path through the task graph, s; NaN if the graph has a cycle. */
function longestPathS(timeS: readonly number[], needs: CheckedJobType['needs']): number {
  const followers = timeS.map((): number[] => []);
  const open = needs.map((list) => list.length);
  for (const [task, list] of needs.entries()) for (const { from } of list) followers[from]!.push(task);
  const ready = open.flatMap((count, task) => (count === 0 ? [task] : []));
  const startS = timeS.map(() => 0);
  let [done, longestS] = [0, 0];
  for (let task = ready.pop(); task !== undefined; task = ready.pop()) {
    done++;
    const endS = startS[task]! + timeS[task]!;
    longestS = Math.max(longestS, endS);
    for (const next of followers[task]!) {
      startS[next] = Math.max(startS[next]!, endS);
      if (--open[next]! === 0) ready.push(next);
    }
  }
  return done === timeS.length ? longestS : NaN;
}
