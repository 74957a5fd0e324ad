import type { PlanEvaluation } from '../../../../../models/problems/reward-rate/outcome.js';
import type { RewardRatePlan, StandbyNodes } from '../../../../../models/problems/reward-rate/plan.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { acceptedSetPoints } from '../../../../../models/problems/reward-rate/set-point-steps.js';
import { zoneState } from '../../../../../models/problems/reward-rate/set-points.js';
import { withAsleep } from '../../../../../models/problems/reward-rate/standby-air.js';
import { cheapestSetPoints, warmestCommon } from '../../methods/best-set-points.js';
import { keepsCommonSetPoint } from '../../methods/rounding/node-plan.js';
import { judged } from '../../runs/judged.js';
import type { OpenedProblem } from '../../runs/open.js';
import type { RunRequest } from '../../runs/request.js';

/** Plan that the checker found feasible. */
export interface CheckedPlan {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Returns the plan with the checker's evaluation; null if it breaks a limit or cannot be judged. */
export function checkedPlan(request: RunRequest, opened: OpenedProblem, plan: RewardRatePlan): CheckedPlan | null {
  const { evaluation } = judged(request, opened.instance, opened.matrix, plan);
  return evaluation === null || evaluation.violations.length > 0 ? null : { plan, evaluation };
}

/**
 * Returns the plan with only these nodes on standby, which are fewer than its own: the others idle, and nothing else
 * changes but set-points, to remove their heat. Of the plan's set-points and those chosen anew, the ones of less power
 * are taken; null if the checker finds a limit broken by both.
 */
export function keptAwake(
  request: RunRequest,
  opened: OpenedProblem,
  { plan, evaluation }: CheckedPlan,
  standby: readonly StandbyNodes[],
): CheckedPlan | null {
  const { standby: own = [], ...rest } = plan;
  const fewer: RewardRatePlan = standby.length === 0 ? rest : { ...rest, standby };
  const asItIs = checkedPlan(request, opened, fewer);
  const problem = withAsleep(opened.problem, standby);
  const before = withAsleep(opened.problem, own);
  const powersW = Float64Array.from(
    evaluation.zoneNodePowerW,
    (powerW, b) => powerW + problem.zones[b]!.idleW - before.zones[b]!.idleW,
  );
  const setPointsC = setPointsFor(opened, problem, powersW, plan, (tried) =>
    checkedPlan(request, opened, { ...fewer, setPointsC: tried }),
  );
  const anew = setPointsC === null ? null : checkedPlan(request, opened, { ...fewer, setPointsC });
  if (asItIs === null || anew === null) return asItIs ?? anew;
  return anew.evaluation.power.totalW < asItIs.evaluation.power.totalW ? anew : asItIs;
}

/**
 * Returns the set-points for these zone powers, by name of the CRAC, those of failed ones as in the plan; null if none
 * are found.
 */
function setPointsFor(
  { matrix }: OpenedProblem,
  problem: RewardRateProblem,
  powersW: Float64Array,
  { setPointsC: knownC }: RewardRatePlan,
  check: (setPointsC: RewardRatePlan['setPointsC']) => CheckedPlan | null,
): RewardRatePlan['setPointsC'] | null {
  const names = problem.cracs.map(({ index }) => matrix.cracNames[index]!);
  const state = zoneState(problem, powersW);
  const found = keepsCommonSetPoint(problem)
    ? warmestCommon(problem, state)
    : cheapestSetPoints(problem, state, [names.map((name) => knownC[name]!)]);
  if (found === null) return null;
  const named = (values: readonly number[]): RewardRatePlan['setPointsC'] => ({
    ...knownC,
    ...Object.fromEntries(names.map((name, c) => [name, values[c]!])),
  });
  return named(acceptedSetPoints(problem, found.setPointsC, (tried) => check(named(tried)) !== null));
}
