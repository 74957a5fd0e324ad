import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../../../../models/families/reward-rate/plan.js';
import { allowedBeside, steppedCracs } from '../../../../../models/families/reward-rate/set-point-steps.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { evaluatedIn } from '../../check/check-plan.js';
import { idleSetPointsC } from '../../methods/idle-set-points.js';
import { idleConflict, isProven } from '../../methods/infeasibility.js';
import { placementOf } from '../../methods/outcome.js';
import { idleNodes } from '../../methods/rounding/node-plan.js';
import { modelLike } from '../open.js';

/** Whether an instance has a plan: 'plan' if one exists, 'none' if it is proven that none exists, otherwise 'open'. */
export type Verdict = 'plan' | 'none' | 'open';

export interface Room {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly model: RewardRateModel;
}

export interface PlannedRoom extends Room {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Returns whether an instance has a plan. Apart from its limits, the instance must be that of `room`. */
export function verdictOn(room: Room, instance: RewardRateInstance): Verdict {
  const { matrix, model } = room;
  const conflict = idleConflict(withStandby(modelLike(instance, matrix, model)));
  // Where set-points have steps, one that is allowed must do; that none does is not proven.
  if (conflict === null) return steppedCracs(model).length === 0 || isKeptByIdling(room, instance) ? 'plan' : 'open';
  return isProven(conflict) ? 'none' : 'open';
}

/** Returns true if an instance has a plan that the checker accepts: the idle facility at the best set-points found. */
export function isPlanFound(room: Room, instance: RewardRateInstance): boolean {
  return verdictOn(room, instance) === 'plan' && isKeptByIdling(room, instance);
}

/**
 * Maximum number of CRACs with a set-point step up to which all combinations of the multiples next to the best
 * set-points are tried. With six CRACs there are 64 combinations.
 */
const MAX_STEPPED = 6;

/**
 * Returns true if the checker accepts the idle facility under an instance's limits, at the best set-points found. If
 * set-points have a step, all combinations of the multiples next to them are tested.
 *
 * @param setPointC common set-point to test instead, C
 */
export function isKeptByIdling(room: Room, instance: RewardRateInstance, setPointC?: number): boolean {
  const { matrix, model } = room;
  const own = withStandby(modelLike(instance, matrix, model));
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
  return tried.some((setPointsC) => evaluatedIn({ ...room, instance }, planAt(setPointsC)).violations.length === 0);
}

/**
 * Returns the combinations of allowed set-points next to the given ones, coldest first: for each CRAC with a step, the
 * multiples just below and above. A combination has a set-point for each CRAC, failed ones included, C.
 */
function allowedNextTo(model: RewardRateModel, setPointsC: readonly number[]): (readonly number[])[] {
  const stepped = steppedCracs(model);
  return stepped.reduce<(readonly number[])[]>(
    (choices, crac) => {
      const { index } = model.cracs[crac.crac]!;
      const { belowC, aboveC } = allowedBeside(crac, crac.stepK, setPointsC[index]!);
      const beside = [...new Set([belowC, aboveC])].filter((one) => one !== null);
      const own = stepped.length > MAX_STEPPED ? beside.slice(0, 1) : beside;
      return choices.flatMap((choice) => own.map((T) => choice.map((one, c) => (c === index ? T : one))));
    },
    [setPointsC],
  );
}
