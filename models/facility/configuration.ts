import { colocatedTimeS } from '../physics/colocation/interference.js';
import type { CompiledNodeType } from './compiled.js';

/**
 * What a whole node runs at one moment: counts[k] cores on its k-th runnable task type, all in the P-state chosen for
 * that type. For prices and bounds one P-state per type loses nothing: co-located times depend on the counts alone
 * (features A and D of Eq. 21), so at any prices one P-state is best for every core of a type. A single plan may earn a
 * little more by mixing P-states within a node; the bound covers that, these plans do not.
 */
export interface Configuration {
  /** Index of the node type. */
  readonly type: number;
  /** Cores per local task index. */
  readonly counts: Uint16Array;
  /** Position in CompiledTask.pStates per local task index (meaningless where the count is 0). */
  readonly choices: Uint8Array;
  /** Completed tasks per second of ONE node, by global task index. */
  readonly ratePerS: Float64Array;
  /**
   * Power of one node above that of one without work, W: its core power, plus the power to be awake if nodes may be on
   * standby.
   */
  readonly coreW: number;
}

/**
 * Every multiset of task types that fits a node's cores (including the empty one, first), with the co-located rate and
 * power of each task in each admissible P-state. Layout: multiset m owns entries entryStart[m] .. entryStart[m+1], one
 * per task present; entry e holds local task entryTask[e], count entryCount[e] and the values valueStart[e] ..
 * valueStart[e+1], one per admissible P-state: rate (tasks/s of all its cores together) and power (W). A rate of 0
 * marks a P-state the literal Eq. 21 gives no positive time for.
 */
export interface MultisetTable {
  readonly type: number;
  readonly taskCount: number;
  readonly multisetCount: number;
  readonly entryStart: Int32Array;
  readonly entryTask: Uint16Array;
  readonly entryCount: Uint16Array;
  readonly valueStart: Int32Array;
  readonly rate: Float64Array;
  readonly powerW: Float64Array;
  /**
   * Number of (multiset, task, P-state) combinations without a positive time in the literal model; they are excluded.
   */
  readonly excluded: number;
  /** Number of combinations that the literal model makes faster than alone; kept, but suspicious. */
  readonly fasterThanAlone: number;
  readonly combinations: number;
}

/** Returns the number of multisets of at most `cores` elements of `tasks` kinds: binomial(cores + tasks, tasks). */
export function multisetCount(cores: number, tasks: number): number {
  let count = 1;
  for (let k = 1; k <= tasks; k++) count = (count * (cores + k)) / k;
  return Math.round(count);
}

/** Returns true if some task type of a node type may run only on certain numbers of cores. */
export function hasCoreCounts({ tasks }: Pick<CompiledNodeType, 'tasks'>): boolean {
  return tasks.some(({ coreCounts }) => coreCounts !== undefined);
}

/** Returns the number of multisets of a node type whose task types are limited to certain numbers of cores. */
function listedCount(cores: number, tasks: CompiledNodeType['tasks']): number {
  let ways = Float64Array.from({ length: cores + 1 }, (_, used) => (used === 0 ? 1 : 0));
  for (const { coreCounts = upTo(cores) } of tasks) {
    const more = new Float64Array(cores + 1);
    for (const [used, count] of ways.entries())
      for (const own of coreCounts) if (used + own <= cores) more[used + own]! += count;
    ways = more;
  }
  return ways.reduce((sum, count) => sum + count, 0);
}

/** Returns the numbers 0 to `most`. */
function upTo(most: number): readonly number[] {
  return Array.from({ length: most + 1 }, (_, n) => n);
}

/**
 * Returns the table of all multisets of a node type, with room for rates and powers. Memory: about 16 bytes per
 * (multiset, task present, P-state).
 */
