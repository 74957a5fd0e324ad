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

  it('two weeks with 0 and 2 arrivals in every hour have a variance of 2 and a mean of 1', () => {
    expect(arrivalProfile(weeksOf(2, (_, week) => 2 * week)).dispersion).toBeCloseTo(2, 12);
  });

  it('bursts show as dispersion: arrivals ten at a time have ten times that of single ones', () => {
    const random = randomStream(3, 'bursts');
    const drawn = (): number => Array.from({ length: 60 }, () => random.uniform(0, 1)).filter((u) => u < 0.1).length;
    const dispersionOf = (hours: readonly HourOfLog[]): number => arrivalProfile(hours).dispersion!;
    const singles = weeksOf(30, drawn);
    // Binomial of 60 draws with 0.1 has a variance of 0.9 of the mean; 4,872 degrees of freedom.
    expect(dispersionOf(singles)).toBeGreaterThan(0.85);
    expect(dispersionOf(singles)).toBeLessThan(0.95);
    const tens = singles.map((hour) => ({ ...hour, arrivals: 10 * hour.arrivals }));
    expect(dispersionOf(tens) / dispersionOf(singles)).toBeCloseTo(10, 9);
    // One week alone: about the product, whose 30 factors take some of it; 138 degrees of freedom.
    const week = dispersionOf(weeksOf(1, drawn));
    expect(week).toBeGreaterThan(0.6);
    expect(week).toBeLessThan(1.2);
  });

  it('hours that days have apart are no bursts: weekends flat, weekdays busy by day', () => {
    const rule = (hour: number): number => {
      const [day, own] = [Math.floor(hour / 24), hour % 24];
      return day > 4 ? 50 : own >= 8 && own < 18 ? 200 : 30;
    };
    const random = randomStream(11, 'binomial');
    // About the mean, with a variance of half of it.
    const drawn = (hour: number): number =>
      Array.from({ length: 2 * rule(hour) }, () => random.uniform(0, 1)).filter((u) => u < 0.5).length;
    const { dispersion, perH } = arrivalProfile(weeksOf(8, drawn));
    expect(dispersion).toBeGreaterThan(0.4);
    expect(dispersion).toBeLessThan(0.6);
    expect(Math.abs(perH[5 * 24 + 12]! - 50)).toBeLessThan(8);
  });

  it('a log that has some hours more often than others counts no effect twice', () => {
    // 10 an hour before noon, 100 after, on every day; the log has Monday whole, Tuesday until noon.
    const rule = (hour: number): number => (hour % 24 < 12 ? 10 : 100);
    const hours = Array.from({ length: 36 }, (_, hourOfWeek) => ({ hourOfWeek, arrivals: rule(hourOfWeek) }));
    const { perH, dayFactor, hoursSeen, dispersion } = arrivalProfile(hours);
    for (const hour of [6, 18, 24 + 6, 24 + 18, 48 + 18]) expect(perH[hour]).toBeCloseTo(rule(hour), 6);
    expect(dayFactor.slice(0, 3).map((factor) => Number(factor.toFixed(9)))).toEqual([1, 1, 1]);
    expect([hoursSeen[30], hoursSeen[42], hoursSeen[60]]).toEqual([1, 0, 0]);
    expect(dispersion).toBeCloseTo(0, 9);
    expect(arrivalProfile(hours.slice(0, 24)).dispersion).toBeNull();
  });

  it('a log without arrivals has no profile', () => {
    expect(() => arrivalProfile([])).toThrow(RangeError);
    expect(() => arrivalProfile(weeksOf(1, () => 0))).toThrow(RangeError);
    for (const wrong of [
      { hourOfWeek: 200, arrivals: 1 },
      { hourOfWeek: 1.5, arrivals: 1 },
      { hourOfWeek: 0, arrivals: NaN },
    ])
      expect(() => arrivalProfile([wrong])).toThrow(RangeError);
  });
});
