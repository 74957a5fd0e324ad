import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../../models/families/reward-rate/outcome.js';
import { describe, expect, it } from 'vitest';
import { roomInfluenceMatrix } from '../../../../../../models/physics/airflow/room-matrix.js';
import {
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  type RewardRatePlan,
} from '../../../../../../models/families/reward-rate/plan.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { tinyInstances } from '../../../../../support/bundled.js';
import {
  meterPerNodeW,
  type WakingOfTasks,
  wakingInto,
} from '../../../../../../src/families/reward-rate/studies/day/waking.js';

const instance = tinyInstances().find(({ name }) => name === 'tiny-wake')!;
const matrix = roomInfluenceMatrix(instance.facility);
const [zone] = matrix.zones;

/** Plan of nodes that each run this many cores at 2 GHz, 0.1 tasks/s each, and of so many that are off. */
function plan(busyCores: readonly number[], off: number): RewardRatePlan {
  return {
    format: REWARD_RATE_PLAN_FORMAT,
    formatVersion: REWARD_RATE_PLAN_FORMAT_VERSION,
    instance: { name: instance.name, sha256: '' },
    method: 'by hand',
    claimedRewardPerS: 0,
    setPointsC: { CRAC1: 20 },
    assignments: busyCores.map((count) => ({
      zone: zone!.name,
      nodes: 1,
      cores: [{ count, slices: [{ taskType: 'a', pState: 0, fraction: 1 }] }],
    })),
    ...(off === 0 ? {} : { standby: [{ zone: zone!.name, nodes: off, state: 'off' }] }),
  };
}

/** Cost of waking between two plans, the second without a broken limit; 1 task/s arrives unless told otherwise. */
function waking(before: RewardRatePlan, after: RewardRatePlan, arrivalRatePerS = 1): WakingOfTasks | null {
  const taskTypes = instance.workload.taskTypes.map((type) => ({ ...type, arrivalRatePerS }));
  const busy = { ...instance, workload: { ...instance.workload, taskTypes } };
  const evaluation = checkPlan(busy, matrix, after);
  expect(evaluation.violations).toEqual([]);
  return wakingInto(busy, matrix, after, evaluation)(before);
}

describe('nodes that wake', () => {
  it('are those whose work earns least, for others were on already', () => {
    // One core: 0.1 tasks/s for 60 s, of 5 each. 3,000 J, and a quarter more for cooling.
    const one = waking(plan([1], 1), plan([4, 1], 0));
    expect(one).toMatchObject({ nodes: 1 });
    expect(one!.rewardLost).toBeCloseTo(30, 9);
    expect(one!.energyJ).toBeCloseTo(3750, 6);
    // In whatever order the plan lists them.
    expect(waking(plan([1], 1), plan([1, 4], 0))!.rewardLost).toBeCloseTo(30, 9);
  });

  it('lose the work of all that wake', () => {
    const both = waking(plan([], 2), plan([4, 1], 0));
    expect(both).toMatchObject({ nodes: 2 });
    expect(both!.rewardLost).toBeCloseTo(150, 9);
    // No more than arrives: 0.2 tasks/s.
    expect(waking(plan([], 2), plan([4, 1], 0), 0.2)!.rewardLost).toBeCloseTo(60, 9);
  });

  it('lose nothing where they wake to idle, and cost nothing where as many are on', () => {
    expect(waking(plan([1], 1), plan([4], 0))).toMatchObject({ nodes: 1, rewardLost: 0 });
    expect(waking(plan([1], 1), plan([4], 1))).toBeNull();
    expect(waking(plan([1, 1], 0), plan([4], 1))).toBeNull();
  });

  it('draw at the meter what the UPS and the dearest CRAC need for each of their watts', () => {
    const power = { idleW: 100, coresW: 50 };
    const evaluation = { power, cracHeatW: [100, 50, 0], cracPowerW: [25, 20, 5] } as unknown as PlanEvaluation;
    const facility = { upsEfficiency: 0.8 } as RewardRateInstance['facility'];
    // 1 / 0.8 through the UPS, 20 W for 50 W of heat by the second CRAC.
    expect(meterPerNodeW({ facility }, evaluation, 30)).toBeCloseTo(1.65, 12);
  });
});
