import { describe, expect, it } from 'vitest';
import {
  airDensityKgPerM3,
  energyKwh,
  solarPowerW,
  speedAtHubMPerS,
  windPowerW,
} from '../../../../models/physics/renewables/wind-power.js';
import { DAILY_SWING, HOURLY_CORRELATION, windSpeedsMPerS } from '../../../../models/physics/renewables/wind-speed.js';
import { randomStream } from '../../../../src/random/stream.js';

const TURBINE = { efficiency: 0.4, rotorAreaM2: 1000 };

describe('power', () => {
  it('of wind is beta A rho v^3 / 2, up to the rated power (Eq. 31)', () => {
    expect(windPowerW(TURBINE, 1.2, 10)).toBeCloseTo(240_000, 6);
    expect(windPowerW(TURBINE, 1.2, 20)).toBeCloseTo(8 * 240_000, 6);
    expect(windPowerW({ ...TURBINE, ratedPowerW: 1e6 }, 1.2, 20)).toBe(1e6);
    expect(windPowerW(TURBINE, 1.2, 0)).toBe(0);
  });

  it('of the sun is alpha A s (Eq. 30)', () => {
    expect(solarPowerW({ efficiency: 0.2, panelAreaM2: 50 }, 800)).toBe(8000);
  });

  it('over a time is energy', () => {
    expect([energyKwh(1000, 3_600_000), energyKwh(1000, 900_000), energyKwh(250, 4 * 3_600_000)]).toEqual([1, 0.25, 1]);
  });

  it('of air: density by the gas law, height by the power law', () => {
    expect(airDensityKgPerM3(101_325, 15)).toBeCloseTo(1.225, 3);
    expect(airDensityKgPerM3(83_000, 10)).toBeCloseTo(1.0212, 3);
    expect(speedAtHubMPerS(5, 10, 80, 1 / 7)).toBeCloseTo(6.7295, 4);
    expect(speedAtHubMPerS(5, 10, 10, 0.2)).toBe(5);
  });
});

describe('modelled wind', () => {
  const hours = 24 * 4000;
  const solarHour = Float64Array.from({ length: hours }, (_, h) => (h % 24) + 0.5);
  const speeds = windSpeedsMPerS(7, solarHour, randomStream(3, 'wind').normal);
  const swing = solarHour.map((hour) => 1 + DAILY_SWING * Math.cos((2 * Math.PI * (hour - 15)) / 24));
  const steady = speeds.map((speed, h) => speed / swing[h]!);
  const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b) / values.length;

  it('has the mean asked for, with and without the swing', () => {
    expect(mean(speeds) / 7).toBeCloseTo(1, 1.7);
    expect(mean(steady) / 7).toBeCloseTo(1, 1.7);
  });

  it('is Weibull with shape 2 without the swing', () => {
    const scale = (2 * 7) / Math.sqrt(Math.PI);
    for (const speed of [1, 4, 7, 10, 15, 20]) {
      const share = steady.filter((value) => value <= speed).length / hours;
      expect(Math.abs(share - (1 - Math.exp(-((speed / scale) ** 2))))).toBeLessThan(0.012);
    }
    // Moments of a Rayleigh: variance (4 / pi - 1) mean^2, cube 6 / pi mean^3.
    expect(mean(steady.map((value) => value ** 3)) / 7 ** 3).toBeCloseTo(6 / Math.PI, 1);
  });

  it('hours remember the hour before', () => {
    const average = mean(steady);
    const centred = steady.map((value) => value - average);
    const variance = mean(centred.map((value) => value ** 2));
    const product = mean(centred.slice(1).map((value, h) => value * centred[h]!));
    // The transform from the normal to the Weibull variable costs about a hundredth.
    expect(Math.abs(product / variance - HOURLY_CORRELATION)).toBeLessThan(0.02);
  });

  it('afternoons are windier by the swing', () => {
    const atHour = (hour: number): number => mean(speeds.filter((_, h) => h % 24 === hour));
    expect(atHour(14) / atHour(2)).toBeCloseTo((1 + DAILY_SWING) / (1 - DAILY_SWING), 0.9);
  });

  it('the same draws give the same wind, of any length', () => {
    const short = windSpeedsMPerS(7, solarHour.slice(0, 30), randomStream(3, 'wind').normal);
    expect(short).toEqual(speeds.slice(0, 30));
    expect(windSpeedsMPerS(7, solarHour.slice(0, 30), randomStream(4, 'wind').normal)).not.toEqual(short);
  });

  it('extreme draws stay finite', () => {
    for (const z of [-9, -4, 0, 4, 9]) {
      const [speed] = windSpeedsMPerS(7, [15], () => z);
      expect(speed).toBeGreaterThanOrEqual(0);
      expect(speed).toBeLessThan(80);
    }
  });
});
