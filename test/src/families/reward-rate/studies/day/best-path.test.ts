import { describe, expect, it } from 'vitest';
import {
  asleepAtLeastCost,
  type Cost,
  type ZoneEpoch,
} from '../../../../../../src/families/reward-rate/studies/day/awake-between.js';
import { bestPath, type WorthAndEnergy } from '../../../../../../src/families/reward-rate/studies/day/best-path.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** All lists of one entry below each of these numbers. */
function pathsOf(counts: readonly number[]): number[][] {
  return counts.reduce<number[][]>(
    (paths, count) => paths.flatMap((path) => Array.from({ length: count }, (_, n) => [...path, n])),
    [[]],
  );
}

describe('the best succession of plans', () => {
  it('uses the least energy of all successions worth enough', () => {
    for (let seed = 1; seed <= fuzzCount(500); seed++) {
      const draw = randomStream(seed, 'path').uniform;
      const counts = Array.from({ length: 2 + Math.floor(draw(0, 3)) }, () => 1 + Math.floor(draw(0, 4)));
      // Whole numbers, so that ties are frequent and sums exact.
      const plans = counts.map((count) =>
        Array.from({ length: count }, () => ({ worth: Math.floor(draw(0, 6)), energyJ: Math.floor(draw(0, 9)) })),
      );
      const costs = counts.map((count, e) =>
        Array.from({ length: counts[e - 1] ?? 0 }, () =>
          Array.from({ length: count }, () => ({ worth: -Math.floor(draw(0, 3)), energyJ: Math.floor(draw(0, 3)) })),
        ),
      );
      const waking = (epoch: number, i: number, j: number): WorthAndEnergy => costs[epoch]![i]![j]!;
      const totals = (path: readonly number[]): WorthAndEnergy =>
        path.reduce(
          (sum, j, e) => {
            const own = plans[e]![j]!;
            const between = e === 0 ? { worth: 0, energyJ: 0 } : waking(e, path[e - 1]!, j);
            return {
              worth: sum.worth + own.worth + between.worth,
              energyJ: sum.energyJ + own.energyJ + between.energyJ,
            };
          },
          { worth: 0, energyJ: 0 },
        );
      const tolerance = draw(0, 1) < 0.5 ? 0 : draw(0, 0.5);
      const all = pathsOf(counts).map(totals);
      const best = Math.max(...all.map(({ worth }) => worth));
      const least = best - Math.abs(best) * tolerance - 1e-9;
      const leastJ = Math.min(...all.filter(({ worth }) => worth >= least).map(({ energyJ }) => energyJ));
      const found = totals(bestPath({ plans, waking }, tolerance));
      expect([seed, found.worth >= least, found.energyJ]).toEqual([seed, true, leastJ]);
    }
  });
});

describe('nodes of a zone between epochs', () => {
  it('stay awake where that is cheaper by node than waking, of all ways to do so', () => {
    for (let seed = 1; seed <= fuzzCount(300); seed++) {
      const draw = randomStream(seed, 'zone').uniform;
      const nodeCount = 1 + Math.floor(draw(0, 3));
      const cost = (most: number): Cost => [Math.floor(draw(0, most)), Math.floor(draw(0, most))];
      const epochs = Array.from({ length: 2 + Math.floor(draw(0, 3)) }, (): ZoneEpoch => {
        const asleep = Math.floor(draw(0, nodeCount + 0.99));
        const worthPerS = Array.from({ length: Math.floor(draw(0, nodeCount - asleep + 0.99)) }, () =>
          Math.floor(draw(0, 4)),
        ).sort((one, other) => other - one);
        return { asleep, worthPerS, idleCost: cost(4), wakeCost: cost(6), perWorthPerS: cost(3) };
      });
      const total = (numbers: readonly number[]): Cost => {
        let [first, second] = [0, 0];
        const add = ([one, two]: Cost, times: number): void => {
          first += one * times;
          second += two * times;
        };
        for (const [e, epoch] of epochs.entries()) {
          add(epoch.idleCost, epoch.asleep - numbers[e]!);
          for (let woken = 0; e > 0 && woken < numbers[e - 1]! - numbers[e]!; woken++) {
            add(epoch.wakeCost, 1);
            // Those that earn least wake: idle ones first, then the last of those that work.
            add(epoch.perWorthPerS, epoch.worthPerS[nodeCount - 1 - numbers[e]! - woken] ?? 0);
          }
        }
        return [first, second];
      };
      const found = asleepAtLeastCost(nodeCount, epochs);
      expect([seed, found.every((nodes, e) => nodes <= epochs[e]!.asleep && nodes >= 0)]).toEqual([seed, true]);
      const all = pathsOf(epochs.map(({ asleep }) => asleep + 1)).map(total);
      const best = all.reduce((least, one) => ((one[0] - least[0] || one[1] - least[1]) < 0 ? one : least));
      expect([seed, ...total(found)]).toEqual([seed, ...best]);
    }
  });
});
