import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchingPricingOracle } from '../../../src/pricing/branching-pricing.js';
import { branchingSearch, type SearchGoal } from '../../../src/pricing/branching-search.js';
import { coreWorth } from '../../../src/pricing/core-worth.js';
import { intervalBounds } from '../../../src/pricing/interval-bound.js';
import { listMultisets } from '../../../src/pricing/interval-listing.js';
import { listingPricingOracle } from '../../../src/pricing/listing-pricing.js';
import { type PricedCase, pricedCase } from '../../oracle/priced-node-types.js';
import { fuzzCount } from '../../support/fuzz.js';

const RUNS = fuzzCount(250);
/** A share of the greatest sum of terms that rounding may take. */
const ROUNDING = 1e-13;
const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);

/** All ways to keep exactly `busy` cores busy. */
function waysOf(tasks: number, busy: number): Uint16Array[] {
  const ways: Uint16Array[] = [];
  const counts = new Uint16Array(tasks);
  const fill = (k: number, left: number): void => {
    if (k === tasks - 1) {
      counts[k] = left;
      ways.push(counts.slice());
      return;
    }
    for (counts[k] = 0; counts[k] <= left; counts[k]++) fill(k + 1, left - counts[k]);
    counts[k] = 0;
  };
  fill(0, busy);
  return ways;
}

/** An interval of mean intensities of a case, relaxed, with every way whose mean lies in it: its value, worked out plainly. */
function relaxed({ model, taskPrice, pricePerKW }: PricedCase, m: number, a: number, b: number) {
  const nodeType = model.nodeTypes[0]!;
  const { tasks, cores } = nodeType;
  const own = Float64Array.from(tasks, (task) => task.memoryIntensity);
  const slack = 1e-12 * Math.max(...own);
  const worth = coreWorth(nodeType);
  worth.set(taskPrice, pricePerKW / 1000);
  const busy = 1 + Math.floor(m * (cores - 1));
  const [least, greatest] = [Math.min(...own), Math.max(...own)];
  const [low, high] = [a, b].sort((x, y) => x - y).map((part) => least + part * (greatest - least)) as [number, number];
  const alive = Uint16Array.from([...tasks.keys()].sort((x, y) => own[x]! - own[y]!));
  const all = waysOf(tasks.length, busy).map((counts) => {
    const intensity = counts.reduce((sum, count, k) => sum + count * own[k]!, 0) / busy;
    const values = tasks.map(({ coefficients: { perNeighbourS: u, perAverageIntensityS: x }, timeS, powerW }, k) => {
      const company = nodeType.colocation === 'none' ? 0 : Math.max(0, u * (busy - 1) + x * (intensity - own[k]!));
      return Math.max(...timeS.map((t, p) => taskPrice[k]! / (t + company) - (pricePerKW / 1000) * powerW[p]!));
    });
    return { counts, intensity, value: values.reduce((sum, value, k) => sum + counts[k]! * value, 0) };
  });
  const inside = all.filter(({ intensity }) => intensity >= low - slack / 2 && intensity <= high + slack / 2);
  const scale = tasks.reduce(
    (sum, { timeS, powerW }, k) =>
      sum +
      cores * (Math.abs(taskPrice[k]!) / Math.min(...timeS) + (Math.abs(pricePerKW) * Math.max(...powerW)) / 1000),
    0,
  );
  return { interval: intervalBounds(worth, own, slack)(busy, low, high, 0, alive), inside, own, slack, scale };
}

