import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan, StandbyNodes } from '../../../../../models/families/reward-rate/plan.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { withAsleep } from '../../../../../models/families/reward-rate/standby-air.js';
import { cheapestSetPoints, warmestCommon } from '../../methods/best-set-points.js';
import { keepsCommonSetPoint } from '../../methods/rounding/node-plan.js';
import { judgeOf } from '../../runs/judged.js';
import type { OpenedModel } from '../../runs/open.js';
import type { RunRequest } from '../../runs/request.js';
import { acceptedByName, type SetPointsByName } from '../set-points-by-name.js';

export interface CheckedPlan {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Returns the plan with the checker's evaluation; null if it breaks a limit or cannot be evaluated. */
export function checkedPlan(request: RunRequest, opened: OpenedModel, plan: RewardRatePlan): CheckedPlan | null {
  const { evaluation } = judgeOf(request, opened).judged(plan);
  return evaluation === null || evaluation.violations.length > 0 ? null : { plan, evaluation };
}

/**
 * Returns the plan with fewer nodes on standby; the others idle. Set-points are the plan's own or newly computed ones,
 * whichever give less total power. Null if both violate a limit.
 *
 * @param standby nodes that remain on standby
 */
export function keptAwake(
  request: RunRequest,
  opened: OpenedModel,
  { plan, evaluation }: CheckedPlan,
  standby: readonly StandbyNodes[],
): CheckedPlan | null {
  const { standby: own = [], ...rest } = plan;
  const fewer: RewardRatePlan = standby.length === 0 ? rest : { ...rest, standby };
  const asItIs = checkedPlan(request, opened, fewer);
  const model = withAsleep(opened.model, standby);
  const before = withAsleep(opened.model, own);
  const powersW = Float64Array.from(
    evaluation.zoneNodePowerW,
    (powerW, b) => powerW + model.zones[b]!.idleW - before.zones[b]!.idleW,
  );
  const state = zoneState(model, powersW);
  const found = keepsCommonSetPoint(model)
    ? warmestCommon(model, state)
    : cheapestSetPoints(model, state, [model.cracs.map(({ name }) => plan.setPointsC[name]!)]);
  const checkedAt = (setPointsC: SetPointsByName): CheckedPlan | null =>
    checkedPlan(request, opened, { ...fewer, setPointsC });
  const anew =
    found === null
      ? null
      : checkedAt(acceptedByName(model, plan.setPointsC, found.setPointsC, (tried) => checkedAt(tried) !== null));
  if (asItIs === null || anew === null) return asItIs ?? anew;
  return anew.evaluation.power.totalW < asItIs.evaluation.power.totalW ? anew : asItIs;
}
