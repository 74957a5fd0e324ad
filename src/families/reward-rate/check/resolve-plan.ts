import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { NodeType } from '../../../../models/facility/facility.js';
import type { RewardRateCrac, RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { CoreShare } from '../../../../models/facility/core-share.js';
import type { NodeAssignment, RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import {
  addFault,
  addIfAbove,
  addIfBelow,
  FRACTION_TOLERANCE,
  TEMPERATURE_TOLERANCE_C,
} from '../../../check/findings.js';
import type { ResolvedAssignment, ResolvedPlan, ResolvedShare, ResolvedSlice } from '../../../check/resolved-plan.js';
import { runningTask, type TasksOfInstance } from '../../../check/running-task.js';

/**
 * Returns the plan with indices instead of names, and the number of nodes with an assignment, by index of the zone
 * (`nodesUsed`). Adds the violations "plan", "coreTime", "deadline" (Eq. 24), "setPointRange" and "setPointStep". Parts
 * of the plan that no node could run are left out.
 */
export function resolvePlan(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  violations: Violation[],
): ResolvedPlan & { readonly nodesUsed: ReadonlyMap<number, number> } {
  const nodeTypes = new Map(instance.facility.nodeTypes.map((type) => [type.name, type]));
  const zones = new Map(matrix.zones.map((zone, z) => [zone.name, z]));
  const nodesUsed = new Map<number, number>();
  const assignments: ResolvedAssignment[] = [];
  plan.assignments.forEach((assignment, a) => {
    const where = `assignments[${a}] (${assignment.zone})`;
    const zone = zones.get(assignment.zone);
    if (zone === undefined) {
      addFault(violations, 'plan', `${where}: unknown zone`);
      return;
    }
    const nodeType = nodeTypes.get(matrix.zones[zone]!.nodeType);
    // The matrix check reports a zone of an unknown node type.
    if (!nodeType || !isCount(assignment.nodes, `${where}.nodes`, violations)) return;
    const used = (nodesUsed.get(zone) ?? 0) + assignment.nodes;
    const works = resolveWorks(instance, nodeType, assignment, where, violations);
    if (used > matrix.zones[zone]!.nodeCount) {
      const limit = matrix.zones[zone]!.nodeCount;
      addIfAbove(violations, 'coreTime', { where, unit: 'nodes', value: used, limit, tolerance: 0 });
      return;
    }
    nodesUsed.set(zone, used);
    for (const { share, shares } of works ?? []) {
      assignments.push({ zone, nodes: assignment.nodes * share, share, nodeType, shares });
    }
  });
  return { setPointsC: resolveSetPoints(instance, matrix, plan, violations), assignments, nodesUsed };
}

/** Work of a node during the fraction `share` of its time, with indices instead of names. */
interface ResolvedWork {
  readonly share: number;
  readonly shares: readonly ResolvedShare[];
}

/**
 * Returns what the nodes of an assignment run, with the fraction of time for each mix of tasks; null if they cannot run
 * it. Adds the violation "plan" if a fraction is not a number in (0, 1], or if a core of an alternating node divides
 * its time too. Adds "coreTime" if the fractions sum to more than 1.
 */
function resolveWorks(
  instance: RewardRateInstance,
  nodeType: NodeType,
  assignment: NodeAssignment,
  where: string,
  violations: Violation[],
): ResolvedWork[] | null {
  if (assignment.shares === undefined) {
    const shares = resolveShares(instance, nodeType, assignment.cores, where, violations);
    return shares && [{ share: 1, shares }];
  }
  let total = 0;
  const before = violations.length;
  const works = assignment.shares.map(({ share, cores }, s): ResolvedWork | null => {
    const at = `${where}.shares[${s}]`;
    if (!(share > 0 && share <= 1 + FRACTION_TOLERANCE)) {
      addFault(violations, 'plan', `${at}: share is not in (0, 1]`);
      return null;
    }
    total += share;
    const shares = resolveShares(instance, nodeType, cores, at, violations);
    const divided = cores.some(({ slices }) => slices.length > 1 || slices.some(({ fraction }) => fraction !== 1));
    if (divided) addFault(violations, 'plan', `${at}: a core divides its time within a share`);
    return shares && { share, shares };
  });
  addIfAbove(violations, 'coreTime', { where, unit: 'time', value: total, limit: 1, tolerance: FRACTION_TOLERANCE });
  const kept = works.flatMap((work) => work ?? []);
  const isRun = violations.slice(before).every(({ constraint }) => constraint === 'deadline');
  return isRun ? kept : null;
}

function resolveShares(
  instance: RewardRateInstance,
  nodeType: NodeType,
  cores: readonly CoreShare[],
  where: string,
  violations: Violation[],
): ResolvedShare[] | null {
  const before = violations.length;
  let used = 0;
  const shares: ResolvedShare[] = [];
  cores.forEach((share, c) => {
    const at = `${where}.cores[${c}]`;
    if (!isCount(share.count, `${at}.count`, violations)) return;
    used += share.count;
    shares.push({ count: share.count, slices: resolveSlices(instance, nodeType, share, at, violations) });
  });
  addIfAbove(violations, 'coreTime', { where, unit: 'cores', value: used, limit: nodeType.cores, tolerance: 0 });
  // A missed deadline still runs; anything else means these cores cannot.
  return violations.slice(before).every(({ constraint }) => constraint === 'deadline') ? shares : null;
}

function resolveSlices(
  instance: RewardRateInstance,
  nodeType: NodeType,
  share: CoreShare,
  where: string,
  violations: Violation[],
): ResolvedSlice[] {
  const slices: ResolvedSlice[] = [];
  let busy = 0;
  share.slices.forEach(({ taskType, pState, fraction }, s) => {
    const at = `${where}.slices[${s}]`;
    const task = runningTask(tasksOf(instance), nodeType, taskType, pState);
    if ('blame' in task) {
      addFault(violations, task.blame, `${at}: ${task.reason}`);
      return;
    }
    if (!Number.isFinite(fraction)) {
      addFault(violations, 'plan', `${at}: fraction is not a finite number`);
      return;
    }
    addIfBelow(violations, 'plan', {
      where: `${at}: negative fraction`,
      unit: 'fraction',
      value: fraction,
      limit: 0,
      tolerance: FRACTION_TOLERANCE,
    });
    if (fraction <= 0) return;
    busy += fraction;
    slices.push({ task, fraction });
    const { deadlineS } = instance.workload.taskTypes[task.taskType]!;
    if (!Number.isFinite(deadlineS))
      addFault(violations, 'instance', `deadline of "${taskType}" is not a finite number`);
    else if (task.timeAloneS >= deadlineS) {
      // Eq. 24 refuses equality too; an amount is positive by contract.
      const amount = Math.max(task.timeAloneS - deadlineS, Number.EPSILON * Math.abs(deadlineS));
      const where = `${at}: ${task.label}`;
      violations.push({ constraint: 'deadline', where, unit: 's', value: task.timeAloneS, limit: deadlineS, amount });
    }
  });
  addIfAbove(violations, 'coreTime', { where, unit: 'fraction', value: busy, limit: 1, tolerance: FRACTION_TOLERANCE });
  return slices;
}

function tasksOf({ workload, facility }: RewardRateInstance): TasksOfInstance {
  return { taskTypes: workload.taskTypes, colocation: facility.colocation.model };
}

/**
 * Returns true if `count` is an integer of at least 0. Otherwise adds a violation: "plan" if it is not a number, else
 * "coreTime" with its distance from the nearest valid count.
 */
export function isCount(count: number, where: string, violations: Violation[]): boolean {
  if (Number.isInteger(count) && count >= 0) return true;
  if (!Number.isFinite(count)) addFault(violations, 'plan', `${where}: not a finite number`);
  else {
    const limit = Math.max(0, Math.round(count));
    const amount = Math.abs(count - limit);
    violations.push({
      constraint: 'coreTime',
      where: `${where}: no count`,
      unit: 'count',
      value: count,
      limit,
      amount,
    });
  }
  return false;
}

function resolveSetPoints(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  violations: Violation[],
): number[] {
  const tolerance = TEMPERATURE_TOLERANCE_C;
  const cracs = new Map(instance.facility.cracs.map((crac) => [crac.name, crac]));
  for (const name of Object.keys(plan.setPointsC)) {
    if (!cracs.has(name)) addFault(violations, 'plan', `setPointsC: unknown CRAC "${name}"`);
  }
  return matrix.cracNames.map((name) => {
    const value = plan.setPointsC[name] ?? NaN;
    if (!Number.isFinite(value)) {
      addFault(violations, 'plan', `setPointsC: no finite set-point for "${name}"`);
      return NaN;
    }
    const crac = cracs.get(name);
    if (crac && crac.coolingCapacityW !== 0) {
      const where = name;
      addIfAbove(violations, 'setPointRange', { where, unit: 'C', value, limit: crac.setPointMaxC, tolerance });
      addIfBelow(violations, 'setPointRange', { where, unit: 'C', value, limit: crac.setPointMinC, tolerance });
      checkStep(crac, value, violations);
    }
    return value;
  });
}

/**
 * Checks that a CRAC's controller accepts a set-point. If the CRAC has a step, the set-point must be a whole multiple
 * of the step, counted from 0 C, within the range.
 *
 * @param before beginning of the text that names the place in a violation
 */
export function checkStep(crac: RewardRateCrac, value: number, violations: Violation[], before = ''): void {
  const { name, setPointMinC, setPointMaxC, setPointStepC: step } = crac;
  if (step === undefined) return;
  const tolerance = TEMPERATURE_TOLERANCE_C;
  const multiples = [Math.floor(value / step), Math.ceil(value / step)].map((times) => times * step);
  if (multiples.some((one) => Math.abs(value - one) <= tolerance)) return;
  const allowed = multiples.filter((one) => one >= setPointMinC - tolerance && one <= setPointMaxC + tolerance);
  // Out of the range as well: the nearest multiples are no set-points, but say how far off the step the plan is.
  const [first, ...others] = allowed.length > 0 ? allowed : multiples;
  const limit = others.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best), first!);
  const words = allowed.map((one) => `${Number(one.toFixed(6))} C`).join(' and ');
  const where = `${before}${name} (allowed next to it: ${words === '' ? 'none' : words})`;
  violations.push({ constraint: 'setPointStep', where, unit: 'C', value, limit, amount: Math.abs(value - limit) });
}
