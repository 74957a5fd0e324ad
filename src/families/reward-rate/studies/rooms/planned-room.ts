import type { CheckedRoom } from '../../check/check-plan.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { voidsEvaluation } from '../../../../check/findings.js';
import { resolvePlan } from '../../check/resolve-plan.js';
import { sliceClasses } from '../uncertainty/slice-classes.js';

export interface PlannedRoom extends CheckedRoom {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Returns true if a plan with these violations can be run, so that its temperatures are known. */
export function canBeRun(violations: PlanEvaluation['violations']): boolean {
  return !voidsEvaluation(violations) && !violations.some(({ constraint }) => constraint === 'matrix');
}

/** All work of a plan for one task type on one node type. In a random room, one factor multiplies its times. */
export interface PlannedWork {
  readonly taskType: number;
  readonly nodeType: number;
  /** Completion rate with nominal execution times, tasks/s. */
  readonly ratePerS: number;
  /** Longest nominal execution time without co-location over the plan's P-states, s. */
  readonly longestS: number;
}

/**
 * Returns the work of a plan. The rates of a task type sum to the rate that the checker computes.
 *
 * @throws CheckerLimitError if the checker cannot give an exact answer
 */
export function plannedWork({ instance, matrix, plan }: PlannedRoom): PlannedWork[] {
  const typeIndex = new Map(instance.facility.nodeTypes.map((type, j) => [type.name, j]));
  const longestS = new Map<string, number>();
  for (const { nodeType, nodes, shares } of resolvePlan(instance, matrix, plan, []).assignments) {
    for (const { count, slices } of shares) {
      for (const { task } of nodes * count > 0 ? slices : []) {
        const key = `${task.taskType} ${typeIndex.get(nodeType.name)!}`;
        longestS.set(key, Math.max(longestS.get(key) ?? 0, task.timeAloneS));
      }
    }
  }
  return sliceClasses({ instance, matrix }, plan).map(({ taskType, nodeType, ratePerS }) => ({
    taskType,
    nodeType,
    ratePerS,
    longestS: longestS.get(`${taskType} ${nodeType}`) ?? 0,
  }));
}