describe('the bound of an interval', () => {
  it('less its losses is above every way whose mean intensity lies in the interval', () => {
    fc.assert(
      fc.property(pricedCase(5, 4, 3), share, share, share, (drawn, m, a, b) => {
        const { interval, inside, scale } = relaxed(drawn, m, a, b);
        if (interval === null) {
          expect(inside).toEqual([]);
          return;
        }
        for (const { counts, value } of inside) {
          const lost = [...interval.alive].reduce((sum, k, t) => sum + counts[k]! * interval.loss[t]!, 0);
          expect(value).toBeLessThanOrEqual(interval.bound - lost + ROUNDING * scale);
        }
      }),
      { seed: 11, numRuns: RUNS, endOnFailure: true },
    );
  });

  it('at a single mean intensity is attained by a mix of two task types, were cores divisible', () => {
    fc.assert(
      fc.property(pricedCase(5, 4, 3), share, share, (drawn, m, a) => {
        const { interval, own, slack, scale } = relaxed(drawn, m, a, a);
        const { busy, low, bound, lower, upper, share: part } = interval!;
        const mean = (1 - part) * own[lower]! + part * own[upper]!;
        expect(Math.abs(mean - low)).toBeLessThanOrEqual(2 * slack);
        const lossOf = (k: number): number => interval!.loss[interval!.alive.indexOf(k)]!;
        expect(busy * Math.max((1 - part) * lossOf(lower), part * lossOf(upper))).toBeLessThanOrEqual(1e-9 * scale);
        expect(Number.isFinite(bound)).toBe(true);
      }),
      { seed: 12, numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('listing an interval', () => {
  it('leaves out no way that its bound and losses leave above the floor', () => {
    let listed = 0;
    fc.assert(
      fc.property(pricedCase(5, 4, 2), share, share, share, share, (drawn, m, a, b, pick) => {
        const { interval, inside, own, slack, scale } = relaxed(drawn, Math.sqrt(m), a / 2, 1 - b / 2);
        if (interval === null) return;
        const lostBy = (counts: Uint16Array): number =>
          [...interval.alive].reduce((sum, k, t) => sum + counts[k]! * interval.loss[t]!, 0);
        // Just below what bound and losses say of one of the ways.
        const lost = inside.map(({ counts }) => lostBy(counts));
        const left = (lost[Math.floor(pick * (lost.length - 1))] ?? 0) * 1.001 + 1e-9 * scale;
        const counts = new Uint16Array(own.length);
        const seen = new Set<string>();
        const leaf = (): void => {
          expect(seen.has(counts.join())).toBe(false);
          seen.add(counts.join());
        };
        const steps = listMultisets({ own, slack, counts, leaf, floor: () => interval.bound - left }, interval, 1e6);
        expect(steps).not.toBeNull();
        expect(counts.every((count) => count === 0)).toBe(true);
        for (const [n, way] of inside.entries()) {
          if (!(lost[n]! < left - ROUNDING * scale)) continue;
          expect(seen.has(way.counts.join())).toBe(true);
          listed++;
        }
      }),
      { seed: 13, numRuns: RUNS, endOnFailure: true },
    );
    expect(listed).toBeGreaterThan(RUNS);
  });

  it('a search for all ways above a floor reports each of them, down to the last', () => {
    let reported = 0;
    fc.assert(
      fc.property(pricedCase(4, 4, 2), share, (drawn, pick) => {
        const { model, taskPrice, pricePerKW } = drawn;
        const { cores } = model.nodeTypes[0]!;
        const sizes = Array.from({ length: cores }, (_, n) => (cores === 1 ? 0 : n / (cores - 1)));
        const { scale } = relaxed(drawn, 0, 0, 1);
        const all = sizes.flatMap((m) => relaxed(drawn, m, 0, 1).inside).sort((x, y) => y.value - x.value);
        const floor = all[Math.floor(pick * (all.length - 1))]!.value - 1e-9 * scale;
        const search = branchingSearch(model.nodeTypes[0]!);
        search.worth.set(taskPrice, pricePerKW / 1000);
        const seen = new Set<string>();
        search.run({ floor, enough: floor, found: (counts) => seen.add(counts.join()) }, 'all', 1e6);
        const above = all.filter(({ value }) => value > floor + ROUNDING * scale);
        expect(above.every(({ counts }) => seen.has(counts.join()))).toBe(true);
        reported += above.length;
      }),
      { seed: 16, numRuns: RUNS, endOnFailure: true },
    );
    expect(reported).toBeGreaterThan(RUNS);
  });
});

/** Every other case without memory intensities: one interval for each number of busy cores, which cannot be halved. */
const oftenFlat = fc.tuple(pricedCase(8, 5, 2), fc.boolean()).map(([drawn, flat]): PricedCase => {
  if (!flat) return drawn;
  const [nodeType] = drawn.model.nodeTypes;
  const tasks = nodeType!.tasks.map((task) => ({ ...task, memoryIntensity: 0 }));
  return { ...drawn, model: { ...drawn.model, nodeTypes: [{ ...nodeType!, tasks }] } };
});

describe('a search that ends early', () => {
  it('after any number of steps gives an upper bound that is above V and a value that is attained', () => {
    let early = 0;
    fc.assert(
      fc.property(oftenFlat, fc.integer({ min: 0, max: 20 }), (drawn, mostSteps) => {
        const { model, taskPrice, pricePerKW } = drawn;
        const { scale } = relaxed(drawn, 0, 0, 1);
        const { value: best } = listingPricingOracle(model, 0).best(taskPrice, pricePerKW);
        const found = branchingPricingOracle(model, 0, mostSteps).best(taskPrice, pricePerKW);
        expect(found.upperBound).toBeGreaterThanOrEqual(best - ROUNDING * scale);
        expect(found.value).toBeLessThanOrEqual(best + ROUNDING * scale);
        if (found.upperBound > found.value + 1e-6 * scale) early++;
      }),
      { seed: 14, numRuns: RUNS, endOnFailure: true },
    );
    expect(early).toBeGreaterThan(RUNS / 20);
  });

  it('puts the bounds aside of what it did not look at: below enough, or when steps run out', () => {
    fc.assert(
      fc.property(oftenFlat, fc.integer({ min: 0, max: 200 }), share, (drawn, mostSteps, part) => {
        const { model, taskPrice, pricePerKW } = drawn;
        const { scale } = relaxed(drawn, 0, 0, 1);
        const nodeType = model.nodeTypes[0]!;
        const { value: best } = listingPricingOracle(model, 0).best(taskPrice, pricePerKW);
        const search = branchingSearch(nodeType);
        search.worth.set(taskPrice, pricePerKW / 1000);
        let reported = 0;
        const goal: SearchGoal = {
          get floor() {
            return reported;
          },
          get enough() {
            // Satisfied far from the best: what is left has to show in `unexplored`.
            return Math.max(reported, part * best);
          },
          found: (_, value) => {
            reported = value;
          },
        };
        const { unexplored } = search.run(goal, 'best', mostSteps);
        expect(Math.max(reported, unexplored)).toBeGreaterThanOrEqual(best - ROUNDING * scale);
      }),
      { seed: 15, numRuns: RUNS, endOnFailure: true },
    );
  });
});
