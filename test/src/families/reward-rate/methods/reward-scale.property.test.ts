import { expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { Certificate, MethodOutcome } from '../../../../../src/families/reward-rate/methods/outcome.js';
import { rewardScale } from '../../../../../src/families/reward-rate/methods/reward-scale.js';
import { sharedAir } from '../../../../oracle/shared-air.js';

/** Certificate with a reward of `reward` wherever there is one, and 7 wherever there is none. */
const certificateOf = (reward: number): Certificate => ({
  boundRewardPerS: reward,
  scope: 'all plans',
  marginal: {
    perCapW: reward,
    perRedLineC: reward,
    redLineZones: [{ zone: 'R', perC: reward }],
    arrivalPerTaskPerS: [reward, reward],
    limits: [{ constraint: 'rackPower', where: 'R', marginalValue: reward }],
  },
  relaxationGap: 7,
  lines: { cap: { belowPerW: reward, abovePerW: reward, aboveAnyRedLinePerW: reward } },
  setPointsC: [7],
  work: { steps: 7, aggregationLoss: reward },
});

/** Outcome with a reward of `reward` wherever there is one, and 7 wherever there is none. */
const outcomeOf = (reward: number): MethodOutcome => ({
  plan: { setPointsC: [7], assignments: [] },
  claimedRewardPerS: reward,
  certificate: certificateOf(reward),
  stoppedEarly: false,
  shared: { plan: { setPointsC: [7], assignments: [] }, claimedRewardPerS: reward },
  ofOneConfiguration: { boundRewardPerS: reward, scope: 'whole nodes' },
  wholeStandbyRewardPerS: reward,
  warnings: [],
  work: { programs: 7 },
});

it('every reward of an outcome comes back in the unit of the instance, and nothing else changes', () => {
  const { instance, matrix } = sharedAir(1);
  const taskTypes = instance.workload.taskTypes.map((type) => ({
    ...type,
    rewardPerTask: type.rewardPerTask * 2 ** -40,
  }));
  // 4.9 reward/s arrive, nearly 2^2: 2^-38 with these rewards.
  const scale = rewardScale(rewardRateModel({ ...instance, workload: { taskTypes } }, matrix));
  expect(scale.factor).toBe(2 ** 38);
  expect(scale.outcome(outcomeOf(2 ** 38))).toEqual(outcomeOf(1));
  expect(scale.certificate(certificateOf(2 ** 38))).toEqual(certificateOf(1));
});
