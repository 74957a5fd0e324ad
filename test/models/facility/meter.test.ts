import { describe, expect, it } from 'vitest';
import {
  leftForCoolingW,
  meterOf,
  meterPowerW,
  upsInputPerW,
  upsInputW,
  upsLossW,
  upsOutputW,
} from '../../../models/facility/meter.js';

describe('the path of power from the meter to the nodes', () => {
  const meter = meterOf({ upsEfficiency: 0.8, otherLoadW: 10 });

  it('draws 100 W for nodes of 80 W at 80 %, of which 20 W are lost, beside CRACs and other load', () => {
    expect(upsInputW(meter, 80)).toBe(100);
    expect(upsInputPerW(meter)).toBe(1.25);
    expect(upsOutputW(meter, 100)).toBe(80);
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
});
