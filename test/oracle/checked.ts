import type { PlanEvaluation } from '../../models/families/reward-rate/outcome.js';
import type { NodeAssignment, RewardRatePlan } from '../../models/families/reward-rate/plan.js';
import { checkPlan } from '../../src/families/reward-rate/check/check-plan.js';
import type { TinyFacility } from './tiny-random.js';

/** A plan record at one common set-point, or one per CRAC. */
export function planRecord(
  { instance, matrix }: TinyFacility,
  setPointC: number | readonly number[],
  assignments: readonly NodeAssignment[],
): RewardRatePlan {
  return {
    format: 'plenum.reward-rate-plan',
    formatVersion: 1,
    instance: { name: instance.name, sha256: '0'.repeat(64) },
    method: 'test',
    claimedRewardPerS: 0,
    setPointsC: Object.fromEntries(
      matrix.cracNames.map((name, c) => [name, typeof setPointC === 'number' ? setPointC : setPointC[c]!]),
    ),
    assignments,
  };
}

export function checked(
  facility: TinyFacility,
  setPointC: number | readonly number[],
  assignments: readonly NodeAssignment[],
): PlanEvaluation {
  return checkPlan(facility.instance, facility.matrix, planRecord(facility, setPointC, assignments));
}

/** |a - b| relative to the larger, or absolutely below 1. */
export function relativeDifference(a: number, b: number): number {
  return Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b));
}
