import { S_PER_H } from '../../../../../models/units.js';
import type { JobTaskRow, JobTypeRow } from '../../../../../models/families/jobs/instance.js';
import type { TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import type { Platform, PlatformNodeType } from '../platform.js';
import { topologicalOrder } from './order.js';

/** Job type with its task graph on every node type of a platform. */
export interface CompiledJobType {
  readonly name: string;
  readonly graphs: readonly TaskGraph[];
  /** Names of the tasks, in the order of the task indices in the graphs. */
  readonly tasks: readonly string[];
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

/**
 * Compiles a valid job type: tasks in topological order, edges sorted.
 *
 * @throws RangeError for a cycle
 */
export function compileJobType({ name, tasks, edges = [] }: JobTypeRow, platform: Platform): CompiledJobType {
  const indexOf = new Map(tasks.map((task, n) => [task.name, n]));
  const found = topologicalOrder(
    tasks.length,
    edges.map(({ from }) => indexOf.get(from)!),
    edges.map(({ to }) => indexOf.get(to)!),
  );
  if (!found.ok) throw new RangeError(`${name}: tasks wait for each other in a circle`);
  const ordered = found.order.map((n) => tasks[n]!);
  const placeOf = new Map(ordered.map((task, n) => [task.name, n]));
  const sorted = edges
    .map(({ from, to, bytes = 0 }) => ({ from: placeOf.get(from)!, to: placeOf.get(to)!, bytes }))
    .sort((a, b) => a.to - b.to || a.from - b.from);
  const firstEdge = new Int32Array(tasks.length + 1);
  for (const { to } of sorted) firstEdge[to + 1]!++;
  for (let n = 0; n < tasks.length; n++) firstEdge[n + 1]! += firstEdge[n]!;
  const shape = {
    tasks: tasks.length,
    firstEdge,
    edgeFrom: Int32Array.from(sorted, ({ from }) => from),
    transferS: Float64Array.from(sorted, ({ bytes }) => bytes / platform.bytesPerS),
  };
  const graphs = platform.nodeTypes.map((nodeType): TaskGraph => {
    const levels = nodeType.frequenciesGHz.length;
    const timeS = new Float64Array(tasks.length * levels);
    for (const [n, task] of ordered.entries()) timeS.set(timesOf(task, nodeType, platform), n * levels);
    return { ...shape, levels, timeS };
  });
  const paths = graphs.map(longestPathS);
  const best = paths.indexOf(Math.min(...paths));
  return {
    name,
    graphs,
    tasks: ordered.map((task) => task.name),
    leastTimeS: paths[best]!,
    workCoreH: workS(graphs[best]!) / S_PER_H,
  };
}

/** Returns the execution times of a task by level on a node type, s. */
function timesOf(
  { name, timeS, cpuShare = 1, timesS, taskType, length = 1 }: JobTaskRow,
  { type, speed, frequenciesGHz, aloneS }: PlatformNodeType,
  { referenceGHz }: Platform,
): ArrayLike<number> {
  if (timesS !== undefined) return timesS[type.name]!;
  if (timeS !== undefined) {
    // Exact at the reference frequency, whatever the share.
    return frequenciesGHz.map((f) => (timeS * (1 + cpuShare * (referenceGHz / f - 1))) / speed);
  }
  const ofType = taskType === undefined ? undefined : aloneS?.get(taskType);
  if (ofType === undefined) throw new RangeError(`${name}: no time on ${type.name}`);
  return ofType.map((alone) => length * alone);
}

function longestPathS({ tasks, levels, timeS, firstEdge, edgeFrom }: TaskGraph): number {
  const endS = new Float64Array(tasks);
  let longestS = 0;
  for (let task = 0; task < tasks; task++) {
    let startS = 0;
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      startS = Math.max(startS, endS[edgeFrom[edge]!]!);
    }
    endS[task] = startS + timeS[task * levels + levels - 1]!;
    longestS = Math.max(longestS, endS[task]!);
  }
  return longestS;
}

function workS({ tasks, levels, timeS }: TaskGraph): number {
  let sumS = 0;
  for (let task = 0; task < tasks; task++) sumS += timeS[task * levels + levels - 1]!;
  return sumS;
}
