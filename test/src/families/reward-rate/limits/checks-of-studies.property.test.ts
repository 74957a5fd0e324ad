import { expect, it } from 'vitest';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { withFailureSetPoints } from '../../../../../src/families/reward-rate/runs/failure-set-points.js';
import { robustnessOf } from '../../../../../src/families/reward-rate/runs/robustness.js';
import { outcomesInRooms } from '../../../../../src/families/reward-rate/studies/rooms/draw-rooms.js';
import type { LimitCheck } from '../../../../../src/families/reward-rate/check/limits.js';
import { evaluationOf } from '../../../../../src/families/reward-rate/studies/alternatives/judge.js';
import { evaluatedAfter, failedRoom } from '../../../../../src/families/reward-rate/studies/failures/failed-room.js';
import { sharedAir } from '../../../../oracle/shared-air.js';

const { instance, matrix } = sharedAir(2);
const plan: RewardRatePlan = {
  format: 'plenum.reward-rate-plan',
  formatVersion: 1,
  instance: { name: 'shared-air-2', sha256: '0'.repeat(64) },
  method: 'by hand',
  claimedRewardPerS: 0,
  setPointsC: { C0: 20, C1: 20 },
  assignments: [],
};
/** A check that every plan fails. */
const never: LimitCheck = (...[, , , violations]) =>
  violations.push({ constraint: 'rackPower', where: 'R1', unit: 'W', value: 2, limit: 1, amount: 1 });

it('alternatives and plans after failures are judged by the checks of limits that their run is given', () => {
  const model = rewardRateModel(instance, matrix);
  const room = { instance, matrix, model, plan, constraints: [] };
  expect(evaluationOf(room, plan)).not.toBeNull();
  expect(evaluationOf({ ...room, limitChecks: [never] }, plan)).toBeNull();
  const inertia = { nodeThermalMassJPerK: 10_000, plenumTimeConstantS: 20 };
  const planned = { instance, matrix, plan, evaluation: checkPlan(instance, matrix, plan), inertia };
  const names = (limitChecks: readonly LimitCheck[]): string[] =>
    evaluatedAfter(failedRoom({ ...planned, limitChecks }, { gone: ['C0'] }), plan).violations.map(
      (one) => one.constraint,
    );
  expect([names([]), names([never])]).toEqual([[], ['rackPower']]);
});

it('random rooms, robust figures and set-points after failures are of plans judged by the checks that their room carries', () => {
  const uncertainty = { robust: true, nodePower: { least: 0.9, most: 1.1 } };
  const robust = { instance: { ...instance, uncertainty }, matrix, limitChecks: [never] };
  const evaluation = checkPlan(robust.instance, matrix, plan);
  const { planned } = outcomesInRooms({ ...robust, plan, evaluation }, 1, 1);
  expect(planned.evaluation.violations.map(({ constraint }) => constraint)).toEqual(['rackPower']);
  let calls = 0;
  const counted: LimitCheck = () => calls++;
  robustnessOf({ ...robust, limitChecks: [counted] }, plan);
  expect(calls).toBe(1);
  const reset = { ...instance, limits: { ...instance.limits, survive: 'any-crac-reset' as const } };
  withFailureSetPoints(
    { instance: reset, matrix, model: rewardRateModel(reset, matrix), limitChecks: [counted] },
    plan,
  );
  expect(calls).toBeGreaterThan(1);
});
