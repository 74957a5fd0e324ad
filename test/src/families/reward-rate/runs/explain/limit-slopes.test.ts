import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import type { Certificate } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { slopesOf } from '../../../../../../src/families/reward-rate/runs/explain/limit-slopes.js';
import { smallInstance } from '../../../../../support/small-instance.js';

const CERTIFICATE: Certificate = {
  boundRewardPerS: 10,
  scope: 'all plans',
  marginal: {
    perCapW: 2,
    perRedLineC: 3,
    redLineZones: [],
    arrivalPerTaskPerS: [0.25, 0.5],
    limits: [{ constraint: 'coolingCapacity', where: 'C0', unit: 'W', marginalValue: 0.5 }],
  } as unknown as Certificate['marginal'],
  relaxationGap: 0,
  lines: { cap: { belowPerW: 1, abovePerW: 4, aboveAnyRedLinePerW: 6 } },
  work: {},
};
const UNPROVEN: Certificate = { ...CERTIFICATE, lines: null };
const small = smallInstance();
const RESERVED: RewardRateInstance = { ...small, limits: { ...small.limits, reserve: { coolingShare: 0.2 } } };

describe('slopes of a bound', () => {
  it('of the cap are smaller if no other limit moves with it than if any do', () => {
    const { estimate, proven } = slopesOf({ kind: 'powerCap', where: '' }, CERTIFICATE, small);
    expect([estimate, proven]).toEqual([2, { below: 1, above: 6, alone: 4 }]);
  });

  it('of a cooling capacity are less the share that is reserved, where they are proven', () => {
    const { estimate, proven } = slopesOf({ kind: 'coolingCapacity', where: 'C0' }, CERTIFICATE, RESERVED);
    expect([estimate, proven]).toEqual([0.5, { below: 0.4, above: 0.4, alone: 0.4 }]);
  });

  it('are those of a completed task times the rate given up, of a demand that is lowered', () => {
    const { taskTypes } = small.workload;
    const rate = taskTypes[1]!.arrivalRatePerS;
    // Of a demand of 80 % a share of 1 given up is rate / 0.8 tasks/s, each worth 1 / rate less what its arrival is worth.
    const expected = ((1 / rate - 0.5) * rate) / 0.8;
    const { estimate, proven } = slopesOf(
      { kind: 'arrivals', where: taskTypes[1]!.name, from: 0.8 },
      CERTIFICATE,
      small,
    );
    expect(estimate).toBeCloseTo(expected, 12);
    expect(proven!.below).toBeCloseTo(expected, 12);
    expect(slopesOf({ kind: 'arrivalRate', where: taskTypes[1]!.name }, CERTIFICATE, small).estimate).toBe(0.5);
  });

  it('are estimates alone without lines, and nothing without a certificate or a price', () => {
    expect(slopesOf({ kind: 'redLine', where: '' }, UNPROVEN, small)).toEqual({ estimate: 3, proven: null });
    expect(slopesOf({ kind: 'powerCap', where: '' }, null, small)).toEqual({ estimate: 0, proven: null });
    expect(slopesOf({ kind: 'rackPower', where: 'R9' }, CERTIFICATE, small).estimate).toBe(0);
  });
});
