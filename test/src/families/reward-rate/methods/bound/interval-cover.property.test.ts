import fc from 'fast-check';
import { expect, it } from 'vitest';
import { intervalCover } from '../../../../../../src/families/reward-rate/methods/bound/separate-bound.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

it('intervals cover every set-point, each worth at least what the set-points in it are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 10, max: 30, noNaN: true }),
      fc.double({ min: 0.5, max: 6, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      async (peakC, curvature, floor) => {
        const worth = (T: number): number => 1 - curvature * (T - peakC) ** 2;
        const examine = (fromC: number, toC: number) => {
          // Loose on wide intervals, as a chord is.
          const nearest = Math.min(toC, Math.max(fromC, peakC));
          return { fromC, toC, value: worth(nearest) + (toC - fromC) ** 2 };
        };
        const cover = (await intervalCover([12, 18, 25], examine, () => floor)).sort((a, b) => a.fromC - b.fromC);
        expect(cover[0]!.fromC).toBe(12);
        expect(cover.at(-1)!.toC).toBe(25);
        for (const [n, { fromC, toC, value }] of cover.entries()) {
          if (n > 0) expect(fromC).toBe(cover[n - 1]!.toC);
          for (let k = 0; k <= 8; k++)
            expect(value).toBeGreaterThanOrEqual(worth(fromC + ((toC - fromC) * k) / 8) - 1e-9);
        }
      },
    ),
    { seed: 6, numRuns: fuzzCount(100) },
  );
  expect(
    await intervalCover(
      [20, 20],
      (fromC, toC) => ({ fromC, toC, value: 1 }),
      () => 0,
    ),
  ).toHaveLength(1);
});

it('a half whose own bound is larger keeps the bound of the whole interval, and what proves it', async () => {
  const examine = (fromC: number, toC: number) => ({ fromC, toC, value: 10 - (toC - fromC), by: { fromC, toC } });
  const cover = await intervalCover([20, 28], examine, () => 0);
  expect(cover.length).toBeGreaterThan(2);
  for (const { value, by } of cover) expect([value, by]).toEqual([2, { fromC: 20, toC: 28 }]);
});
