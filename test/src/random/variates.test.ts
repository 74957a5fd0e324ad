import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/random/stream.js';
import { variates } from '../../../src/random/variates.js';

const DRAWS = 20_000;
const POISSON = variates(randomStream(7, 'counts'));

function moments(draw: () => number): { mean: number; variance: number } {
  const values = Array.from({ length: DRAWS }, draw);
  const mean = values.reduce((sum, value) => sum + value, 0) / DRAWS;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (DRAWS - 1) };
}

describe('draws', () => {
  const from = (purpose: string): ReturnType<typeof variates> => variates(randomStream(7, purpose));

  test.each([
    ['gamma of shape 0.5', from('a').gamma(0.5, 3), 1.5, 4.5],
    ['gamma of shape 9', from('b').gamma(9, 0.5), 4.5, 2.25],
    ['Poisson of mean 3', () => POISSON.poisson(3), 3, 3],
    ['Poisson of mean 4000', () => POISSON.poisson(4000), 4000, 4000],
    ['binomial', () => POISSON.binomial(40, 0.3), 12, 8.4],
    ['factor', () => POISSON.factor(0.4), 1, 0.16],
  ])('of a %s have its mean and variance', (_, draw, mean, variance) => {
    const found = moments(draw);
    expect(Math.abs(found.mean - mean)).toBeLessThan(4 * Math.sqrt(variance / DRAWS));
    expect(found.variance / variance).toBeGreaterThan(0.9);
    expect(found.variance / variance).toBeLessThan(1.1);
  });

  test('the same seed gives the same draws', () => {
    const one = from('same');
    const other = from('same');
    for (let n = 0; n < 50; n++) expect(one.poisson(50)).toBe(other.poisson(50));
  });

  test('certain things are certain', () => {
    const draw = from('certain');
    expect([draw.poisson(0), draw.binomial(9, 1), draw.binomial(9, 0), draw.binomial(0, 0.5), draw.factor(0)]).toEqual([
      0, 9, 0, 0, 1,
    ]);
  });
});
