import type { CorePlan, RobustPlan } from '../../../../models/families/robust/plan.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import type { CheckedFacility, CheckedNode } from './facility.js';

/**
 * Kind of a fault of a plan. A plan with a fault of kind "plan" cannot be carried out at all. The other kinds concern
 * the assignment of one task.
 */
export type PlanFaultKind = 'plan' | 'taskRepeated' | 'taskMissing' | 'taskCannotRun';

/** A contradiction between a plan and the instance. */
export interface PlanFault {
  readonly kind: PlanFaultKind;
  /** Path in the plan, e.g. "cores[2].tasks[0]". */
  readonly path: string;
  readonly value: string;
  readonly allowed: string;
  readonly remedy: string;
}

/** Core and P-state to which a plan assigns each task. */
export interface PlacedTasks {
  /** For each task, index of its core; -1 if the plan assigns the task to no valid core. */
  readonly core: Int32Array;
  readonly pState: Int32Array;
  /** Faults in the order of the plan; missing tasks come last. */
  readonly faults: readonly PlanFault[];
}

/**
 * Returns the core and P-state of every task in a plan. A part of the plan that contradicts the instance is left out
 * and gives one fault.
 */
export function placeTasks(facility: CheckedFacility, times: TaskTimes, plan: RobustPlan): PlacedTasks {
  const faults: PlanFault[] = [];
  const core = new Int32Array(times.taskCount).fill(-1);
  const pState = new Int32Array(times.taskCount);
  const firstNamed = new Map<number, string>();
  const usedCores = new Map<number, string>();
  const indexOfNode = new Map(facility.nodes.map(({ name }, index) => [name, index]));
  const indexOfTask = new Map<string, number>();
  for (let task = 0; task < times.taskCount; task += 1) indexOfTask.set(times.taskName(task), task);
  const report = (kind: PlanFaultKind, path: string, value: string | number, allowed: string, remedy: string): void => {
    faults.push({ kind, path, value: JSON.stringify(value), allowed, remedy });
  };

  for (const [c, entry] of plan.cores.entries()) {
    const at = `cores[${c}]`;
    const node = indexOfNode.get(entry.node);
    const place = node === undefined ? null : coreOf(facility.nodes[node]!, entry);
    if (node === undefined) {
      report('plan', `${at}.node`, entry.node, 'a node of the instance', 'Correct the name.');
    } else if (place === null) {
      const { type } = facility.nodes[node]!;
      const remedy = 'Cores are numbered from 0.';
      report('plan', `${at}.core`, entry.core, `a whole number from 0 to ${type.cores - 1} on "${entry.node}"`, remedy);
    } else if (usedCores.has(place)) {
      const remedy = `Put its tasks into ${usedCores.get(place)!}, which is the same core.`;
      report('plan', at, `${entry.node} core ${entry.core}`, 'every core once', remedy);
    } else usedCores.set(place, at);
    if (entry.tasks.length !== entry.pStates.length) {
      const allowed = `${entry.tasks.length}, one per task`;
      report('plan', `${at}.pStates.length`, entry.pStates.length, allowed, 'Give every task its P-state.');
    }
    for (const [k, name] of entry.tasks.entries()) {
      const path = `${at}.tasks[${k}]`;
      const task = indexOfTask.get(name);
      if (task === undefined) {
        report('plan', path, name, 'a task of the instance', 'Correct the name, or remove it.');
        continue;
      }
      const earlier = firstNamed.get(task);
      if (earlier !== undefined) {
        report('taskRepeated', path, name, 'every task once', `Remove it here or at ${earlier}.`);
        continue;
      }
      firstNamed.set(task, path);
      if (node === undefined || place === null || k >= entry.pStates.length) continue;
      const { type } = facility.nodes[node]!;
      const state = entry.pStates[k]!;
      if (!isIndex(state, type.pStates.length)) {
        const allowed = `a whole number from 0 to ${type.pStates.length - 1} on "${entry.node}"`;
        report('plan', `${at}.pStates[${k}]`, state, allowed, 'P-state 0 is the fastest.');
        continue;
      }
      if (times.meanS[task * times.columnNames.length + times.columnOfNode[node]!] === Infinity) {
        const remedy = 'The instance has no time for it there: move it to a node that can run it.';
        report('taskCannotRun', path, name, `a task that can run on "${entry.node}"`, remedy);
        continue;
      }
      core[task] = place;
      pState[task] = state;
    }
  }
  for (let task = 0; task < times.taskCount; task += 1) {
    if (firstNamed.has(task)) continue;
    report('taskMissing', 'cores', times.taskName(task), 'every task once', 'Give it a core and a P-state.');
  }
  return { core, pState, faults };
}

function coreOf({ type, firstCore }: CheckedNode, { core }: CorePlan): number | null {
  return isIndex(core, type.cores) ? firstCore + core : null;
}

function isIndex(value: number, count: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < count;
}
