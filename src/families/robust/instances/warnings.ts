import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import { nodesOf } from '../../../../models/families/robust/model.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import { powerUnitWarnings, timeUnitWarnings } from '../../../facility/unit-warnings.js';
import { robustNodePowers } from './node-power.js';

/**
 * Ratio of the least possible work to the core time available until the deadline. Below this ratio, a warning says that
 * the times or the deadline may be in the wrong unit.
 */
const IDLE_SHARE = 1e-3;

/** Returns warnings about data that are valid but probably not intended. */
export function robustWarnings(instance: RobustInstance, times: TaskTimes): string[] {
  return [
    ...facilityWarnings(instance, times),
    ...timeWarnings(instance, times),
    ...generatorWarnings(instance),
    ...powerUnitWarnings('facility.nodeTypes', robustNodePowers(instance)),
  ];
}

function facilityWarnings({ facility, workload }: RobustInstance, times: TaskTimes): string[] {
  const warnings: string[] = [];
  for (const { name } of facility.nodeTypes) {
    if (!facility.nodes.some((group) => group.nodeType === name)) {
      warnings.push(`facility.nodeTypes: no node is of type "${name}".`);
    }
  }
  const present = new Set(times.taskType);
  for (const [index, { name }] of workload.taskTypes.entries()) {
    if (!present.has(index)) warnings.push(`workload.taskTypes: no task is of type "${name}".`);
  }
  const columns = times.columnNames.length;
  for (const [column, name] of times.columnNames.entries()) {
    let place = column;
    while (place < times.meanS.length && times.meanS[place] === Infinity) place += columns;
    if (place >= times.meanS.length) warnings.push(`workload.tasks: no task can run on "${name}"; its nodes stay off.`);
  }
  return warnings;
}

function timeWarnings(instance: RobustInstance, times: TaskTimes): string[] {
  const { deadlineS } = instance.limits;
  const columns = times.columnNames.length;
  const varying = new Tasks();
  const late = new Tasks();
  let leastWorkS = 0;
  let quickestS = Infinity;
  let longestS = -Infinity;
  for (let task = 0; task < times.taskCount; task++) {
    let fastestS = Infinity;
    let most = 0;
    for (let place = task * columns; place < (task + 1) * columns; place++) {
      const meanS = times.meanS[place]!;
      if (meanS < fastestS) fastestS = meanS;
      // Without a square root: the squared coefficient of variation.
      if (meanS < Infinity) most = Math.max(most, times.varianceS2[place]! / (meanS * meanS));
    }
    leastWorkS += fastestS;
    quickestS = Math.min(quickestS, fastestS);
    longestS = Math.max(longestS, fastestS);
    if (most > 1 + 1e-9) varying.add(task, Math.sqrt(most));
    if (fastestS > deadlineS) late.add(task, fastestS);
  }
  const warnings: string[] = [];
  if (varying.count > 0) {
    warnings.push(
      `workload.tasks: ${varying.text(times)} a time with a coefficient of variation above 1 (up to ${short(varying.most)}): is varianceS2 a variance in s2? Times are taken to be Gaussian, which would often be negative here.`,
    );
  }
  if (late.count > 0) {
    warnings.push(
      `limits.deadlineS: ${late.text(times)} no node on which the mean time is within the deadline of ${short(deadlineS)} s (up to ${short(late.most)} s); the probability of meeting it stays below one half.`,
    );
  }
  const cores = nodesOf(instance).reduce((sum, { type }) => sum + type.cores, 0);
  if (leastWorkS > cores * deadlineS) {
    warnings.push(
      `limits.deadlineS: the tasks need ${short(leastWorkS)} core-seconds where each is fastest; ${cores} cores have ${short(cores * deadlineS)} until the deadline, so the probability of meeting it stays below one half.`,
    );
  }
  // A bag of very many very short tasks may well last hours.
  if (longestS > -Infinity && (quickestS > deadlineS || leastWorkS < IDLE_SHARE * cores * deadlineS)) {
    const paths = { times: 'workload.tasks', deadline: 'limits.deadlineS' };
    warnings.push(...timeUnitWarnings(paths, [quickestS, longestS], [deadlineS]));
  }
  return warnings;
}

function generatorWarnings({ workload, limits }: RobustInstance): string[] {
  const { tasks } = workload;
  if (tasks.source !== 'generated') return [];
  const warnings: string[] = [];
  if (tasks.meanS > limits.deadlineS) {
    warnings.push(
      `workload.tasks.meanS: the mean time of ${tasks.meanS} s exceeds the deadline of ${limits.deadlineS} s.`,
    );
  }
  if (tasks.timeCoV > 1) {
    warnings.push(`workload.tasks.timeCoV: ${tasks.timeCoV} means times that a Gaussian often makes negative.`);
  }
  return warnings;
}

/** Collects tasks to which one warning applies: their number, the first one, and the largest value among them. */
class Tasks {
  count = 0;
  most = 0;
  #first = 0;

  add(task: number, figure: number): void {
    if (this.count === 0) this.#first = task;
    this.count++;
    this.most = Math.max(this.most, figure);
  }

  text({ taskName }: TaskTimes): string {
    const name = `"${taskName(this.#first)}"`;
    return this.count === 1 ? `task ${name} has` : `${this.count} tasks (first: ${name}) have`;
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
