import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/random/stream.js';
import { evolve } from '../../../../src/solvers/genetic/evolve.js';
import { orderedCut, visitEach } from '../../../../src/solvers/genetic/operators.js';
import {
  dynamicPenalty,
  limiting,
  staticPenalty,
  superiorityOfFeasible,
} from '../../../../src/solvers/genetic/penalty.js';
import type { Score } from '../../../../src/solvers/genetic/problem.js';
import { geneticSearch } from '../../../../src/solvers/genetic/search.js';
import { linearBias, parentRanks, tournament } from '../../../../src/solvers/genetic/selection.js';
import { placementSetup } from './small-problems.js';
import { fuzzCount } from '../../../support/fuzz.js';

const score = (objective: number, ...violations: number[]): Score => ({
  objective,
  further: new Float64Array(0),
  violations: Float64Array.from(violations),
  preference: 0,
  detail: 0,
});

describe('selection', () => {
  const shares = (select: ReturnType<typeof linearBias>, count: number, draws = 40_000): number[] => {
    const random = randomStream(5, 'select');
    const seen = new Array<number>(count).fill(0);
    for (let n = 0; n < draws; n++) seen[select(count, random)]! += 1 / draws;
    return seen;
  };

  it('linear bias: probability falls linearly from bias to 2 - bias times the mean', () => {
    for (const bias of [1, 1.2, 1.5, 2]) {
      for (const [rank, share] of shares(linearBias(bias), 10).entries()) {
        const expected = (bias - 2 * (bias - 1) * ((rank + 0.5) / 10)) / 10;
        expect(Math.abs(share - expected)).toBeLessThan(0.006);
      }
    }
    for (const bad of [0.9, 2.1, NaN]) expect(() => linearBias(bad)).toThrow(RangeError);
  });

  it('tournament: the chance of the best of n is 1 - (1 - 1/n)^size', () => {
    expect(shares(tournament(2), 10)[0]).toBeCloseTo(1 - 0.9 ** 2, 2);
    expect(shares(tournament(1), 10)[9]).toBeCloseTo(0.1, 2);
    expect(() => tournament(0)).toThrow(RangeError);
  });

  it('parents are two different individuals where there are two', () => {
    const random = randomStream(1, 'parents');
    for (let n = 0; n < 200; n++) {
      const { first, second } = parentRanks(linearBias(2), 2, random);
      expect(new Set([first, second]).size).toBe(2);
    }
    expect(parentRanks(linearBias(1.5), 1, random)).toEqual({ first: 0, second: 0 });
  });
});

describe('operators', () => {
  it('cut points are ordered and every pair is as likely', () => {
    const random = randomStream(2, 'cut');
    const seen = new Map<string, number>();
    for (let n = 0; n < 12_000; n++) {
      const { from, to } = orderedCut(4, random);
      expect(from).toBeLessThan(to);
      expect(to).toBeLessThan(4);
      seen.set(`${from}${to}`, (seen.get(`${from}${to}`) ?? 0) + 1);
    }
    expect(seen.size).toBe(6);
    for (const count of seen.values()) expect(Math.abs(count - 2000)).toBeLessThan(200);
    expect(orderedCut(1, random)).toEqual({ from: 0, to: 0 });
  });

  it('each place is visited independently with the given probability, in rising order', () => {
    const random = randomStream(4, 'visit');
    const hits = new Array<number>(50).fill(0);
    let both = 0;
    for (let n = 0; n < 4000; n++) {
      const places: number[] = [];
      visitEach(50, 0.2, random, (place) => places.push(place));
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      for (const place of places) hits[place]!++;
      if (places.includes(10) && places.includes(11)) both++;
    }
    for (const count of hits) expect(Math.abs(count / 4000 - 0.2)).toBeLessThan(0.03);
    expect(Math.abs(both / 4000 - 0.04)).toBeLessThan(0.015);
  });

  it('probability 0 visits nothing, 1 everything', () => {
    const random = randomStream(1, 'visit');
    const visited = (probability: number): number[] => {
      const places: number[] = [];
      visitEach(3, probability, random, (place) => places.push(place));
      return places;
    };
    expect([visited(0), visited(1)]).toEqual([[], [0, 1, 2]]);
  });
});

