import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { PlanEvaluation } from '../../../../../models/problems/reward-rate/outcome.js';
import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import { type RewardRateProblem, rewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../../../../models/problems/reward-rate/plan.js';
import { withStandby } from '../../../../../models/problems/reward-rate/standby.js';
import { checkPlan } from '../../check/check-plan.js';
import { idleSetPointsC } from '../../methods/idle-set-points.js';
import { idleConflict } from '../../methods/infeasibility.js';
import { placementOf } from '../../methods/outcome.js';
import { idleNodes } from '../../methods/rounding/node-plan.js';

/** Answer on an instance: a plan exists, none does, or neither is known (set-points of several CRACs may have been missed). */
export type Verdict = 'plan' | 'none' | 'open';

/** An instance, its air, and the problem compiled of both. */
export interface Room {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly problem: RewardRateProblem;
}

/** A plan in its room, and the checker's word on it. */
export interface PlannedRoom extends Room {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Verdict on the room under the limits of another instance of the same nodes and air. */
export function verdictOn({ matrix, problem }: Room, instance: RewardRateInstance): Verdict {
  const conflict = idleConflict(withStandby(rewardRateProblem(instance, matrix, problem)));
  if (conflict === null) return 'plan';
  return [conflict, ...conflict.others].some(({ proven }) => proven) ? 'none' : 'open';
}

/** Test by the checker whether the room idles within the limits of an instance with a plan, at one set-point of all CRACs if one is given, C. */
export function isKeptByIdling({ matrix, problem }: Room, instance: RewardRateInstance, setPointC?: number): boolean {
  const own = withStandby(rewardRateProblem(instance, matrix, problem));
  const setPointsC = idleSetPointsC(own);
  const plan: RewardRatePlan = {
    format: REWARD_RATE_PLAN_FORMAT,
    formatVersion: REWARD_RATE_PLAN_FORMAT_VERSION,
    instance: { name: instance.name, sha256: '' },
    method: 'explain',
    claimedRewardPerS: 0,
    setPointsC: Object.fromEntries(matrix.cracNames.map((name, c) => [name, setPointC ?? setPointsC[c]!])),
    ...placementOf(own, idleNodes(own)),
  };
  return checkPlan(instance, matrix, plan).violations.length === 0;
}
