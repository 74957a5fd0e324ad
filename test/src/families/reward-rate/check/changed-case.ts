import { expect } from 'vitest';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { Facility } from '../../../../../models/facility/facility.js';
import type { Limits, RewardRateInstance, TaskType } from '../../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { twoZones } from './two-zones.js';

export interface Changes {
  readonly facility?: Partial<Facility>;
  readonly limits?: Partial<Limits>;
  readonly taskType?: Partial<TaskType>;
  readonly plan?: RewardRatePlan;
  readonly matrix?: Partial<InfluenceMatrix>;
}

/** The hand case (zone inlets 20 + 23/87 and 20 + 56/87 C, 4,000 W at the meter) with something changed. */
export function check(changes: Changes): PlanEvaluation {
  const { instance, matrix, plan } = twoZones();
  const changed: RewardRateInstance = {
    ...instance,
    facility: { ...instance.facility, ...changes.facility },
    workload: { taskTypes: instance.workload.taskTypes.map((type) => ({ ...type, ...changes.taskType })) },
    limits: { ...instance.limits, ...changes.limits },
  };
  return checkPlan(changed, { ...matrix, ...changes.matrix }, changes.plan ?? plan);
}

/** The one violation of that kind at that place has the amount, as |value - limit|. */
export function expectViolation(
  evaluation: PlanEvaluation,
  constraint: string,
  where: string | RegExp,
  amount: number,
  tolerance = 1e-9,
): void {
  const found = evaluation.violations.filter(
    (v) => v.constraint === constraint && (typeof where === 'string' ? v.where === where : where.test(v.where)),
  );
  expect(found, `found ${JSON.stringify(evaluation.violations)}`).toHaveLength(1);
  expect(Math.abs(found[0]!.amount - amount), `amount ${found[0]!.amount}`).toBeLessThan(tolerance);
  expect(Math.abs(Math.abs(found[0]!.value - found[0]!.limit) - amount)).toBeLessThan(tolerance);
}

export function expectVoid(evaluation: PlanEvaluation): void {
  const { rewardPerS, averagedRewardPerS, naiveRewardPerS, ratePerS, averagedRatePerS, naiveRatePerS } = evaluation;
  expect([rewardPerS, averagedRewardPerS, naiveRewardPerS]).toEqual([0, 0, 0]);
  expect([...ratePerS, ...averagedRatePerS, ...naiveRatePerS]).toEqual([0, 0, 0, 0, 0, 0]);
}