describe('penalties', () => {
  const amounts = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 2, maxLength: 2 });
  const scores = fc.tuple(fc.double({ min: -10, max: 10, noNaN: true }), amounts).map(([o, v]) => score(o, ...v));

  it('orders are antisymmetric', () => {
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        for (const handler of [superiorityOfFeasible(), staticPenalty(2), dynamicPenalty(), limiting()]) {
          expect(Math.sign(handler.compare(a, b)) + Math.sign(handler.compare(b, a))).toBe(0);
        }
      }),
      { seed: 105, numRuns: fuzzCount(100) },
    );
  });

  it('preference decides between those that rank alike, and no others', () => {
    const preferred = (objective: number, preference: number, ...violations: number[]): Score => ({
      ...score(objective, ...violations),
      preference,
    });
    for (const { compare } of [superiorityOfFeasible(), staticPenalty(2), dynamicPenalty(), limiting()]) {
      expect(compare(preferred(1, 5, 0), preferred(1, 6, 0))).toBeGreaterThan(0);
      expect(compare(preferred(1, -5, 0.1), preferred(1, -6, 0.1))).toBeLessThan(0);
      expect(compare(preferred(1, 5, 0), preferred(0, 6, 0))).toBeLessThan(0);
    }
    // 3 - 2 x 1 and 1 rank alike under a penalty of 2.
    expect(staticPenalty(2).compare(preferred(3, 1, 1), preferred(1, 2, 0))).toBeGreaterThan(0);
  });

  it('a penalty says what it ranks by, and what a violation costs now', () => {
    const dynamic = dynamicPenalty({ initial: 1, step: 0.25 });
    expect([dynamic.weight, staticPenalty(3).weight, limiting().weight]).toEqual([1, 3, null]);
    dynamic.generationEnds(0);
    expect(dynamic.weight).toBe(1.25);
    expect(dynamic.merit!(score(10, 2))).toBe(7.5);
    expect(superiorityOfFeasible().merit).toBeUndefined();
  });

  it('superiority: feasible first, then by distance, then by objective', () => {
    const { compare } = superiorityOfFeasible();
    expect(compare(score(1, 0, 0), score(99, 0.1, 0))).toBeLessThan(0);
    expect(compare(score(1, 0.1, 0.9), score(2, 0.9, 0))).toBeGreaterThan(0);
    expect(compare(score(1, 0.5, 0), score(2, 0.5, 0))).toBeGreaterThan(0);
    expect(compare(score(2, 0, 0), score(1, 0, 0))).toBeLessThan(0);
  });

  it('static: 10 - 2 x 3 loses against 5 and wins against 3', () => {
    const { compare } = staticPenalty(2);
    expect(compare(score(10, 1, 2), score(5, 0, 0))).toBeGreaterThan(0);
    expect(compare(score(10, 1, 2), score(3, 0, 0))).toBeLessThan(0);
  });

  it('dynamic: the weight rises while few are feasible and falls when half are', () => {
    const handler = dynamicPenalty({ initial: 2, step: 0.5 });
    const penalised = score(10, 1);
    const balance = (): number => Math.sign(handler.compare(penalised, score(7.6, 0)));
    expect(balance()).toBe(-1);
    expect(handler.generationEnds(0.49)).toBe(true);
    expect(balance()).toBe(1);
    for (let n = 0; n < 10; n++) handler.generationEnds(0.5);
    expect(handler.compare(penalised, score(9.9, 0))).toBeLessThan(0);
    // The weight does not fall below 0: violations never pay.
    expect(handler.compare(penalised, score(10.1, 0))).toBeGreaterThan(0);
  });

  it('infinite scores have a rank: equals are equal, and ignoring violations ignores infinite ones', () => {
    const lost = score(-Infinity, Infinity, 0);
    for (const handler of [superiorityOfFeasible(), staticPenalty(2), staticPenalty(0), limiting()]) {
      expect(handler.compare(lost, score(-Infinity, Infinity, 0))).toBe(0);
      expect(handler.compare(lost, score(1, 0, 0))).toBeGreaterThan(0);
      expect(handler.compare(score(1, 0, 0), lost)).toBeLessThan(0);
    }
    expect(staticPenalty(0).compare(score(2, Infinity, 0), score(1, 0, 0))).toBeLessThan(0);
  });

  it('only limiting turns anyone away', () => {
    expect(limiting().admits(score(1, 1e-12))).toBe(false);
    expect(limiting().admits(score(1, 0))).toBe(true);
    for (const handler of [superiorityOfFeasible(), staticPenalty(1), dynamicPenalty()]) {
      expect(handler.admits(score(1, 9))).toBe(true);
    }
  });
});

describe('evolve', () => {
  const options = { advancesPerStep: 10, stallGenerations: 100, leastRelativeGain: 0 };

  it('stops when the driver says so, between steps, and repeats exactly', async () => {
    const after = async (steps: number): Promise<readonly number[]> => {
      const search = geneticSearch(placementSetup());
      let left = steps;
      expect(await evolve(search, { ...options, step: () => Promise.resolve(--left === 0) })).toBe('stopped');
      expect(search.counters.evaluations).toBe(30 + 20 * (steps - 3));
      return search.ranked.map(({ score: { objective } }) => objective);
    };
    expect(await after(8)).toEqual(await after(8));
  });

  it('ends when the incumbent no longer gains, and at the number of generations', async () => {
    const step = (): Promise<boolean> => Promise.resolve(false);
    const stalled = geneticSearch(placementSetup());
    expect(await evolve(stalled, { ...options, step })).toBe('stalled');
    expect(stalled.counters.generations).toBeGreaterThanOrEqual(100);
    expect(stalled.counters.generations).toBeLessThan(3000);
    const short = geneticSearch(placementSetup());
    expect(await evolve(short, { ...options, step, mostGenerations: 7 })).toBe('mostGenerations');
    expect(short.counters.generations).toBe(7);
  });
});
