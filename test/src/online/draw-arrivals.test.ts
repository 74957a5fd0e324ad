import { S_PER_DAY } from '../../../models/units.js';
import { describe, expect, it } from 'vitest';
import { drawArrivals, MAX_TASKS } from '../../../src/online/draw-arrivals.js';
import {
  type ArrivalPattern,
  greatestRatePerS,
  PATTERN_DEFAULTS,
  patternText,
  ratePerS,
} from '../../../src/online/arrival-pattern.js';

const { constant, bursty, sinusoidal } = PATTERN_DEFAULTS;

/** Tasks in [fromS, toS). */
function count({ timeS }: { readonly timeS: Float64Array }, fromS: number, toS: number): number {
  return timeS.filter((time) => time >= fromS && time < toS).length;
}

/** |count - mean| in standard deviations of a Poisson variable. */
function deviations(found: number, mean: number): number {
  return Math.abs(found - mean) / Math.sqrt(mean);
}

describe('patterns', () => {
  it('are those of section 5.6.2', () => {
    expect(ratePerS(constant, 12_345)).toBe(6);
    expect([0, 7199.9, 7200, 14_399, 14_400].map((time) => ratePerS(bursty, time))).toEqual([9, 9, 3, 3, 9]);
    expect(ratePerS(sinusoidal, sinusoidal.peakS)).toBeCloseTo(0.128, 12);
    expect(ratePerS(sinusoidal, sinusoidal.peakS - S_PER_DAY / 2)).toBeCloseTo(0.032, 12);
    expect(ratePerS(sinusoidal, 2 * 3600)).toBeLessThan(ratePerS(sinusoidal, 14 * 3600));
  });

  it.each([constant, bursty, { ...bursty, highPerS: 1 }, sinusoidal])(
    '%o is nowhere above its greatest rate, and comes near it',
    (pattern) => {
      const rates = Array.from({ length: 1000 }, (_, n) => ratePerS(pattern, (n * S_PER_DAY) / 1000));
      expect(Math.max(...rates)).toBeLessThanOrEqual(greatestRatePerS(pattern));
      expect(Math.max(...rates)).toBeGreaterThan(0.99 * greatestRatePerS(pattern));
    },
  );

  it('are described in words', () => {
    expect(patternText(constant)).toBe('6 tasks/s, Poisson');
    expect(patternText(bursty)).toBe('9 and 3 tasks/s by turns of 7200 s, Poisson');
    expect(patternText(sinusoidal)).toContain('mean 0.08 tasks/s, amplitude 0.6, highest at 50400 s');
  });
});

describe('drawn arrivals', () => {
  const day = drawArrivals(constant, S_PER_DAY, 10, 1);

  it('ascend within the day, and are as many as the rate says', () => {
    expect(day.timeS.every((time, n) => n === 0 || time >= day.timeS[n - 1]!)).toBe(true);
    expect(day.timeS[0]!).toBeGreaterThanOrEqual(0);
    expect(day.timeS.at(-1)!).toBeLessThan(S_PER_DAY);
    expect(day.durationS).toBe(S_PER_DAY);
    expect(deviations(day.timeS.length, 6 * S_PER_DAY)).toBeLessThan(4);
    expect(day.taskType.length).toBe(day.timeS.length);
  });

  it('have exponential gaps', () => {
    const gaps = day.timeS.slice(1).map((time, n) => time - day.timeS[n]!);
    for (const gapS of [0.05, 1 / 6, 0.5, 1]) {
      const share = gaps.filter((gap) => gap > gapS).length / gaps.length;
      expect(Math.abs(share - Math.exp(-6 * gapS))).toBeLessThan(0.004);
    }
  });

  it('prefer no task type', () => {
    for (let type = 0; type < 10; type++) {
      const own = day.taskType.filter((one) => one === type).length;
      expect(deviations(own, day.timeS.length / 10)).toBeLessThan(4);
    }
    expect(day.taskType.every((type) => type < 10)).toBe(true);
  });

  it('burst at the times and rates of the pattern', () => {
    const arrivals = drawArrivals(bursty, S_PER_DAY, 3, 7);
    for (let n = 0; n < 12; n++) {
      const mean = 7200 * (n % 2 === 0 ? 9 : 3);
      expect(deviations(count(arrivals, n * 7200, (n + 1) * 7200), mean)).toBeLessThan(4);
    }
  });

  it('follow the sine', () => {
    const arrivals = drawArrivals({ ...sinusoidal, meanPerS: 4 }, S_PER_DAY, 3, 7);
    for (let hour = 0; hour < 24; hour++) {
      const from = hour * 3600;
      const integral = (time: number): number =>
        4 * (time + 0.6 * (S_PER_DAY / (2 * Math.PI)) * Math.sin((2 * Math.PI * (time - 50_400)) / S_PER_DAY));
      const mean = integral(from + 3600) - integral(from);
      expect(deviations(count(arrivals, from, from + 3600), mean)).toBeLessThan(4);
    }
    expect(deviations(arrivals.timeS.length, 4 * S_PER_DAY)).toBeLessThan(4);
  });

  it('are the same for one seed, and differ for two', () => {
    const some = drawArrivals(constant, 600, 10, 5);
    expect(drawArrivals(constant, 600, 10, 5)).toEqual(some);
    expect(drawArrivals(constant, 600, 10, 6)).not.toEqual(some);
    // A longer day begins like a shorter one.
    const longer = drawArrivals(constant, 1200, 10, 5);
    expect(longer.timeS.slice(0, some.timeS.length)).toEqual(some.timeS);
    expect(longer.taskType.slice(0, some.timeS.length)).toEqual(some.taskType);
  });

  it('come only where the rate is above 0', () => {
    expect(drawArrivals({ kind: 'constant', ratePerS: 0 }, S_PER_DAY, 1, 1).timeS).toHaveLength(0);
    const half = drawArrivals({ ...bursty, lowPerS: 0 }, S_PER_DAY, 1, 1);
    expect(count(half, 7200, 14_400)).toBe(0);
    expect(count(half, 14_400, 21_600)).toBeGreaterThan(0);
    expect(drawArrivals(constant, 100, 1, 1).taskType.every((type) => type === 0)).toBe(true);
  });

  it.each<[ArrivalPattern, number]>([
    [{ kind: 'constant', ratePerS: -1 }, 10],
    [{ kind: 'constant', ratePerS: NaN }, 10],
    [constant, 0],
    [constant, NaN],
    [constant, Infinity],
    [{ ...bursty, lowPerS: -1 }, 10],
    [{ ...bursty, intervalS: 0 }, 10],
    [{ ...sinusoidal, amplitude: 1.1 }, 10],
    [{ ...sinusoidal, amplitude: -0.1 }, 10],
    [constant, MAX_TASKS],
  ])('are refused for nonsense: %o for %d s', (pattern, durationS) => {
    expect(() => drawArrivals(pattern, durationS, 3, 1)).toThrow(RangeError);
  });
});
