import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import type { Certificate } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { smallInstance } from '../../../../../support/small-instance.js';
import {
  rangesAlong,
  type Slope,
  slopeAlong,
  type SlopedPoint,
} from '../../../../../../src/families/reward-rate/studies/sweep/slopes.js';

/** Points of a line along the first axis. */
const rangesOn = (line: readonly { value: number; bound: number | null; slope: Slope }[]) =>
  rangesAlong(
    0,
    line.map(({ value, bound, slope: own }): SlopedPoint => ({ values: [value], bound, slopes: [own] })),
  );

const slope = (below: number | null, above: number | null = below) => ({ perUnit: above, below, above });

describe('ranges along a line of points', () => {
  it('neighbouring lines meet where they are equal, whatever the order of the points', () => {
    const line = [
      { value: 10, bound: 14, slope: slope(1) },
      { value: 0, bound: 0, slope: slope(3) },
    ];
    const met = { value: 2, bound: 6 };
    expect(rangesOn(line)).toEqual([
      { ...slope(1), from: met, to: null },
      { ...slope(3), from: null, to: met },
    ]);
  });

  it('crossings outside the two points, by a gap of the LP, are moved to the nearer one', () => {
    const [left, right] = rangesOn([
      { value: 0, bound: 5, slope: slope(2) },
      { value: 1, bound: 4.9999999, slope: slope(0) },
    ]);
    expect(left!.to).toEqual({ value: 0, bound: 4.9999999 });
    expect(right!.from).toEqual(left!.to);
  });

  it('parallel lines, points without a bound and slopes that are not proven make no crossing', () => {
    const [same] = rangesOn([
      { value: 0, bound: 1, slope: slope(0) },
      { value: 5, bound: 1, slope: slope(0) },
    ]);
    expect(same!.to).toEqual({ value: 5, bound: 1 });
    const [unbound, unproven] = rangesOn([
      { value: 0, bound: null, slope: slope(1) },
      { value: 5, bound: 1, slope: { perUnit: 1, below: 1, above: null } },
      { value: 6, bound: 1, slope: slope(0) },
    ]);
    expect([unbound!.to, unproven!.from, unproven!.to]).toEqual([null, null, null]);
  });
});

describe('the slope along a field', () => {
  const small = smallInstance();
  const instance: RewardRateInstance = {
    ...small,
    limits: {
      ...small.limits,
      rackPowerLimits: [
        { rack: 'R8', powerLimitW: 1 },
        { rack: 'R9', powerLimitW: 2 },
      ],
      pdus: [{ name: 'P', racks: ['R8'], powerLimitW: 3 }],
      reserve: { powerW: 1, inletK: 1, coolingShare: 0.5 },
    },
  };
  const certificate: Certificate = {
    boundRewardPerS: 10,
    scope: 'all plans',
    marginal: {
      perCapW: 2,
      perRedLineC: 3,
      redLineZones: [],
      arrivalPerTaskPerS: [0.25, 0.5],
      limits: [
        { constraint: 'rackPower', where: 'R9', marginalValue: 7 },
        { constraint: 'pduPower', where: 'P', marginalValue: 11 },
        { constraint: 'coolingCapacity', where: 'C0', marginalValue: 13 },
      ],
    },
    relaxationGap: 0,
    lines: { cap: { belowPerW: 5, abovePerW: 1, aboveAnyRedLinePerW: 6 } },
    work: {},
  };
  const along = (...place: (string | number)[]) =>
    slopeAlong({ places: [place], factors: false }, instance, certificate, 10);

  it('is that of the limit it states, at the place in its list', () => {
    expect(along('limits', 'powerCapW')).toEqual({ perUnit: 2, below: 5, above: 1 });
    expect(along('limits', 'redLineC')).toEqual(slope(3));
    expect(along('limits', 'rackPowerLimits', 0, 'powerLimitW')).toEqual(slope(0));
    expect(along('limits', 'rackPowerLimits', 1, 'powerLimitW')).toEqual(slope(7));
    expect(along('limits', 'pdus', 0, 'powerLimitW')).toEqual(slope(11));
    expect(along('workload', 'taskTypes', 1, 'arrivalRatePerS')).toEqual(slope(0.5));
  });

  it('is the negative one of the limit of which it takes, with both sides changed: a reserve, and other loads of the cap', () => {
    for (const place of [
      ['limits', 'reserve', 'powerW'],
      ['facility', 'otherLoadW'],
    ])
      expect(along(...place)).toEqual({ perUnit: -2, below: -1, above: -5 });
    expect(along('limits', 'reserve', 'inletK')).toEqual(slope(-3));
  });

  it('is not known along a share, and along fields that state no limit', () => {
    for (const place of [
      ['limits', 'reserve', 'coolingShare'],
      ['facility', 'cracs', 0, 'coolingCapacityW'],
      ['workload', 'taskTypes', 0, 'rewardPerTask'],
    ])
      expect(along(...place)).toEqual({ perUnit: null, below: null, above: null });
  });
});
