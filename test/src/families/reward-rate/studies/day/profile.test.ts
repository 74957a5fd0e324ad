import { describe, expect, it } from 'vitest';
import { profileEpochs } from '../../../../../../src/families/reward-rate/studies/day/profile.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { smallInstance } from '../../../../../support/small-instance.js';

describe('the built-in day', () => {
  it('does not depend on anything but the seed, and keeps within the rates of the instance', () => {
    const instance = smallInstance();
    const epochs = profileEpochs('diurnal', instance, 7);
    expect(epochs).toHaveLength(24);
    expect(profileEpochs('diurnal', instance, 7)).toEqual(epochs);
    expect(profileEpochs('diurnal', instance, 8)).not.toEqual(epochs);
    instance.workload.taskTypes.forEach(({ arrivalRatePerS }, i) => {
      const shares = epochs.map((one) => one.arrivalRatePerS[i]! / arrivalRatePerS);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.2);
      expect(Math.max(...shares)).toBeLessThanOrEqual(1);
      expect(shares.reduce((sum, share) => sum + share, 0) / 24).toBeCloseTo(0.6, 12);
    });
    const flat = profileEpochs('flat', instance, 1);
    expect(flat[3]).toMatchObject({ arrivalRatePerS: [1, 0.3] });
  });

  it('takes the middle of the hour: at 15 h and a half where the peak is not moved, the whole rate', () => {
    const instance = smallInstance();
    const epochs = profileEpochs('diurnal', instance, 7);
    const random = randomStream(7, 'diurnal arrivals');
    instance.workload.taskTypes.forEach(({ arrivalRatePerS }, i) => {
      const peakH = 15 + random.uniform(-2, 2);
      epochs.forEach(({ epochS, arrivalRatePerS: rates }, hour) => {
        const middleOfHour = hour + 0.5;
        const share = 0.6 + 0.4 * Math.cos((Math.PI / 12) * (middleOfHour - peakH));
        expect(rates[i]! / arrivalRatePerS).toBeCloseTo(share, 12);
        expect(epochS).toBe(3600);
      });
    });
  });
});
