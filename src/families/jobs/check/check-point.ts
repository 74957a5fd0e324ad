import type { LimitName } from '../../../../models/facility/limits.js';
import type { Faults } from '../../../check/faults.js';
import type { CheckedTypes } from './checked-types.js';
import type { CheckedJobType } from './job-type.js';
import { TOLERANCES } from './limits.js';
import type { CheckedNodeType } from './platform.js';

/** Design point of a job type on a node type, with names instead of indices, as in a plan or database. */
export interface StoredPoint {
  readonly jobType: string;
  readonly nodeType: string;
  readonly cores: number;
  readonly timeS: number;
  readonly energyJ: number;
  /** All tasks of the job type, in the order in which they start. */
  readonly tasks: readonly StoredTask[];
}

/**
 * Task of a design point. Start and end (s after the start of the job) are stated for all tasks of the point or for
 * none; without them, each task starts as early as the listed order allows.
 */
export interface StoredTask {
  readonly task: string;
  readonly core: number;
  readonly level: number;
  readonly startS?: number | undefined;
  readonly endS?: number | undefined;
}

/**
 * Design point as judged by the checker. `type` and `nodeType` are the indices of its job type and node type. Both
 * exist, and the nodes have at least `cores` cores.
 */
export interface JudgedPoint {
  readonly type: number;
  readonly nodeType: number;
  readonly cores: number;
  /** Level of each task by its name. */
  readonly levelOf: ReadonlyMap<string, number>;
  /** Response time (s) and energy (J) computed by the checker; null if the design point violates a rule. */
  readonly cost: { readonly timeS: number; readonly energyJ: number } | null;
}

/**
 * Returns a design point as judged by the rules of docs/jobs/checker.md. Returns null if its job type, node type or
 * number of cores does not exist.
 */
export function judgePoint(
  { platform, nodeTypeOf, types, typeOf }: CheckedTypes,
  point: StoredPoint,
  where: string,
  faults: Faults,
): JudgedPoint | null {
  const [type, nodeType] = [typeOf.get(point.jobType), nodeTypeOf.get(point.nodeType)];
  if (type === undefined) faults.add('plan', () => `${where}: no job type "${point.jobType}" in the instance`);
  if (nodeType === undefined) faults.add('plan', () => `${where}: no node type "${point.nodeType}" in the instance`);
  if (type === undefined || nodeType === undefined) return null;
  const on = platform.nodeTypes[nodeType]!;
  const { cores } = point;
  if (!isIndex(cores - 1, on.cores)) {
    faults.add('plan', () => `${where}: ${cores} cores, a node of "${on.name}" has ${on.cores}`);
    return null;
  }
  const levelOf = new Map(point.tasks.map(({ task, level }) => [task, level]));
  let isSound = true;
  const told = (kind: LimitName, what: () => string): void => {
    isSound = false;
    faults.add(kind, () => `${where}: ${what()}`);
  };
  const tasks = placedTasks(types[type]!, on, point, told);
  if (tasks !== null) {
    if (!platform.mayChangeLevels) judgeLevels(tasks, told);
    const moments = momentsOf(tasks, types[type]!, nodeType, told);
    if (moments !== null) {
      judgeTimes(moments, types[type]!, nodeType, told);
      const cost = costOf(moments, types[type]!, nodeType, on, cores);
      for (const [kind, said, unit, found] of [
        ['responseTime', point.timeS, 's', cost.timeS],
        ['energy', point.energyJ, 'J', cost.energyJ],
      ] as const) {
        if (Math.abs(said - found) <= TOLERANCES.point.value * found) continue;
        isSound = false;
        faults.add(kind, () => where, { unit, value: said, limit: found });
      }
      if (isSound) return { type, nodeType, cores, levelOf, cost };
    }
  }
  return { type, nodeType, cores, levelOf, cost: null };
}

type Told = (kind: LimitName, what: () => string) => void;

/** Task with its index in the job type. */
type PlacedTask = StoredTask & { readonly index: number };
/** Task with its start and end, s after the start of the job. */
type TimedTask = PlacedTask & { readonly startS: number; readonly endS: number };

/**
 * Returns the tasks of a design point with their indices; null unless each task occurs once, on an existing core and
 * level, and every core has a task.
 */
function placedTasks(
  type: CheckedJobType,
  { dynamicW }: CheckedNodeType,
  { cores, tasks }: StoredPoint,
  told: Told,
): PlacedTask[] | null {
  let faults = 0;
  const fault: Told = (kind, what) => {
    faults++;
    told(kind, what);
  };
  const seen = new Set<number>();
  const used = new Set<number>();
  const placed: PlacedTask[] = [];
  for (const task of tasks) {
    const index = type.taskOf.get(task.task);
    if (index === undefined) fault('plan', () => `no task "${task.task}" in "${type.name}"`);
    else if (seen.has(index)) fault('taskRepeated', () => `task "${task.task}" again`);
    else if (!isIndex(task.core, cores)) fault('plan', () => `task "${task.task}" on core ${task.core} of ${cores}`);
    else if (!isIndex(task.level, dynamicW.length)) {
      fault('plan', () => `task "${task.task}" at level ${task.level} of ${dynamicW.length}`);
    } else placed.push({ ...task, index });
    if (index !== undefined) seen.add(index);
    used.add(task.core);
  }
  for (const [name, index] of type.taskOf) if (!seen.has(index)) fault('taskMissing', () => `no task "${name}"`);
  if (faults === 0 && used.size < cores) fault('coreUnused', () => `${used.size} cores with tasks, ${cores} said`);
  return faults === 0 ? placed : null;
}

