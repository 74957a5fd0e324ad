import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import type { OpenedModel } from '../../runs/open.js';
import { coreMeterW } from './idle-power.js';
import type { SimulatedPlan, SimulatedWorkload } from './model.js';
import { sliceClasses } from './slice-classes.js';

/**
 * Returns an evaluated plan as the simulation needs it.
 *
 * @throws CheckerLimitError if the checker cannot give an exact answer
 */
export function simulatedPlan(
  opened: OpenedModel,
  plan: RewardRatePlan,
  evaluation: PlanEvaluation,
  name: string,
): SimulatedPlan {
  return {
    name,
    method: plan.method,
    feasible: evaluation.violations.length === 0,
    nominalRewardPerS: evaluation.rewardPerS,
    totalW: evaluation.power.totalW,
    coreMeterW: coreMeterW(opened, plan, evaluation),
    classes: sliceClasses(opened, plan),
  };
}

export function simulatedWorkload({ instance }: OpenedModel): SimulatedWorkload {
  const { taskTypes } = instance.workload;
  return {
    taskNames: taskTypes.map((type) => type.name),
    rewardPerTask: taskTypes.map((type) => type.rewardPerTask),
    arrivalRatePerS: taskTypes.map((type) => type.arrivalRatePerS),
    deadlineS: taskTypes.map((type) => type.deadlineS),
    nodeTypeCount: instance.facility.nodeTypes.length,
  };
}
