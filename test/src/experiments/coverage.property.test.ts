import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bcaOfMean, resampler } from '../../../src/experiments/bootstrap.js';
import { hodgesLehmann } from '../../../src/experiments/effect.js';
import { medianInterval } from '../../../src/experiments/quantiles.js';
import { isNarrow, lookAt, looksOf } from '../../../src/experiments/sequential.js';
import type { Interval } from '../../../src/experiments/statistics.js';
import { signedRankTest } from '../../../src/experiments/wilcoxon.js';
import { randomStream } from '../../../src/random/stream.js';
import { fuzzCount } from '../../support/fuzz.js';

/** Share of samples, drawn by seed, whose interval holds `truth`. */
function covered(samples: number, truth: number, intervalOf: (normal: () => number) => Interval | null): number {
  const { normal } = randomStream(11, 'coverage');
  let within = 0;
  for (let sample = 0; sample < samples; sample++) {
    const found = intervalOf(normal);
    if (found !== null && found.low <= truth && truth <= found.high) within++;
  }
  return within / samples;
}

const draw = (n: number, one: () => number): number[] => Array.from({ length: n }, one);

// Bounds are three standard deviations of the simulated share off its least true value.
describe('intervals cover what they claim', () => {
  it('the BCa interval of the mean of 30 skewed values: nearly 95 %, somewhat less as it is known to', () => {
    const source = resampler(2, 500);
    // Exponentials of mean 1, from two normals.
    const share = covered(600, 1, (normal) =>
      bcaOfMean(
        draw(30, () => (normal() ** 2 + normal() ** 2) / 2),
        source,
      ),
    );
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(0.975);
  });

  it('the exact interval of Hodges and Lehmann, and that of a median: at least 95 %', () => {
    expect(covered(600, 0, (normal) => hodgesLehmann(draw(12, normal))!.interval)).toBeGreaterThan(0.923);
    expect(covered(1500, 0, (normal) => medianInterval(draw(12, normal)))).toBeGreaterThan(0.933);
  });

  it('the interval at which a rule stops: at least 95 % however often it looked, and less if looks are not paid for', () => {
    const rule = { halfWidth: 0.45, relative: false, least: 4, step: 2 };
    const looks = looksOf(rule, 40);
    const stopped =
      (paid: number) =>
      (normal: () => number): Interval => {
        const values = draw(40, normal);
        const at = looks.find((n) => {
          const { mean, interval } = lookAt(values.slice(0, n), paid);
          return isNarrow(mean, interval, rule);
        });
        return lookAt(values.slice(0, at ?? 40), paid).interval!;
      };
    expect(covered(1000, 0, stopped(looks.length))).toBeGreaterThan(0.93);
    expect(covered(1000, 0, stopped(1))).toBeLessThan(0.93);
  });

  it('the exact test rejects a true hypothesis in at most 5 % of samples, ties and zeros included', () => {
    const { integer } = randomStream(13, 'null');
    let rejected = 0;
    for (let sample = 0; sample < 2000; sample++) {
      const { p } = signedRankTest(draw(10, () => integer(-3, 3)));
      if (p !== null && p <= 0.05) rejected++;
    }
    expect(rejected / 2000).toBeLessThan(0.065);
  });
});

describe('the signed-rank test', () => {
  it('is the same with signs turned, in another order, and in another unit', () => {
    const given = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(given, (values) => {
        const { p } = signedRankTest(values);
        expect(signedRankTest(values.map((value) => -value)).p).toBe(p);
        expect(signedRankTest([...values].reverse()).p).toBe(p);
        expect(signedRankTest(values.map((value) => 8 * value)).p).toBe(p);
      }),
      { seed: 75, numRuns: fuzzCount(60) },
    );
  });
});
