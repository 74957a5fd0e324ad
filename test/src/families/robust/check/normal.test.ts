import { describe, expect, it } from 'vitest';
import * as model from '../../../../../models/families/robust/normal.js';
import {
  normalProbability,
  normalProbabilityLog10,
  normalQuantile,
} from '../../../../../src/families/robust/check/normal.js';

/** z, Phi(z), log10 Phi(z) from 60-digit arithmetic. */
const KNOWN: readonly (readonly [number, number, number])[] = [
  [-37, 5.72557122252457682e-300, -299.242181178609922],
  [-30.5, 1.30293791317807635e-204, -203.885076278536522],
  [-20, 2.7536241186062337e-89, -88.5600953430755919],
  [-12.3, 4.52870695615878465e-35, -34.3440257807612286],
  [-8.1, 2.74795939239822849e-16, -15.5609896892935921],
  [-6, 9.86587645037698141e-10, -9.00586432747670421],
  [-5.657, 7.70208817217760084e-9, -8.1133915139564707],
  [-5.6, 1.07175902583109293e-8, -7.96990285038590206],
  [-4, 0.0000316712418331199213, -4.49933490755647886],
  [-3.1, 0.000967603213218356602, -3.01430269810192688],
  [-2, 0.0227501319481792072, -1.64301608014093705],
  [-1, 0.158655253931457051, -0.7995455414919705],
  [-0.663, 0.253665277038616498, -0.595738977092770886],
  [-0.66, 0.254626914671336138, -0.594095692294893541],
  [-0.3, 0.382088577811047367, -0.417835944954299495],
  [-1e-12, 0.499999999999601058, -0.301029995664327712],
  [0, 0.5, -0.301029995663981195],
  [0.2, 0.579259709439103027, -0.237126677916952034],
  [0.67, 0.748571104904689898, -0.125766940810484911],
  [1.3, 0.903199515414389674, -0.0442163040911853538],
  [3, 0.998650101968369905, -0.000586649313790066691],
  [5, 0.999999713348428121, -1.24491213738829175e-7],
  [8.2, 0.99999999999999988, -5.2199380510655204e-17],
];

/** p and its quantile, likewise. */
const QUANTILES: readonly (readonly [number, number])[] = [
  [1e-300, -37.0470962993611992],
  [1e-100, -21.2734535609653243],
  [1e-20, -9.26234008979840758],
  [1e-11, -6.7060231554951363],
  [1.4e-11, -6.65672309151818364],
  [1e-6, -4.75342430882289896],
  [0.001, -3.09023230616781354],
  [0.0749, -1.44023826752796366],
  [0.0751, -1.43882539275253998],
  [0.3, -0.524400512708040816],
  [0.75, 0.674489750196081743],
  [0.9, 1.28155156554460059],
  [0.925, 1.43953147093845623],
  [0.95, 1.64485362695147228],
  [0.99, 2.32634787404084077],
  [0.999999, 4.75342430881708777],
];

const relative = (value: number, known: number): number => Math.abs(value - known) / Math.abs(known);

describe("the checker's normal distribution", () => {
  it.each(KNOWN)('keeps its digits at z = %f', (z, probability, log10) => {
    expect(relative(normalProbability(z), probability)).toBeLessThan(2e-15);
    expect(relative(normalProbabilityLog10(z), log10)).toBeLessThan(1e-14);
  });

  it.each(QUANTILES)('finds the quantile of %f', (probability, z) => {
    expect(relative(normalQuantile(probability), z)).toBeLessThan(1e-15);
  });

  it('has numbers for tails that doubles cannot hold', () => {
    expect(normalProbabilityLog10(-1000)).toBeCloseTo(-217150.640041994386, 8);
    expect(relative(normalProbabilityLog10(-1e10), -2.17147240951625914e19)).toBeLessThan(1e-14);
    expect(normalProbability(-38.4)).toBeGreaterThan(0);
  });

  it('knows both ends', () => {
    expect([-Infinity, -1e308, 0, 1e308, Infinity].map(normalProbability)).toEqual([0, 0, 0.5, 1, 1]);
    expect([-Infinity, 0, Infinity].map(normalProbabilityLog10)).toEqual([-Infinity, Math.log10(0.5), -0]);
    expect([normalProbability(NaN), normalProbabilityLog10(NaN), normalQuantile(NaN)]).toEqual([NaN, NaN, NaN]);
    expect([normalQuantile(-0.1), normalQuantile(1.1)]).toEqual([NaN, NaN]);
    expect(normalQuantile(0.5)).toBe(0);
  });

  it('agrees with the model, which sums series and fractions instead', () => {
    let worst = 0;
    for (let z = -38; z <= 38; z += 0.00917) {
      worst = Math.max(worst, relative(normalProbability(z), model.normalCdf(z)) / Math.max(1, (z * z) / 10));
    }
    expect(worst).toBeLessThan(3e-15);
    worst = 0;
    for (let p = 0.0007; p < 1; p += 0.0013) {
      worst = Math.max(worst, Math.abs(normalQuantile(p) - model.normalQuantile(p)));
    }
    expect(worst).toBeLessThan(2e-15);
  });
});
