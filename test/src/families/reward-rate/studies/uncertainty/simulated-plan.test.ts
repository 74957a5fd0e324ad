import { describe, expect, test } from 'vitest';
import type { RewardRatePlan } from '../../../../../../models/families/reward-rate/plan.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { type OpenedModel, openModel } from '../../../../../../src/families/reward-rate/runs/open.js';
import { simulatedPlan } from '../../../../../../src/families/reward-rate/studies/uncertainty/simulated-plan.js';
import { CRAC, NODE_TYPES, smallInstance, writeSmall } from '../../../../../support/small-instance.js';

/** Cores that divide their time, idle cores, co-location and power losses. */
function opened(): OpenedModel {
  const { facility } = smallInstance();
  const interference = { M: { perNeighbourS: 0.5, perAverageIntensityS: 300 } };
  const { file } = writeSmall({
    facility: {
      ...facility,
      nodeTypes: NODE_TYPES.map((type) => ({ ...type, interference, psuEfficiency: 0.9 })),
      colocation: { model: 'anchored' },
      upsEfficiency: 0.95,
      otherLoadW: 7,
    },
    limits: { powerCapW: 400 },
  });
  const answer = openModel(file);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

const PLAN: RewardRatePlan = {
  format: 'plenum.reward-rate-plan',
  formatVersion: 1,
  instance: { name: 'small', sha256: '0'.repeat(64) },
  method: 'by hand',
  claimedRewardPerS: 0,
  setPointsC: { CRAC1: 20 },
  assignments: [
    {
      zone: 'R1/L1',
      nodes: 1,
      cores: [
        { count: 1, slices: [{ taskType: 'a', pState: 0, fraction: 1 }] },
        {
          count: 1,
          slices: [
            { taskType: 'a', pState: 1, fraction: 0.3 },
            { taskType: 'b', pState: 2, fraction: 0.5 },
          ],
        },
      ],
    },
    { zone: 'R2/L1', nodes: 1, cores: [{ count: 2, slices: [{ taskType: 'a', pState: 1, fraction: 0.8 }] }] },
  ],
};

describe('a plan made ready for simulation', () => {
  test('completes the rates that the checker finds', () => {
    const model = opened();
    const evaluation = checkPlan(model.instance, model.matrix, PLAN);
    expect(evaluation.violations).toEqual([]);
    const { classes } = simulatedPlan(model, PLAN, evaluation, 'plan');
    const ratePerS = model.instance.workload.taskTypes.map((_, i) =>
      classes.reduce((sum, one) => sum + (one.taskType === i ? one.ratePerS : 0), 0),
    );
    for (const [i, rate] of ratePerS.entries()) expect(rate).toBeCloseTo(evaluation.ratePerS[i]!, 12);
    expect(classes.map(({ taskType, nodeType, cores }) => [taskType, nodeType, cores])).toEqual([
      [0, 0, 2],
      [1, 0, 1],
      [0, 1, 2],
    ]);
  });

  test('saves without work the power that the checker finds between it and idle nodes', () => {
    const model = opened();
    const busy = checkPlan(model.instance, model.matrix, PLAN);
    const idle = checkPlan(model.instance, model.matrix, { ...PLAN, assignments: [] });
    const { coreMeterW, totalW } = simulatedPlan(model, PLAN, busy, 'plan');
    expect(coreMeterW.reduce((sum, savedW) => sum + savedW, 0)).toBeCloseTo(busy.power.totalW - idle.power.totalW, 9);
    expect(totalW).toBe(busy.power.totalW);
  });

  test.each([
    [20, 20],
    [18, 20],
    [16, 20],
    [12, 20],
    [10, 28],
  ])('with set-points of %i and %i C saves only power that a CRAC draws', (first, second) => {
    const { facility } = smallInstance();
    const { file } = writeSmall({
      facility: {
        ...facility,
        cracs: [
          { ...CRAC, airFlowM3PerS: 0.04 },
          { ...CRAC, name: 'CRAC2', airFlowM3PerS: 0.04 },
        ],
        coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
      },
      limits: { powerCapW: 4000, redLineC: 60 },
    });
    const model = openModel(file);
    if (!model.ok) throw new Error(JSON.stringify(model.faults));
    const plan = { ...PLAN, setPointsC: { CRAC1: first, CRAC2: second } };
    const busy = checkPlan(model.instance, model.matrix, plan);
    const idle = checkPlan(model.instance, model.matrix, { ...plan, assignments: [] });
    const { coreMeterW } = simulatedPlan(model, plan, busy, 'plan');
    expect(coreMeterW.reduce((sum, savedW) => sum + savedW, 0)).toBeCloseTo(busy.power.totalW - idle.power.totalW, 8);
    expect(Math.min(...coreMeterW)).toBeGreaterThan(0);
  });
});
