import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { indexOfGreatest, type PlanFigures } from '../../../runs/plan-figures.js';

/** Returns power, set-points, hottest inlet and completions of a plan for results; {} if the plan was not evaluated. */
export function planFigures(
  { workload }: RewardRateInstance,
  { zones }: Pick<InfluenceMatrix, 'zones'>,
  plan: RewardRatePlan | null,
  evaluation: PlanEvaluation | null,
): PlanFigures {
  if (plan === null || evaluation === null || !Number.isFinite(evaluation.power.totalW)) return {};
  const { power, zoneInletC, ratePerS } = evaluation;
  const hottest = indexOfGreatest(zoneInletC);
  // More than arrive cannot be completed.
  const completed = workload.taskTypes.map(({ name, arrivalRatePerS }, i) => [
    name,
    Math.min(ratePerS[i]!, arrivalRatePerS),
  ]);
  return {
    power: { ...power },
    setPointsC: plan.setPointsC,
    hottestInletC: zoneInletC[hottest]!,
    hottestInletAt: zones[hottest]!.name,
    completionsPerS: Object.fromEntries(completed) as Record<string, number>,
  };
}
