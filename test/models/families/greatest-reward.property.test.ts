import { describe, expect, it } from 'vitest';
import { heldBound } from '../../../models/families/bound.js';
import { greatestReward } from '../../../models/families/reward-rate/greatest-reward.js';
import { clusterRoom } from '../../oracle/clusters.js';

describe('the size of the numbers behind an objective', () => {
  const { instance } = clusterRoom(1, 12, 1);
  const arriving = (factor: number): typeof instance => ({
    ...instance,
    workload: {
      taskTypes: instance.workload.taskTypes.map((type) => ({
        ...type,
        arrivalRatePerS: type.arrivalRatePerS * factor,
      })),
    },
  });
  const worth = instance.workload.taskTypes.reduce((sum, one) => sum + one.rewardPerTask * one.arrivalRatePerS, 0);

  it('is what arrives while the facility could serve more', () => {
    expect(greatestReward(arriving(1e-9))).toBeCloseTo(1e-9 * worth, 15);
  });

  it('does not grow with arrivals that no core can serve, so that a bound 2 % too low stays refuted', () => {
    const scale = greatestReward(arriving(1e12));
    expect(scale).toBe(greatestReward(arriving(1e9)));
    expect(heldBound(0.98 * worth, worth, true, scale).isRefuted).toBe(true);
  });
});
