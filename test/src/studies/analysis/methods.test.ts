import { describe, expect, it } from 'vitest';
import type { MethodStatistics } from '../../../../src/studies/analysis/analysis.js';
import { analysedBudget, type Said } from '../../../support/analysis-records.js';

const SEEDS = [1, 2, 3, 4, 5];
/** Three rooms: the best plan of each, and its bound. */
const ROOMS = [
  { variant: 1, instance: 'a', objective: 10, bound: 20 },
  { variant: 2, instance: 'b', objective: 20, bound: 25 },
  { variant: 3, instance: 'c', objective: 30, bound: 30 },
];
const statisticsOf = (said: readonly Said[], method: string): MethodStatistics =>
  analysedBudget(said).methods.find((one) => one.method === method)!;

describe('figures of methods with equal answers in every case', () => {
  // The one draws on the first room, and always ends at the same plan on other ways.
  const said = ROOMS.flatMap((room) =>
    SEEDS.flatMap((seed): Said[] => [
      { ...room, seed, method: 'plain' },
      { ...room, seed, method: 'drawing', ...(room.variant === 1 ? { path: [[seed, 10]] } : {}) },
    ]),
  );
  const [plain, drawing] = ['plain', 'drawing'].map((method) => statisticsOf(said, method)) as [
    MethodStatistics,
    MethodStatistics,
  ];

  it('are equal, though one of them counts once under all seeds and the other does not', () => {
    expect([plain.objective!.n, drawing.objective!.n]).toEqual([3, 15]);
    for (const one of [plain, drawing]) {
      expect(one.objective).toMatchObject({ mean: 20, median: 20, least: 10, greatest: 30 });
      // Gaps 1/2, 1/5 and 0.
      expect(one.gap!.mean).toBeCloseTo(0.7 / 3, 12);
      expect(one.gap!.median).toBeCloseTo(0.2, 12);
      expect(one.gapGeometric!.mean).toBeCloseTo(Math.cbrt(0.51 * 0.21 * 0.01) - 0.01, 12);
      expect(one.feasible!.probability).toBe(1);
      expect(one.successes.find(({ gap }) => gap === 0.25)!.share.probability).toBeCloseTo(2 / 3, 12);
    }
  });
});

describe('means over the common cases', () => {
  const said = ROOMS.flatMap((room) =>
    SEEDS.flatMap((seed): Said[] => [
      { ...room, seed, method: 'sure' },
      // Gives up on the poorest room, and under most seeds of the second.
      {
        ...room,
        seed,
        method: 'brittle',
        ...(room.variant === 1 || (room.variant === 2 && seed > 2) ? { objective: null } : {}),
      },
      { ...room, seed, method: 'void', objective: null },
    ]),
  );

  it('are equal for methods that find the same in these, where those over their own cases are not', () => {
    const [sure, brittle] = [statisticsOf(said, 'sure'), statisticsOf(said, 'brittle')];
    expect([sure.objective!.mean, brittle.objective!.mean]).toEqual([20, (2 * 20 + 5 * 30) / 7]);
    // Two cases of the second room and five of the third: rooms weigh alike.
    expect(sure.objectiveCommon).toEqual({ cases: 7, mean: 25 });
    expect(brittle.objectiveCommon).toEqual({ cases: 7, mean: 25 });
    expect(sure.gapCommon!.mean).toBeCloseTo(0.1, 12);
    expect(brittle.gapCommon!.mean).toBeCloseTo(0.1, 12);
  });

  it('are none for a method without any plan, which leaves the others theirs', () => {
    expect(statisticsOf(said, 'void')).toMatchObject({ objectiveCommon: null, gapCommon: null });
  });
});
