import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import { nodeRates } from '../../../check/node-rates.js';
import type { NodeRates } from '../../../check/node-rates.js';
import type { ResolvedAssignment } from '../../../check/resolved-plan.js';

/** [task type]: completion rates of a plan, tasks/s, summed over all nodes. They may exceed arrival rates. */
export interface PlanRates {
  readonly timeSliced: readonly number[];
  readonly averaged: readonly number[];
  readonly naive: readonly number[];
}

/**
 * Returns the completion rates of a plan. Nodes with equal work are evaluated once. Adds one violation
 * "colocationModel" for each combination of task type, node type and P-state whose shortest execution time is 0 or less
 * through co-location.
 */
export function planRates(
  instance: RewardRateInstance,
  assignments: readonly ResolvedAssignment[],
  violations: Violation[],
): PlanRates {
  const taskTypes = instance.workload.taskTypes.length;
  const totals = { timeSliced: zeros(taskTypes), averaged: zeros(taskTypes), naive: zeros(taskTypes) };
  const rated = new Map<string, NodeRates>();
  const leastTimeS = new Map<string, number>();
  assignments.forEach(({ nodes, nodeType, shares }, a) => {
    const alike = JSON.stringify([
      nodeType.name,
      shares.map(({ count, slices }) => [
        count,
        slices.map(({ task, fraction }) => [task.taskType, task.pState, fraction]),
      ]),
    ]);
    let rates = rated.get(alike);
    if (!rates) {
      rates = nodeRates(instance.facility.colocation.model, shares, taskTypes, `assignments[${a}]`);
      rated.set(alike, rates);
      for (const [{ label }, timeS] of rates.unphysical) {
        leastTimeS.set(label, Math.min(leastTimeS.get(label) ?? 0, timeS));
      }
    }
    for (const kind of ['timeSliced', 'averaged', 'naive'] as const) {
      for (let i = 0; i < taskTypes; i += 1) totals[kind][i]! += nodes * rates[kind][i]!;
    }
  });
  for (const [where, value] of leastTimeS) {
    const amount = Math.max(-value, Number.EPSILON);
    violations.push({ constraint: 'colocationModel', where, unit: 's', value, limit: 0, amount });
  }
  return totals;
}

/** Returns the reward rate (Eq. 22), reward/s: sum over task types of reward x min(completion rate, arrival rate). */
export function rewardPerS(instance: RewardRateInstance, ratePerS: readonly number[]): number {
  let sum = 0;
  instance.workload.taskTypes.forEach(({ rewardPerTask, arrivalRatePerS }, i) => {
    sum += rewardPerTask * Math.min(ratePerS[i]!, arrivalRatePerS);
  });
  return sum;
}

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}