/** Checks that all tasks of a core have the same frequency level, for instances that set levels by core. */
function judgeLevels(tasks: readonly PlacedTask[], told: Told): void {
  const levelOf = new Map<number, number>();
  for (const { task, core, level } of tasks) {
    const first = levelOf.get(core) ?? level;
    levelOf.set(core, first);
    if (level !== first) told('level', () => `task "${task}" at level ${level} on core ${core}, which is at ${first}`);
  }
}

/**
 * Returns the tasks with their stated starts and ends. If the point states none, each task starts as early as the
 * listed order allows. Returns null if the times cannot be computed.
 */
function momentsOf(
  tasks: readonly PlacedTask[],
  { needs, timeS }: CheckedJobType,
  nodeType: number,
  told: Told,
): TimedTask[] | null {
  if (tasks.some(({ startS, endS }) => startS !== undefined || endS !== undefined)) {
    for (const { task, startS = NaN, endS = NaN } of tasks) {
      if (startS >= 0 && endS >= startS && endS < Infinity) continue;
      told('order', () => `task "${task}" from ${startS} to ${endS} s`);
      return null;
    }
    return tasks as TimedTask[];
  }
  const freeS = new Map<number, number>();
  const done = new Map<number, TimedTask>();
  for (const task of tasks) {
    let startS = freeS.get(task.core) ?? 0;
    for (const { from, transferS } of needs[task.index]!) {
      const before = done.get(from);
      if (before === undefined) {
        told('precedence', () => `task "${task.task}" is listed before one whose data it needs`);
        return null;
      }
      startS = Math.max(startS, before.endS + (before.core === task.core ? 0 : transferS));
    }
    const endS = startS + timeS[nodeType]![task.index]![task.level]!;
    freeS.set(task.core, endS);
    done.set(task.index, { ...task, startS, endS });
  }
  return [...done.values()];
}

/**
 * Checks for each task that it takes its execution time at its level, starts after the data it needs have arrived, and
 * has its core for itself.
 */
function judgeTimes(tasks: readonly TimedTask[], { needs, timeS }: CheckedJobType, nodeType: number, told: Told): void {
  const roundingS = TOLERANCES.point.value * tasks.reduce((latestS, { endS }) => Math.max(latestS, endS), 0);
  const byIndex = new Map(tasks.map((task) => [task.index, task]));
  const lastOn = new Map<number, TimedTask>();
  for (const one of [...tasks].sort((a, b) => a.startS - b.startS || a.endS - b.endS)) {
    const { task, index, core, level, startS, endS } = one;
    const takesS = timeS[nodeType]![index]![level]!;
    if (!(Math.abs(endS - startS - takesS) <= roundingS)) {
      told('duration', () => `task "${task}" takes ${endS - startS} s, ${takesS} s at level ${level}`);
    }
    for (const { from, transferS } of needs[index]!) {
      const before = byIndex.get(from)!;
      const readyS = before.endS + (before.core === core ? 0 : transferS);
      if (startS >= readyS - roundingS) continue;
      told(
        'precedence',
        () => `task "${task}" starts at ${startS} s, data of "${before.task}" are there at ${readyS} s`,
      );
    }
    // The one before that ends last; tasks that take no time may stand at either end of another.
    const before = lastOn.get(core);
    if (before !== undefined && before.endS > startS + roundingS && endS > before.startS + roundingS) {
      told('overlap', () => `tasks "${before.task}" and "${task}" at once on core ${core} at ${startS} s`);
    }
    if (before === undefined || endS > before.endS) lastOn.set(core, one);
  }
}

/**
 * Returns the response time (s) and energy (J) by Eqs. 1 and 2 of the paper. Energy is the sum of execution time x
 * dynamic power over the tasks, plus response time x static power x cores.
 */
function costOf(
  tasks: readonly TimedTask[],
  type: CheckedJobType,
  nodeType: number,
  { dynamicW, staticW }: CheckedNodeType,
  cores: number,
): { timeS: number; energyJ: number } {
  let [timeS, dynamicJ] = [0, 0];
  for (const { index, level, endS } of tasks) {
    timeS = Math.max(timeS, endS);
    dynamicJ += type.timeS[nodeType]![index]![level]! * dynamicW[level]!;
  }
  return { timeS, energyJ: dynamicJ + timeS * staticW * cores };
}

/** Returns true if a number is a whole number from 0 to `count` - 1. */
export function isIndex(value: number, count: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < count;
}
