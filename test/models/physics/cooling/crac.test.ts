import { describe, expect, it } from 'vitest';
import {
  chordErrorOfPowerPerHeat,
  coefficientOfPerformance,
  copSlope,
  powerPerHeat,
  powerPerHeatBend,
  powerPerHeatSlope,
} from '../../../../models/physics/cooling/crac.js';
import { randomStream } from '../../../../src/random/stream.js';

const COOLINGS = [
  { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
  { quadraticPerC2: 0, linearPerC: 0.1, constant: 1 },
  { quadraticPerC2: 0, linearPerC: 0, constant: 3 },
  { quadraticPerC2: -0.0008, linearPerC: 0.2, constant: 1 },
  // With their vertex among the set-points: least and greatest within.
  { quadraticPerC2: 0.02, linearPerC: -0.4, constant: 2.05 },
  { quadraticPerC2: -0.01, linearPerC: 0.3, constant: 1 },
];

describe('the distance of 1 / CoP from its chord', () => {
  it.each(COOLINGS)('is nowhere greater than said: %o', (cooling) => {
    const draw = randomStream(1, 'chords').uniform;
    const inverse = (T: number): number => 1 / coefficientOfPerformance(cooling, T);
    for (let n = 0; n < 200; n++) {
      const from = draw(0, 25);
      const to = from + (n === 0 ? 0 : draw(0, 1) ** 3 * (30 - from));
      const error = chordErrorOfPowerPerHeat(cooling, from, to);
      let most = 0;
      for (let k = 0; k <= 400; k++) {
        const share = k / 400;
        const chord = (1 - share) * inverse(from) + share * inverse(to);
        most = Math.max(most, Math.abs(inverse(from + share * (to - from)) - chord));
      }
      expect(most).toBeLessThanOrEqual(error * (1 + 1e-9) + 1e-14);
    }
  });

  it('is not said to be much greater than it is where intervals are short', () => {
    const [thesis] = COOLINGS;
    const inverse = (T: number): number => 1 / coefficientOfPerformance(thesis!, T);
    const truth = (inverse(20) + inverse(20.2)) / 2 - inverse(20.1);
    expect(chordErrorOfPowerPerHeat(thesis!, 20, 20.2)).toBeLessThan(2 * truth);
  });
});

describe('derivatives of the CoP and of the power per heat', () => {
  it.each(COOLINGS)('are the limits of their difference quotients: %o', (cooling) => {
    const stepC = 1e-4;
    for (const T of [12, 17.3, 24]) {
      const slopeOf = (of: (cooling: (typeof COOLINGS)[number], T: number) => number): number =>
        (of(cooling, T + stepC) - of(cooling, T - stepC)) / (2 * stepC);
      expect(copSlope(cooling, T)).toBeCloseTo(slopeOf(coefficientOfPerformance), 7);
      expect(powerPerHeatSlope(cooling, T)).toBeCloseTo(slopeOf(powerPerHeat), 7);
      expect(powerPerHeatBend(cooling, T)).toBeCloseTo(slopeOf(powerPerHeatSlope), 7);
    }
  });
});
