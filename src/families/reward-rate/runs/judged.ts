import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../../../models/families/reward-rate/plan.js';
import { checkPlan } from '../check/check-plan.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import type { MethodOutcome } from '../methods/outcome.js';
import { ownViolations } from './constraints.js';
import { withFailureSetPoints } from './failure-set-points.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';

/** Returns the plan as a plan file states it, with the instance's names; null if the method found none. */
export function planOf(
  request: RunRequest,
  outcome: Pick<MethodOutcome, 'plan' | 'claimedRewardPerS' | 'planFrom'>,
  opened: OpenedModel,
): RewardRatePlan | null {
  if (outcome.plan === null) return null;
  const { instance, matrix, sha256, reserve, setPointStepC, survive, model } = opened;
  const { setPointsC, assignments } = outcome.plan;
  const { standby = model.asleep ?? [] } = outcome.plan;
  const maker = (request.naive ? undefined : outcome.planFrom) ?? request.method.name;
  const plan: RewardRatePlan = {
    format: REWARD_RATE_PLAN_FORMAT,
    formatVersion: REWARD_RATE_PLAN_FORMAT_VERSION,
    instance: { name: instance.name, sha256 },
    method: request.naive ? `${maker} --naive` : maker,
    claimedRewardPerS: outcome.claimedRewardPerS ?? 0,
    setPointsC: Object.fromEntries(matrix.cracNames.map((name, c) => [name, setPointsC[c]!])),
    assignments,
    ...(standby.length === 0 ? {} : { standby }),
    ...(reserve === undefined ? {} : { reserve }),
    ...(setPointStepC === undefined ? {} : { setPointStepC }),
    ...(survive === undefined ? {} : { survive }),
  };
  return withFailureSetPoints(opened, plan);
}

/** Evaluation of a run's plan by the checker; null without a plan or if the checker cannot evaluate it. */
export interface Judgement {
  readonly evaluation: PlanEvaluation | null;
  /** Why the checker did not evaluate the plan; null if it did, or if there is no plan. */
  readonly notJudged: string | null;
}

/** Judgement of a run that found no plan. */
export const NO_PLAN: Judgement = { evaluation: null, notJudged: null };

/** Returns the checker's evaluation of a plan, with the user's own limits, or why there is no exact one. */
export function judged(
  { constraints = [], limitChecks }: RunRequest,
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
): Judgement {
  try {
    const evaluation = checkPlan(instance, matrix, plan, { limitChecks });
    const own = ownViolations(matrix, plan.assignments, constraints);
    return { evaluation: { ...evaluation, violations: [...evaluation.violations, ...own] }, notJudged: null };
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    return { evaluation: null, notJudged: error.message.replaceAll('\n', ' ') };
  }
}
