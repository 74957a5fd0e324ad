import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalProfile, type HourOfLog } from '../../../src/calibration/arrival-profile.js';
import { randomStream } from '../../../src/random/stream.js';
import { fuzzCount } from '../../support/fuzz.js';

/** Hours of some weeks with arrivals by a rule. */
function weeksOf(weeks: number, arrivalsOf: (hourOfWeek: number, week: number) => number): HourOfLog[] {
  return Array.from({ length: 168 * weeks }, (_, n) => {
    const hourOfWeek = n % 168;
    return { hourOfWeek, arrivals: arrivalsOf(hourOfWeek, Math.floor(n / 168)) };
  });
}

describe('arrivalProfile', () => {
  it('over the hours of the log the rates add up to its arrivals', () => {
    const hour = fc.record({ hourOfWeek: fc.integer({ min: 0, max: 167 }), arrivals: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(hour, { minLength: 1, maxLength: 400 }), (drawn) => {
        const hours = [...drawn, { hourOfWeek: 3, arrivals: 1 }];
        const { perH } = arrivalProfile(hours);
        const stated = hours.reduce((sum, { hourOfWeek }) => sum + perH[hourOfWeek]!, 0);
        const total = hours.reduce((sum, { arrivals }) => sum + arrivals, 0);
        expect(perH.every((rate) => rate >= 0 && Number.isFinite(rate))).toBe(true);
        expect(Math.abs(stated / total - 1)).toBeLessThan(1e-12);
      }),
      { seed: 48, numRuns: fuzzCount(100) },
    );
  });

  it('where every day is alike and every hour, the rate is the mean', () => {
    const { perH, dayFactor, hourFactor } = arrivalProfile(weeksOf(2, (_, week) => 3 + week));
    for (const rate of perH) expect(rate).toBeCloseTo(3.5, 12);
    expect([...dayFactor, ...hourFactor].every((factor) => Math.abs(factor - 1) < 1e-12)).toBe(true);
  });

  it('days and hours that multiply come out as the product: Saturday a quarter, 14 h twice', () => {
    const rule = (hour: number): number => 8 * (Math.floor(hour / 24) === 5 ? 0.25 : 1) * (hour % 24 === 14 ? 2 : 1);
    const { perH } = arrivalProfile(weeksOf(3, rule));
    for (const [hour, rate] of perH.entries()) expect(rate).toBeCloseTo(rule(hour), 9);
  });

  it('one cell apart from the product keeps its own mean if the log has it often, and less of it if seldom', () => {
    // Tuesday from 03:00 has 40 arrivals, every other hour 10.
    const rule = (hour: number): number => (hour === 27 ? 40 : 10);
    const random = randomStream(7, 'noise');
    const noisy = (hour: number): number => rule(hour) + (random.uniform(0, 1) < 0.5 ? -6 : 6);
    const [often, seldom] = [arrivalProfile(weeksOf(60, noisy)), arrivalProfile(weeksOf(2, noisy))];
    expect(often.perH[27]).toBeGreaterThan(36);
    expect(seldom.perH[27]).toBeLessThan(often.perH[27]!);
    expect(seldom.perH[27]).toBeGreaterThan(10);
  });

  it('bursts show as dispersion: arrivals ten at a time have ten times that of single ones', () => {
    const random = randomStream(3, 'bursts');
    const singles = weeksOf(
      30,
      () => Array.from({ length: 60 }, () => random.uniform(0, 1)).filter((u) => u < 0.1).length,
    );
    const one = arrivalProfile(singles).dispersion;
    const tens = arrivalProfile(singles.map((hour) => ({ ...hour, arrivals: 10 * hour.arrivals }))).dispersion;
    // Binomial of 60 draws with 0.1 has a variance of 0.9 of the mean.
    expect(one).toBeGreaterThan(0.85);
    expect(one).toBeLessThan(0.95);
    expect(tens / one).toBeCloseTo(10, 9);
  });

  it('a log without arrivals has no profile', () => {
    expect(() => arrivalProfile([])).toThrow(RangeError);
    expect(() => arrivalProfile(weeksOf(1, () => 0))).toThrow(RangeError);
  });
});
