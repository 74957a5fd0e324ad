import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isBroken, knobsOf, movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';

/** Step of the power cap of a room with this cap, W. */
function stepW(powerCapW: number, amountW = 0): number {
  const instance = JSON.parse(readFileSync('instances/reward-rate/tiny-power-cap.json', 'utf8')) as RewardRateInstance;
  const caps = movablesOf({ ...instance, limits: { ...instance.limits, powerCapW } }).filter(
    ({ kind }) => kind === 'powerCap',
  );
  return knobsOf(caps, () => amountW)[0]!.step;
}

describe('steps of fixes', () => {
  it.each([
    [437_000, 100],
    [9_999, 1],
    [10_000, 10],
    [1_000, 1],
    [999, 0.1],
  ])('a cap of %i W moves by units of its fourth digit, %f W', (capW, expected) => {
    expect(stepW(capW)).toBeCloseTo(expected, 12);
  });

  it('a limit of nothing moves by units of the fourth digit of what it is broken by, of 1 W at least', () => {
    expect(stepW(0, 437_000)).toBeCloseTo(100, 12);
    expect(stepW(0, 0.002)).toBeCloseTo(0.001, 12);
  });
});

describe('broken limits', () => {
  const instance = JSON.parse(readFileSync('instances/reward-rate/tiny-rack-limit.json', 'utf8')) as RewardRateInstance;
  const brokenBy = (constraint: 'rackPower' | 'redLine', where: string): string[] =>
    movablesOf(instance).flatMap((one) => (isBroken(one, { constraint, where }) ? [`${one.kind} ${one.where}`] : []));

  it('a rack above its limit breaks the limit of this rack alone', () => {
    const [rack] = instance.limits.rackPowerLimits!;
    expect(brokenBy('rackPower', rack!.rack)).toEqual([`rackPower ${rack!.rack}`]);
    expect(brokenBy('rackPower', 'no such rack')).toEqual([]);
  });

  it('an inlet that is too hot breaks the red line of the facility, whichever it is', () => {
    expect(brokenBy('redLine', 'any zone')).toEqual(['redLine ']);
  });
});
