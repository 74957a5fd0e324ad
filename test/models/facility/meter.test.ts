import { describe, expect, it } from 'vitest';
import {
  isWithinCap,
  leftForCoolingW,
  linearMeterOf,
  meanInputPerW,
  meterOf,
  meterPowerW,
  nodePowerWithinW,
  overCapW,
  shareOfCapW,
  tangentMeter,
  toleratedOverCapW,
  upsInputPerW,
  upsInputW,
  upsLossW,
  withCap,
  withCapOf,
  withHigherCap,
} from '../../../models/facility/meter.js';
import { QuadraticUps } from '../../support/quadratic-ups.js';

describe('the path of power from the meter to the nodes', () => {
  const meter = linearMeterOf({ upsEfficiency: 0.8, otherLoadW: 10 });

  it('draws 100 W for nodes of 80 W at 80 %, of which 20 W are lost, beside CRACs and other load', () => {
    expect(upsInputW(meter, 80)).toBe(100);
    expect(upsInputPerW(meter)).toBe(1.25);
    expect(meanInputPerW(meter, 20, 80)).toBe(1.25);
    expect(nodePowerWithinW(meter, 100)).toBe(80);
    expect(nodePowerWithinW(meter, 100, 0.75)).toBe(50);
    expect(nodePowerWithinW(meter, -1, 0.75)).toBe(0);
    expect(upsLossW(meter, 80)).toBe(20);
    expect(meterPowerW(meter, 80, 30)).toBe(140);
  });

  it('leaves the CRACs what nodes and other load do not take of the cap, which may be less than nothing', () => {
    expect(leftForCoolingW({ ...meter, powerCapW: 140 }, 80)).toBe(30);
    expect(leftForCoolingW({ ...meter, powerCapW: 100 }, 80)).toBe(-10);
  });

  it('loses nothing in a UPS that is not stated', () => {
    expect(meterPowerW(meterOf({}), 80, 30)).toBe(110);
  });

  it('is its own tangent with a constant efficiency', () => {
    expect(tangentMeter(meter, 50)).toBe(meter);
  });
});

describe('a UPS whose efficiency depends on its load', () => {
  // U(S) = S + 4 + .1 S + .2 S^2 / 100: 80 W need 104.8 W.
  const meter = { ups: new QuadraticUps(4, 0.1, 0.2, 100), otherLoadW: 10 };

  it('draws 104.8 W for nodes of 80 W, and 1.42 W for each further watt', () => {
    expect(upsInputW(meter, 80)).toBeCloseTo(104.8, 12);
    expect(upsLossW(meter, 80)).toBeCloseTo(24.8, 12);
    expect(meterPowerW(meter, 80, 30)).toBeCloseTo(144.8, 12);
    expect(upsInputPerW(tangentMeter(meter, 80))).toBeCloseTo(1.42, 12);
    // U(60) = 77.2 W.
    expect(meanInputPerW(meter, 60, 80)).toBeCloseTo(1.38, 12);
    expect(meanInputPerW(meter, 80, 80)).toBeCloseTo(1.42, 12);
  });

  it('supplies what its curve allows of a power, beside CRACs that draw half of it, and nothing below its loss without load', () => {
    expect(nodePowerWithinW(meter, 104.8)).toBeCloseTo(80, 10);
    expect(nodePowerWithinW(meter, 144.8, 0.5)).toBeCloseTo(80, 10);
    expect(nodePowerWithinW(meter, 3)).toBe(0);
  });

  it('is at least its tangent everywhere, and equal to it where it was taken', () => {
    const tangent = tangentMeter({ ...meter, powerCapW: 200 }, 80);
    expect(tangent.powerCapW).toBe(200);
    for (let nodesW = 0; nodesW <= 150; nodesW += 10) {
      const overW = meterPowerW(meter, nodesW, 0) - meterPowerW(tangent, nodesW, 0);
      expect(overW).toBeCloseTo((0.2 * (nodesW - 80) ** 2) / 100, 10);
    }
    expect(leftForCoolingW(tangent, 80)).toBeCloseTo(85.2, 10);
  });
});

describe('a power cap', () => {
  const cap = { powerCapW: 1000, ups: 'kept' };

  it('is kept by what is at most the cap, or beyond it by the share that is allowed', () => {
    expect([999, 1000, 1000.0001].map((totalW) => isWithinCap(cap, totalW))).toEqual([true, true, false]);
    expect([1010, 1010.1].map((totalW) => isWithinCap(cap, totalW, 0.01))).toEqual([true, false]);
  });

  it('is exceeded by what is beyond it, less the share that is allowed', () => {
    expect([overCapW(cap, 1200), overCapW(cap, 900), overCapW(cap, 1200, 0.1)]).toEqual([
      200,
      -100,
      expect.closeTo(100, 9),
    ]);
    expect([shareOfCapW(cap, 0.25), toleratedOverCapW(cap)]).toEqual([250, expect.closeTo(1e-6, 15)]);
  });

  it('is replaced, raised, or taken from another room, and nothing else changes', () => {
    expect(withCap(cap, 5)).toEqual({ powerCapW: 5, ups: 'kept' });
    expect(withHigherCap(cap, 50)).toEqual({ powerCapW: 1050, ups: 'kept' });
    expect(withCapOf({ ups: 'own' }, { ...cap, powerCapW: 7 })).toEqual({ powerCapW: 7, ups: 'own' });
    expect(cap.powerCapW).toBe(1000);
  });
});
