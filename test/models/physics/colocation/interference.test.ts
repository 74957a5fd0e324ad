import { describe, expect, it } from 'vitest';
import { colocatedTimeS } from '../../../../models/physics/colocation/interference.js';

const coefficients = {
  perNeighbourS: 2,
  perAverageIntensityS: 100,
  baseTimeFactor: 1.5,
  perGHzS: -3,
  perOwnIntensityS: 40,
  constantS: 7,
};
const features = { neighbours: 3, baseTimeS: 20, frequencyGHz: 2, averageIntensity: 0.05, ownIntensity: 0.02 };

describe('co-located execution time', () => {
  it('literal is u A + v B + w C + x D + y E + z', () => {
    expect(colocatedTimeS('literal', coefficients, features)).toBeCloseTo(6 + 30 - 6 + 5 + 0.8 + 7, 12);
  });

  it('anchored is B + u A + x (D - E) where that is slower than alone', () => {
    expect(colocatedTimeS('anchored', coefficients, features)).toBeCloseTo(20 + 6 + 3, 12);
  });

  it('anchored never makes a task faster than alone', () => {
    const relieved = { ...features, neighbours: 1, averageIntensity: 0.001, ownIntensity: 0.04 };
    expect(colocatedTimeS('anchored', coefficients, relieved)).toBe(20);
    expect(colocatedTimeS('anchored', { ...coefficients, perNeighbourS: -9 }, features)).toBe(20);
  });

  it('alone, anchored is the time alone exactly; none always is', () => {
    const alone = { ...features, neighbours: 0, averageIntensity: 0.02 };
    expect(colocatedTimeS('anchored', coefficients, alone)).toBe(20);
    expect(colocatedTimeS('none', coefficients, features)).toBe(20);
  });

  it('literal may be negative: it is for the caller to exclude', () => {
    expect(colocatedTimeS('literal', { ...coefficients, constantS: -100 }, features)).toBeLessThan(0);
  });
});
