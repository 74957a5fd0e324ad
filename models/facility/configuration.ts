import { colocatedTimeS } from '../physics/colocation/interference.js';
import type { CompiledNodeType } from './compiled.js';

/**
 * What all cores of one node run at one moment: counts[k] cores run the task type with local index k, all in the
 * P-state chosen for that task type.
 *
 * One P-state for each task type suffices for pricing and upper bounds: co-located times depend only on the numbers of
 * cores on each task type, so for given prices one P-state is best for all cores on a task type.
 *
 * A plan may earn a little more by mixing P-states of a task type within a node. The upper bound covers such plans, but
 * they are not generated.
 */
export interface Configuration {
  /** Index in CompiledFacility.nodeTypes. */
  readonly type: number;
  /** Number of cores that run each local task type. */
  readonly counts: Uint16Array;
  /**
   * P-state of each local task type, as index in CompiledTask.pStates. It has no meaning for a task type without cores.
   */
  readonly choices: Uint8Array;
  /** Completion rate of ONE node for each global task type, tasks/s. */
  readonly ratePerS: Float64Array;
  /**
   * Power of one node's busy cores, W. If the node type allows standby, the extra power of leaving standby is included.
   */
  readonly coreW: number;
}

/**
 * All multisets of task types that fit on a node's cores (the empty one first). For each task type in a multiset and
 * each admissible P-state, the table has the co-located rate and the power.
 *
 * Multiset m has one entry for each task type present: the entries e from entryStart[m] to entryStart[m + 1] - 1. Entry
 * e has entryCount[e] cores on local task type entryTask[e]. Its values v, one for each admissible P-state, run from
 * valueStart[e] to valueStart[e + 1] - 1: rate[v] (tasks/s of all its cores together) and powerW[v]. A rate of 0 marks
 * a P-state without a positive time in the literal Eq. 21.
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
   * Number of combinations (multiset, task type, P-state) that cannot be used, because Eq. 21 as printed in the thesis
   * (co-location model "literal") gives no positive execution time.
   */
  readonly excluded: number;
  /**
   * Number of combinations (multiset, task type, P-state) in which a task runs faster than without co-location. Only
   * the co-location model "literal" gives such times. They stay in the table, although they make the fitted
   * coefficients doubtful.
   */
  readonly fasterThanAlone: number;
  readonly combinations: number;
}

/** Returns the number of multisets with at most `cores` elements from `tasks` kinds: binomial(cores + tasks, tasks). */
export function multisetCount(cores: number, tasks: number): number {
  let count = 1;
  for (let k = 1; k <= tasks; k++) count = (count * (cores + k)) / k;
  return Math.round(count);
}

/** Returns true if some task type of a node type is restricted to certain numbers of cores. */
export function hasCoreCounts({ tasks }: Pick<CompiledNodeType, 'tasks'>): boolean {
  return tasks.some(({ coreCounts }) => coreCounts !== undefined);
}

/**
 * Returns the number of multisets of task types that fit on a node if task types are restricted to certain numbers of
 * cores.
 */
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

function upTo(most: number): readonly number[] {
  return Array.from({ length: most + 1 }, (_, n) => n);
}

/**
 * Returns the table of all multisets of task types that fit on a node, without values in `rate` and `powerW`. Memory:
 * about 16 bytes per (multiset, task type present, P-state).
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

/**
 * Returns the configuration of a node with one multiset of the table.
 *
 * @param multiset index of the multiset
 * @param choiceOfEntry returns the P-state (index in CompiledTask.pStates) of an entry of the table
 */
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

/**
 * Returns a text that identifies node type, core counts and P-states of a configuration. It differs between a node that
 * is on without work and a node on standby.
 */
export function configurationKey(configuration: Configuration): string {
  let key = `${configuration.type}`;
  for (const [k, count] of configuration.counts.entries()) {
    if (count > 0) key += `|${k}:${count}@${configuration.choices[k]!}`;
  }
  return isIdleAwake(configuration) ? `${key}|awake` : key;
}

export function isWithoutWork({ counts }: Configuration): boolean {
  return counts.every((count) => count === 0);
}

/** Returns true if a node whose type allows standby is on without work. */
function isIdleAwake(configuration: Configuration): boolean {
  return configuration.coreW > 0 && isWithoutWork(configuration);
}

/** Returns the configuration without work: standby, if nodes of the type may be on standby. */
export function idleConfiguration(type: number, localTasks: number, globalTasks: number): Configuration {
  return {
    type,
    counts: new Uint16Array(localTasks),
    choices: new Uint8Array(localTasks),
    ratePerS: new Float64Array(globalTasks),
    coreW: 0,
  };
}