export function multisetTable(type: number, nodeType: CompiledNodeType): MultisetTable {
  const { tasks, cores } = nodeType;
  const total = hasCoreCounts(nodeType) ? listedCount(cores, tasks) : multisetCount(cores, tasks.length);
  const entryStart = new Int32Array(total + 1);
  const entryTask: number[] = [];
  const entryCount: number[] = [];
  const valueStart: number[] = [0];
  const rate: number[] = [];
  const powerW: number[] = [];
  let excluded = 0;
  let fasterThanAlone = 0;
  let multiset = 0;
  const counts = new Uint16Array(tasks.length);

  const emit = (active: number): void => {
    let intensity = 0;
    for (const [k, task] of tasks.entries()) intensity += counts[k]! * task.memoryIntensity;
    for (const [k, task] of tasks.entries()) {
      const count = counts[k]!;
      if (count === 0) continue;
      for (const [p, baseTimeS] of task.timeS.entries()) {
        const timeS = colocatedTimeS(nodeType.colocation, task.coefficients, {
          neighbours: active - 1,
          baseTimeS,
          frequencyGHz: task.frequencyGHz[p]!,
          averageIntensity: intensity / active,
          ownIntensity: task.memoryIntensity,
        });
        if (timeS <= 0) excluded++;
        else if (timeS < baseTimeS) fasterThanAlone++;
        rate.push(timeS > 0 ? count / timeS : 0);
        powerW.push(count * task.powerW[p]!);
      }
      entryTask.push(k);
      entryCount.push(count);
      valueStart.push(rate.length);
    }
    entryStart[++multiset] = entryTask.length;
  };
  const any = upTo(cores);
  const enumerate = (k: number, left: number): void => {
    if (k === tasks.length) {
      emit(cores - left);
      return;
    }
    for (const count of tasks[k]!.coreCounts ?? any) {
      if (count > left) break;
      counts[k] = count;
      enumerate(k + 1, left - count);
    }
    counts[k] = 0;
  };
  enumerate(0, cores);
  return {
    type,
    taskCount: tasks.length,
    multisetCount: multiset,
    entryStart,
    entryTask: Uint16Array.from(entryTask),
    entryCount: Uint16Array.from(entryCount),
    valueStart: Int32Array.from(valueStart),
    rate: Float64Array.from(rate),
    powerW: Float64Array.from(powerW),
    excluded,
    fasterThanAlone,
    combinations: rate.length,
  };
}

/** Returns the configuration of one multiset with a P-state choice per entry (see MultisetTable). */
export function configurationOf(
  table: MultisetTable,
  nodeType: CompiledNodeType,
  globalTasks: number,
  multiset: number,
  choiceOfEntry: (entry: number) => number,
): Configuration {
  const counts = new Uint16Array(table.taskCount);
  const choices = new Uint8Array(table.taskCount);
  const ratePerS = new Float64Array(globalTasks);
  let coreW = 0;
  for (let e = table.entryStart[multiset]!; e < table.entryStart[multiset + 1]!; e++) {
    const k = table.entryTask[e]!;
    const choice = choiceOfEntry(e);
    counts[k] = table.entryCount[e]!;
    choices[k] = choice;
    ratePerS[nodeType.tasks[k]!.task]! += table.rate[table.valueStart[e]! + choice]!;
    coreW += table.powerW[table.valueStart[e]! + choice]!;
  }
  return { type: table.type, counts, choices, ratePerS, coreW };
}

/** Returns a key that identifies a configuration within its node type. */
export function configurationKey(configuration: Configuration): string {
  let key = `${configuration.type}`;
  for (const [k, count] of configuration.counts.entries()) {
    if (count > 0) key += `|${k}:${count}@${configuration.choices[k]!}`;
  }
  return isIdleAwake(configuration) ? `${key}|awake` : key;
}

/** Returns true if no core runs anything. */
export function isWithoutWork({ counts }: Configuration): boolean {
  return counts.every((count) => count === 0);
}

/** Returns true if a node that could be on standby is awake without work. */
function isIdleAwake(configuration: Configuration): boolean {
  return configuration.coreW > 0 && isWithoutWork(configuration);
}

/** Returns the configuration without work; if nodes may be on standby it means standby. */
export function idleConfiguration(type: number, localTasks: number, globalTasks: number): Configuration {
  return {
    type,
    counts: new Uint16Array(localTasks),
    choices: new Uint8Array(localTasks),
    ratePerS: new Float64Array(globalTasks),
    coreW: 0,
  };
}
