import { describe, expect, it } from 'vitest';
import { type CapPoint, provenFrontier } from '../../../../../../src/families/reward-rate/studies/sweep/frontier.js';
import type { RunSummary } from '../../../../../../src/families/reward-rate/studies/summary.js';

function point(bound: number | null, objective: number | null = null, totalW = 0): CapPoint {
  const power = { totalW } as NonNullable<RunSummary['power']>;
  return {
    bound,
    gap: objective === null ? null : 0,
    objective,
    feasible: objective !== null,
    power: objective === null ? null : power,
  };
}

const NO_PLAN: CapPoint = {
  ...point(null),
  infeasibility: { constraint: 'powerCap', where: '', unit: 'W', amount: 1, message: '', proven: true },
};

describe('proven frontier over caps', () => {
  it('holds the bound of the larger cap between two, whatever the order of the points', () => {
    const frontier = provenFrontier([point(9), point(4), point(7)], [300, 100, 200]);
    expect(frontier.steps).toEqual([
      { fromW: 0, toW: 100, boundRewardPerS: 4, point: 1 },
      { fromW: 100, toW: 200, boundRewardPerS: 7, point: 2 },
      { fromW: 200, toW: 300, boundRewardPerS: 9, point: 0 },
    ]);
  });

  it('has its knee farthest above the straight line from its first step to its last, and none where no step is above it', () => {
    // Above the line from 2 at 100 W to 8 at 400 W: 5 - 4 at 200 W, 7.5 - 6 at 300 W.
    expect(provenFrontier([point(2), point(5), point(7.5), point(8)], [100, 200, 300, 400]).knee).toBe(2);
    expect(provenFrontier([NO_PLAN, point(2), point(4), point(6)], [50, 100, 200, 300]).knee).toBeNull();
    expect(provenFrontier([point(2), point(3), point(8)], [100, 200, 300]).knee).toBeNull();
    expect(provenFrontier([point(4), point(4)], [100, 200]).knee).toBeNull();
    expect(provenFrontier([], []).knee).toBeNull();
  });

  it('takes a lower bound of a larger cap for smaller ones too, leaves caps without a proof out, and knows where no plan is', () => {
    const frontier = provenFrontier([NO_PLAN, point(8), point(null), point(6)], [50, 100, 150, 200]);
    expect(frontier.steps).toEqual([
      { fromW: 0, toW: 50, boundRewardPerS: null, point: 0 },
      { fromW: 50, toW: 100, boundRewardPerS: 6, point: 1 },
      { fromW: 100, toW: 200, boundRewardPerS: 6, point: 3 },
    ]);
    const seems = { ...NO_PLAN, infeasibility: { ...NO_PLAN.infeasibility!, proven: false } };
    expect(provenFrontier([seems], [50]).steps).toEqual([]);
  });

  it('says the largest cap whose bound lies below a reward, or what the point itself proved if that is more', () => {
    const leastPower = { powerW: 290, boundW: 250, gap: 0.1, rewardPerS: 8, toleranceReward: 1e-6 };
    const points = [point(4, 4, 90), point(7, 6.5, 190), { ...point(9, 8, 290), leastPower }];
    // 6.5 passes the bound of 100 W alone, 8 that of 200 W, and its own search proved 250 W.
    expect(provenFrontier(points, [100, 200, 300]).leastPowerW).toEqual([null, 100, 250]);
    expect(provenFrontier([NO_PLAN, point(0, 0, 60)], [50, 100]).leastPowerW).toEqual([null, 50]);
  });

  it('names plans that earn more than a cap they keep allows', () => {
    expect(provenFrontier([point(4, 4, 90), point(9, 5, 95)], [100, 300]).refuted).toEqual([1]);
    expect(provenFrontier([point(4, 4, 90), point(9, 5, 105)], [100, 300]).refuted).toEqual([]);
    expect(provenFrontier([NO_PLAN, point(9, 5, 40)], [50, 300]).refuted).toEqual([1]);
    // A plan without a gap has set-points that the bounds do not cover.
    expect(provenFrontier([NO_PLAN, { ...point(9, 5, 40), gap: null }], [50, 300]).refuted).toEqual([]);
  });
});
