import { describe, expect, it } from 'vitest';
import { CoolingFactor } from '../../../../../src/families/templates/methods/cooling-factor.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const thesis = { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 };
const laws = [
  thesis,
  { quadraticPerC2: 0, linearPerC: 0.1, constant: 1 },
  { quadraticPerC2: -0.001, linearPerC: 0.1, constant: 1 },
];

function gridOf(fromC: number, toC: number): number[] {
  return Array.from({ length: 4001 }, (_, k) => fromC + ((toC - fromC) * k) / 4000);
}

describe('h = CoP / (1 + CoP)', () => {
  it('is convex up to 8.40 C with the coefficients of the thesis', () => {
    const factor = new CoolingFactor(thesis);
    expect(factor.convexToC).toBeCloseTo(8.4, 1);
    const bend = (setPointC: number): number =>
      factor.at(setPointC - 0.1) + factor.at(setPointC + 0.1) - 2 * factor.at(setPointC);
    expect(bend(factor.convexToC - 0.5)).toBeGreaterThan(0);
    expect(bend(factor.convexToC + 0.5)).toBeLessThan(0);
  });

  it('finds the least of affine over h and the greatest of P h less affine, also across the change of curvature', () => {
    const { uniform, integer } = randomStream(1, 'cooling factor');
    for (let trial = 0; trial < fuzzCount(150); trial += 1) {
      const factor = new CoolingFactor(laws[integer(0, 2)]!);
      const fromC = uniform(1, 15);
      const toC = fromC + uniform(0, 20);
      const [power, slope, limit] = [uniform(1, 100), uniform(0, 10), uniform(1, 300)];
      const grid = gridOf(fromC, toC);
      const least = Math.min(...grid.map((T) => (power + slope * T) / factor.at(T)));
      const found = factor.leastRatio(power, slope, fromC, toC);
      expect(found).toBeLessThanOrEqual(least * (1 + 1e-12));
      expect(found).toBeGreaterThan(least * (1 - 1e-5));
      expect((power + slope * factor.argumentC) / factor.at(factor.argumentC)).toBeCloseTo(found, 9);
      const greatest = Math.max(...grid.map((T) => limit * factor.at(T) - slope * T));
      const surplus = factor.greatestSurplus(limit, slope, fromC, toC);
      expect(surplus).toBeGreaterThanOrEqual(greatest - 1e-9);
      expect(surplus).toBeLessThan(greatest + 1e-3);
    }
  });

  it('is below its chord where it is convex', () => {
    const factor = new CoolingFactor(thesis);
    const chord = new CoolingFactor(thesis, { fromC: 2, toC: 8 });
    expect(chord.at(2)).toBeCloseTo(factor.at(2), 12);
    expect(chord.at(8)).toBeCloseTo(factor.at(8), 12);
    for (const setPointC of gridOf(2, 8))
      expect(chord.at(setPointC)).toBeGreaterThanOrEqual(factor.at(setPointC) - 1e-15);
    expect(chord.slopeAt(5)).toBeCloseTo((factor.at(8) - factor.at(2)) / 6, 12);
  });

  it('says nothing where the numerator is not positive', () => {
    expect(new CoolingFactor(thesis).leastRatio(-100, 5, 10, 30)).toBe(0);
  });
});
