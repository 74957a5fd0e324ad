import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { PlanEvaluation } from '../../../../../models/problems/reward-rate/outcome.js';
import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../../../../models/problems/reward-rate/plan.js';
import { allowedBeside, steppedCracs } from '../../../../../models/problems/reward-rate/set-point-steps.js';
import { withStandby } from '../../../../../models/problems/reward-rate/standby.js';
import { checkPlan } from '../../check/check-plan.js';
import { idleSetPointsC } from '../../methods/idle-set-points.js';
import { idleConflict } from '../../methods/infeasibility.js';
import { placementOf } from '../../methods/outcome.js';
import { idleNodes } from '../../methods/rounding/node-plan.js';
import { problemLike } from '../open.js';

/**
 * Verdict on an instance: a plan exists, none does, or it is open (set-points of several CRACs may have been missed).
 */
export type Verdict = 'plan' | 'none' | 'open';

/** An instance, its air, and the model compiled from both. */
export interface Room {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly problem: RewardRateProblem;
}

/** A plan in its room, with the checker's evaluation. */
export interface PlannedRoom extends Room {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Returns the verdict on the room under the limits of another instance of the same nodes and air. */
export function verdictOn(room: Room, instance: RewardRateInstance): Verdict {
  const { matrix, problem } = room;
  const conflict = idleConflict(withStandby(problemLike(instance, matrix, problem)));
  // Where set-points have steps, one that is allowed must do; that none does is not proven.
  if (conflict === null) return steppedCracs(problem).length === 0 || isKeptByIdling(room, instance) ? 'plan' : 'open';
  return [conflict, ...conflict.others].some(({ proven }) => proven) ? 'none' : 'open';
}

/**
 * Maximum number of CRACs with a step up to which all choices of allowed set-points next to the best ones are tried: 64
 * choices.
 */
const MAX_STEPPED = 6;

/**
 * Returns true if the checker finds that the room idles within the limits of an instance, at one set-point of all CRACs
 * if one is given, C. If set-points have steps, those allowed next to the best ones are tried.
 */
export function isKeptByIdling({ matrix, problem }: Room, instance: RewardRateInstance, setPointC?: number): boolean {
  const own = withStandby(problemLike(instance, matrix, problem));
  const bestC = idleSetPointsC(own);
  const tried = setPointC === undefined ? allowedNextTo(own, bestC) : [bestC.map(() => setPointC)];
  const placement = placementOf(own, idleNodes(own));
  const planAt = (setPointsC: readonly number[]): RewardRatePlan => ({
    format: REWARD_RATE_PLAN_FORMAT,
    formatVersion: REWARD_RATE_PLAN_FORMAT_VERSION,
    instance: { name: instance.name, sha256: '' },
    method: 'explain',
    claimedRewardPerS: 0,
    setPointsC: Object.fromEntries(matrix.cracNames.map((name, c) => [name, setPointsC[c]!])),
    ...placement,
  });
  return tried.some((setPointsC) => checkPlan(instance, matrix, planAt(setPointsC)).violations.length === 0);
}

/**
 * Returns the choices of set-points that are allowed and next to the given ones, by CRAC of the matrix, C: the coldest
 * first; the given ones if there are no steps.
 */
function allowedNextTo(problem: RewardRateProblem, setPointsC: readonly number[]): (readonly number[])[] {
  const stepped = steppedCracs(problem);
  return stepped.reduce<(readonly number[])[]>(
    (choices, crac) => {
      const { index } = problem.cracs[crac.crac]!;
      const { belowC, aboveC } = allowedBeside(crac, crac.stepK, setPointsC[index]!);
      const beside = [...new Set([belowC, aboveC])].filter((one) => one !== null);
      const own = stepped.length > MAX_STEPPED ? beside.slice(0, 1) : beside;
      return choices.flatMap((choice) => own.map((T) => choice.map((one, c) => (c === index ? T : one))));
    },
    [setPointsC],
  );
}
