import { describe, expect, it } from 'vitest';
import { capacityWorth } from '../../../../../../src/families/jobs/methods/bound/capacity-worth.js';
import { malleableRelaxation } from '../../../../../../src/families/jobs/methods/bound/malleable.js';
import type { MonthBound } from '../../../../../../src/families/jobs/methods/bound/month-bound.js';
import { monthWork } from '../../../../../../src/families/jobs/methods/bound/month-work.js';
import { rigidRelaxation } from '../../../../../../src/families/jobs/methods/bound/rigid.js';
import { bare, shortMonth } from '../../../../../support/jobs-months.js';

const HOUR_S = 3600;
/** One node of two cores, and two jobs that want both. */
const MONTH = shortMonth(
  [[2]],
  1,
  [1, 2].map((worth) => ({ atS: 0, curve: [worth, 2 * HOUR_S, 4 * HOUR_S] as const })),
);
const POINTS = [[[bare(2, HOUR_S, 1)]]];

function boundOf(borders: readonly number[], prices: readonly number[]): MonthBound {
  const [borderS, perCoreS] = [Float64Array.from(borders), [Float64Array.from(prices)]];
  return { kind: 'rigid', perJ: 0, bound: 0, borderS, perCoreS, passes: 1 };
}

describe('the worth of more cores', () => {
  it('is by hour of the week the mean price of the hours of the period, of slots across them in part', () => {
    // Half an hour at 2 per core-hour, then an hour at 4: of Sunday 23 h and, from midnight on, Monday 0 h, in the last day of a week and the first of the next.
    const midnight = 24 * HOUR_S;
    const borders = [midnight - 0.5 * HOUR_S, midnight, midnight + HOUR_S];
    const bound = boundOf(borders, [2 / HOUR_S, 4 / HOUR_S]);
    const [worth] = capacityWorth(MONTH, bound, 9 * midnight, 6);
    expect(worth!.perCore).toBeCloseTo(1 + 4, 12);
    expect(worth!.perNode).toBeCloseTo(2 * 5, 12);
    // Two Sundays in nine days from a Sunday on, and two Mondays.
    expect(worth!.perCoreH[6 * 24 + 23]).toBeCloseTo(1 / 2, 12);
    expect(worth!.perCoreH[0]).toBeCloseTo(4 / 2, 12);
    expect(worth!.perCoreH.filter((price) => (price ?? 0) > 0)).toHaveLength(2);
  });

  it('of hours after the period counts for cores throughout and not for hours', () => {
    const [worth] = capacityWorth(MONTH, boundOf([0, 2 * HOUR_S], [3 / HOUR_S]), HOUR_S, 0);
    expect(worth!.perCore).toBeCloseTo(6, 12);
    expect(worth!.perCoreH[0]).toBeCloseTo(3, 12);
    expect(worth!.perCoreH.filter((price) => (price ?? 0) > 0)).toHaveLength(1);
  });

  it('is what one more node adds to the bound at the same prices', () => {
    const work = monthWork(MONTH, POINTS, 0, 8);
    const more = { ...work, capacity: Float64Array.of(4) };
    const prices = [Float64Array.from({ length: 8 }, (_, s) => (s % 3) * 1e-4)];
    for (const relaxation of [rigidRelaxation, malleableRelaxation]) {
      const [before, after] = [relaxation(work)(prices).bound, relaxation(more)(prices).bound];
      const [worth] = capacityWorth(MONTH, boundOf([...work.borderS], [...prices[0]!]), 1e6, 0);
      expect(after - before).toBeCloseTo(worth!.perNode, 9);
      expect(after).toBeGreaterThan(before);
    }
  });
});
