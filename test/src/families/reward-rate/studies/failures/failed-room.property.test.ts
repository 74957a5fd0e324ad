import { expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../../../models/families/reward-rate/plan.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import {
  courseRoom,
  evaluatedAfter,
  failedRoom,
  remedyOf,
} from '../../../../../../src/families/reward-rate/studies/failures/failed-room.js';
import { sharedAir } from '../../../../../oracle/shared-air.js';

/** Idle power of the room, W: two nodes of 20 W and one of 30 W. */
const IDLE_W = 70;
/** Heat that the air of one of the three CRACs takes up per kelvin, W/K: a third of 0.08 m3/s of air of 1.204 kg/m3 and 1,006 J/(kg K). */
const ONE_W_PER_K = (1.204 * 1006 * 0.08) / 3;

it('CRACs that do not cool blow out the air that they draw in: one that failed earlier before the next failure, both after it', () => {
  const { instance: shared, matrix } = sharedAir(3);
  const cracs = shared.facility.cracs.map((crac, c) => (c === 0 ? { ...crac, coolingCapacityW: 0 } : crac));
  const instance: RewardRateInstance = { ...shared, facility: { ...shared.facility, cracs } };
  const plan: RewardRatePlan = {
    format: 'plenum.reward-rate-plan',
    formatVersion: 1,
    instance: { name: 'shared-air-3', sha256: '0'.repeat(64) },
    method: 'by hand',
    claimedRewardPerS: 0,
    setPointsC: { C0: 15, C1: 18, C2: 18 },
    assignments: [],
  };
  const evaluation = checkPlan(instance, matrix, plan);
  const inertia = { nodeThermalMassJPerK: 10_000, plenumTimeConstantS: 20 };
  const room = failedRoom({ instance, matrix, plan, evaluation, inertia }, { gone: ['C1'] });
  // Two CRACs take up all heat before, one after: the mixed air is warmer than theirs by as much.
  const [before, after] = [18 + IDLE_W / (2 * ONE_W_PER_K), 18 + IDLE_W / ONE_W_PER_K];
  expect(Array.from(courseRoom(room).outletC)).toEqual([expect.closeTo(before, 9), 18, 18]);
  const remedy = remedyOf(room, evaluatedAfter(room, plan), plan.setPointsC);
  expect(Array.from(remedy.outletC)).toEqual([expect.closeTo(after, 9), expect.closeTo(after, 9), 18]);
});
