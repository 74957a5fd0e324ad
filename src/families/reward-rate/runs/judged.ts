import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../../../models/families/reward-rate/plan.js';
import { evaluatedIn } from '../check/check-plan.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import type { DraftPlan, MethodOutcome } from '../methods/outcome.js';
import { ownViolations } from './constraints.js';
import { withFailureSetPoints } from './failure-set-points.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';

/** Evaluation of a plan by the checker; null without a plan or if the checker cannot evaluate it. */
export interface Judgement {
  readonly evaluation: PlanEvaluation | null;
  /** Why the checker did not evaluate the plan; null if it did, or if there is no plan. */
  readonly notJudged: string | null;
}

/** A method's plan as plan files state it, with its evaluation; null if the method found none. */
export interface Tried extends Judgement {
  readonly plan: RewardRatePlan | null;
}

/** Writes down the plans of methods and has the checker evaluate them, for one run in one room. */
export interface Judge {
  /** Returns the checker's evaluation of a plan, with the user's own limits, or why there is no exact one. */
  readonly judged: (plan: RewardRatePlan) => Judgement;
  /** Returns the plan of a method's outcome with the names of the instance, and its evaluation. */
  readonly tried: (outcome: Pick<MethodOutcome, 'plan' | 'claimedRewardPerS' | 'planFrom'>) => Tried;
  /** Returns the reward of an outcome's plan, reward/s; null without a plan or if it violates a limit. */
  readonly rate: (outcome: MethodOutcome) => number | null;
}

/** Returns the judge of plans that a run makes for an opened instance. */
export function judgeOf(
  { method, naive, constraints = [], limitChecks }: RunRequest,
  { instance, matrix, sha256, reserve, setPointStepC, survive, model }: OpenedModel,
): Judge {
  const room = { instance, matrix, model, limitChecks };
  const judged: Judge['judged'] = (plan) => {
    try {
      const evaluation = evaluatedIn(room, plan);
      const own = ownViolations(matrix, plan.assignments, constraints);
      return { evaluation: { ...evaluation, violations: [...evaluation.violations, ...own] }, notJudged: null };
    } catch (error) {
      if (!(error instanceof CheckerLimitError)) throw error;
      return { evaluation: null, notJudged: error.message.replaceAll('\n', ' ') };
    }
  };
  // A plan is rated beside those of cheaper methods first, and then judged as the run's: the checker looks at it once.
  const known = new WeakMap<DraftPlan, Judgement & { readonly plan: RewardRatePlan }>();
  const tried: Judge['tried'] = ({ plan: draft, claimedRewardPerS, planFrom }) => {
    if (draft === null) return { plan: null, evaluation: null, notJudged: null };
    const { setPointsC, assignments, standby = model.asleep ?? [] } = draft;
    const maker = (naive ? undefined : planFrom) ?? method.name;
    const said = { method: naive ? `${maker} --naive` : maker, claimedRewardPerS: claimedRewardPerS ?? 0 };
    let found = known.get(draft);
    if (found === undefined) {
      const stated: RewardRatePlan = {
        format: REWARD_RATE_PLAN_FORMAT,
        formatVersion: REWARD_RATE_PLAN_FORMAT_VERSION,
        instance: { name: instance.name, sha256 },
        ...said,
        setPointsC: Object.fromEntries(matrix.cracNames.map((name, c) => [name, setPointsC[c]!])),
        assignments,
        ...(standby.length === 0 ? {} : { standby }),
        ...(reserve === undefined ? {} : { reserve }),
        ...(setPointStepC === undefined ? {} : { setPointStepC }),
        ...(survive === undefined ? {} : { survive }),
      };
      const plan = withFailureSetPoints(room, stated);
      found = { plan, ...judged(plan) };
      known.set(draft, found);
    }
    return { ...found, plan: { ...found.plan, ...said } };
  };
  return {
    judged,
    tried,
    rate: (outcome) => {
      const { evaluation } = tried(outcome);
      return evaluation === null || evaluation.violations.length > 0 ? null : evaluation.rewardPerS;
    },
  };
}
