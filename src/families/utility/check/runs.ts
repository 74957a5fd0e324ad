import type { LimitName } from '../../../../models/facility/limits.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { PlannedRun, UtilityPlan } from '../../../../models/families/utility/plan.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import type { Faults } from '../../../check/faults.js';
import { firstEventS } from './days.js';
import { TOLERANCES } from './limits.js';
import { nodesOn, taskTimes } from './task-worth.js';

/** Returns true if two moments (s) are equal up to rounding error. */
export function sameMoment(aS: number, bS: number): boolean {
  return Math.abs(aS - bS) <= TOLERANCES.moment.value * Math.max(1, Math.abs(aS), Math.abs(bS));
}

/** Run of a task in a schedule, whose names and numbers are known to be valid. */
export interface JudgedRun {
  /** Index of the run in the schedule. */
  readonly index: number;
  readonly task: number;
  readonly pool: number;
  readonly machine: number;
  readonly nodes: number;
  readonly powerW: number;
  readonly meanTimeS: number;
  readonly finished: boolean;
  readonly pieces: PlannedRun['pieces'];
}

/**
 * Returns the runs whose names and numbers are valid, and the number of dropped tasks. Adds all faults found to
 * `faults`.
 */
export function readRuns(
  instance: UtilityInstance,
  workload: UtilityWorkload,
  plan: UtilityPlan,
  faults: Faults,
): { readonly runs: readonly JudgedRun[]; readonly dropped: number } {
  const { tasks } = workload;
  const taskOf = new Map(Array.from({ length: tasks.count }, (_, n) => [tasks.name(n), n]));
  const poolOf = new Map(instance.pools.map(({ name }, pool) => [name, pool]));
  const seen = new Set<number>();
  const once = (name: string, where: string): number | null => {
    const task = taskOf.get(name);
    if (task === undefined) faults.add('plan', () => `${where}: no task "${name}" in the instance`);
    else if (seen.has(task)) faults.add('taskRepeated', () => `${where}: task "${name}" again`);
    else {
      seen.add(task);
      return task;
    }
    return null;
  };
  const runs: JudgedRun[] = [];
  for (const [index, run] of plan.runs.entries()) {
    const task = once(run.task, `runs[${index}]`);
    const pool = poolOf.get(run.pool);
    if (pool === undefined) faults.add('plan', () => `runs[${index}]: no pool "${run.pool}" in the instance`);
    if (task === null || pool === undefined) continue;
    const judged = judgedRun(instance, workload, run, { index, task, pool }, faults);
    if (judged !== null) runs.push(judged);
  }
  // A task that was preempted may be dropped before it runs to its end.
  const unfinished = new Map(runs.filter(({ finished }) => !finished).map((run) => [run.task, run]));
  for (const [index, { task: name, atS }] of plan.dropped.entries()) {
    const begun = unfinished.get(taskOf.get(name) ?? -1);
    const task = begun === undefined ? once(name, `dropped[${index}]`) : begun.task;
    if (task === null) continue;
    unfinished.delete(task);
    const fromS = begun === undefined ? tasks.arrivalS[task]! : begun.pieces[begun.pieces.length - 1]![1];
    if (atS >= fromS && atS <= instance.period.durationS) continue;
    faults.add('order', () => `dropped[${index}]: task "${name}" at ${atS} s, before ${fromS} s or after the end`);
  }
  return { runs, dropped: plan.dropped.length };
}

function judgedRun(
  instance: UtilityInstance,
  workload: UtilityWorkload,
  run: PlannedRun,
  { index, task, pool }: { readonly index: number; readonly task: number; readonly pool: number },
  faults: Faults,
): JudgedRun | null {
  const told = (kind: LimitName, what: string): null => {
    faults.add(kind, () => `runs[${index}], task "${run.task}": ${what}`);
    return null;
  };
  const nodes = nodesOn(instance, workload, task, pool);
  const times = taskTimes(instance, workload, task);
  if (nodes === null || times === null) return told('taskCannotRun', `pool "${run.pool}" cannot run it`);
  if (run.nodes !== nodes) return told('plan', `${run.nodes} nodes, it takes ${nodes}`);
  const { timeS, powerW, pStates, usedPStates } = workload.types[workload.tasks.type[task]!]!.runs[pool]!;
  const isIndex = (value: number, count: number): boolean => Number.isInteger(value) && value >= 0 && value < count;
  if (!isIndex(run.pState, pStates)) return told('plan', `P-state ${run.pState} of ${pStates}`);
  if (usedPStates?.includes(run.pState) === false) return told('plan', `P-state ${run.pState}, which is not in use`);
  const isSerial = instance.environment === 'serial';
  const machine = run.machine ?? -1;
  if (isSerial && !isIndex(machine, instance.pools[pool]!.nodes)) return told('plan', 'a machine that does not exist');
  if (!isSerial && run.machine !== undefined) return told('plan', 'a machine where nodes are only counted');
  if (instance.environment !== 'preemptive' && (run.pieces.length > 1 || run.finished === false)) {
    return told('preemption', 'preempted where nothing is');
  }
  const finished = run.finished ?? true;
  const neededS = times.factor * timeS(nodes, run.pState);
  if (!areInOrder(instance, workload, task, run, told)) return null;
  const ranS = run.pieces.reduce((sum, [startS, endS]) => sum + endS - startS, 0);
  const { overheadS = 0 } = instance.preemption ?? {};
  const wholeS = neededS + overheadS * (run.pieces.length - 1);
  const lastS = run.pieces[run.pieces.length - 1]![1];
  const roundingS = TOLERANCES.moment.value * Math.max(1, lastS) * run.pieces.length;
  if (finished && Math.abs(ranS - wholeS) > roundingS) return told('duration', `runs ${ranS} s, it takes ${wholeS} s`);
  if (!finished && ranS > wholeS + roundingS) return told('duration', `unfinished after ${ranS} s of ${wholeS} s`);
  return {
    index,
    task,
    pool,
    machine,
    nodes,
    finished,
    powerW: powerW(nodes, run.pState),
    meanTimeS: times.meanTimeS,
    pieces: run.pieces,
  };
}

/**
 * Returns true if the pieces of a run follow each other in time, and all start within the allowed time: from the first
 * mapping event after arrival to the end of the simulated time.
 */
function areInOrder(
  { eventIntervalS, period }: UtilityInstance,
  { tasks }: UtilityWorkload,
  task: number,
  { pieces }: PlannedRun,
  told: (kind: LimitName, what: string) => null,
): boolean {
  let fromS = firstEventS(tasks.arrivalS[task]!, eventIntervalS);
  for (const [startS, endS] of pieces) {
    if (!Number.isFinite(startS) || !(endS >= startS) || !Number.isFinite(endS)) {
      told('order', `a piece from ${startS} to ${endS} s`);
      return false;
    }
    if (startS < fromS && !sameMoment(startS, fromS)) {
      told('order', `a piece from ${startS} s, before ${fromS} s`);
      return false;
    }
    if (startS >= period.durationS) {
      told('order', `a start at ${startS} s, after the end`);
      return false;
    }
    fromS = endS;
  }
  return true;
}
