import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCdf, normalCdfLog10, normalQuantile, normalTail } from '../../../../models/families/robust/normal.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** z, Phi(z) and log10 Phi(z), computed with 60 digits. */
const REFERENCE: readonly (readonly [z: number, cdf: number, log10: number])[] = [
  [-38, 2.8854283600687843084e-316, -315.53978970396250789],
  [-37.5, 4.6053530095819548438e-308, -307.33673707464463773],
  [-30, 4.9067139271481870595e-198, -197.30920926166094939],
  [-20, 2.7536241186062336951e-89, -88.56009534307559192],
  [-10.25, 5.9171769073656178503e-25, -24.227885446314642186],
  [-8, 6.2209605742717841235e-16, -15.206142551017154558],
  [-6, 9.865876450376981407e-10, -9.0058643274767042092],
  [-5.66, 7.5686497519977137143e-9, -8.1209815917761315737],
  [-5.65, 8.0223918506634975991e-9, -8.0956961288883204412],
  [-4, 0.000031671241833119921254, -4.4993349075564788648],
  [-3, 0.0013498980316300945267, -2.8696990359293690772],
  [-2, 0.0227501319481792072, -1.643016080140937048],
  [-1.5, 0.066807201268858066004, -1.1751767216148164217],
  [-1, 0.15865525393145705141, -0.79954554149197050003],
  [-0.68, 0.24825223045357051343, -0.6051068408413376425],
  [-0.67, 0.25142889509531010155, -0.59958481312844977384],
  [-0.5, 0.30853753872598689636, -0.51069198926524077447],
  [-0.1, 0.46017216272297101633, -0.33707965672662348134],
  [-1e-8, 0.49999999601057719599, -0.30102999912914982856],
  [0.3, 0.61791142218895263307, -0.20907377671003018888],
  [0.7, 0.75803634777692697138, -0.1203099694860430622],
  [1, 0.84134474606854294859, -0.075026012957818023238],
  [2.5, 0.99379033467422386483, -0.0027052313961437212273],
  [5, 0.99999971334842812081, -1.244912137388291749e-7],
  [8, 0.9999999999999993779, -2.7017288495439212877e-16],
];

/** Probability and quantile, likewise. */
const QUANTILES: readonly (readonly [probability: number, z: number])[] = [
  [1e-300, -37.047096299361199237],
  [1e-100, -21.273453560965324294],
  [1e-20, -9.2623400897984075796],
  [1e-10, -6.3613409024040561991],
  [0.001, -3.0902323061678135354],
  [0.02425, -1.9729610513118848376],
  [0.1, -1.2815515655446004353],
  [0.25, -0.6744897501960817432],
  [0.299, -0.5272787914395084325],
  [0.301, -0.52152657182893216679],
  [0.4, -0.25334710313579974132],
  [0.4999, -0.00025066283008800749239],
  [0.5000001, 2.5066282733116483012e-7],
  [0.7, 0.52440051270804065631],
  [0.9, 1.2815515655446005935],
  [0.975, 1.9599639845400538556],
  [0.999, 3.0902323061678132778],
];

function relative(value: number, reference: number): number {
  return Math.abs(value - reference) / Math.abs(reference);
}

describe('the standard normal distribution', () => {
  it.each(REFERENCE)('Phi(%d) to 2e-15 of itself', (z, cdf) => {
    // Below 2.2e-308 doubles themselves have fewer digits.
    expect(relative(normalCdf(z), cdf)).toBeLessThan(z < -37.4 ? 1e-8 : 2e-15);
  });

  it.each(REFERENCE)('the upper tail from %d keeps its digits where Phi is nearly 1', (z, cdf) => {
    expect(relative(normalTail(-z), cdf)).toBeLessThan(z < -37.4 ? 1e-8 : 2e-15);
    expect(normalTail(z)).toBeCloseTo(1 - cdf, 14);
  });

  it.each(REFERENCE)('log10 Phi(%d), both where Phi is nearly 1 and where it underflows', (z, _, log10) => {
    expect(relative(normalCdfLog10(z), log10)).toBeLessThan(z > 0 ? 4e-15 : 1e-14);
  });

  it.each([
    [-50.5, -555.88230267743031013],
    [-100, -2173.8715428690343765],
    [-1000, -217150.64004199438628],
    [-1e6, -217147240958.02500376],
  ])('log10 Phi(%d) where no double holds Phi', (z, log10) => {
    expect(relative(normalCdfLog10(z), log10)).toBeLessThan(1e-15);
    expect(normalCdf(z)).toBe(0);
  });

  it.each(QUANTILES)('the quantile of %d', (probability, z) => {
    expect(relative(normalQuantile(probability), z)).toBeLessThan(1e-14);
  });

  it('probabilities of 0, 1/2 and 1, infinite quantiles, and what is no probability', () => {
    expect([0, 0.5, 1].map(normalQuantile)).toEqual([-Infinity, 0, Infinity]);
    expect([-Infinity, -1e9, 0, 40, 1e9, Infinity].map(normalCdf)).toEqual([0, 0, 0.5, 1, 1, 1]);
    expect([normalCdfLog10(-Infinity), Math.abs(normalCdfLog10(Infinity))]).toEqual([-Infinity, 0]);
    expect(normalTail(Infinity)).toBe(0);
    expect(normalCdf(NaN)).toBeNaN();
    for (const none of [-1e-9, 1 + 1e-9, NaN]) expect(() => normalQuantile(none)).toThrow(RangeError);
  });

  it('the quantile takes Phi back, to 1e-14 of the probability and of its complement', () => {
    fc.assert(
      fc.property(fc.double({ min: -37, max: 37, noNaN: true }), (z) => {
        const probability = normalCdf(z);
        const back = normalQuantile(probability);
        // At 8.3 and more Phi is 1 in doubles.
        if (probability < 1) {
          expect(relative(normalCdf(back), probability)).toBeLessThan(1e-14);
          if (z < 0) expect(Math.abs(back - z)).toBeLessThan(1e-14 * Math.max(1, -z));
        }
      }),
      { seed: 98, numRuns: fuzzCount(2000) },
    );
  });

  it('Phi grows with z, also where its parts meet', () => {
    const around = [-Math.sqrt(32), -0.67448975, 0, 0.67448975, Math.sqrt(32)];
    for (const z of around) {
      for (let k = -50; k < 50; k++) {
        expect(normalCdf(z + (k + 1) * 1e-9)).toBeGreaterThanOrEqual(normalCdf(z + k * 1e-9));
      }
    }
  });
});
