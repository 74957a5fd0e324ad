import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CrowdedRanking } from '../../../../src/solvers/genetic/crowded-ranking.js';
import type { Score } from '../../../../src/solvers/genetic/problem.js';
import { fuzzCount } from '../../../support/fuzz.js';

interface Candidate {
  readonly objectives: readonly number[];
  readonly infeasibility: number;
  readonly preference: number;
}

const individualOf = ({ objectives, infeasibility, preference }: Candidate): { score: Score } => ({
  score: {
    objective: objectives[0]!,
    further: Float64Array.from(objectives.slice(1)),
    violations: Float64Array.of(infeasibility),
    preference,
    detail: 0,
  },
});

const infeasibility = ({ violations }: Score): number => violations[0]!;

/** Constrained dominance (Deb et al. 2002, VI), those of equal infeasibility compared by their objectives. */
function dominates(a: Candidate, b: Candidate): boolean {
  if (a.infeasibility !== b.infeasibility) return a.infeasibility < b.infeasibility;
  return (
    a.objectives.every((value, m) => value >= b.objectives[m]!) &&
    a.objectives.some((value, m) => value > b.objectives[m]!)
  );
}

/** Fronts by their definition: those that none of the rest dominates are taken away, again and again. */
function plainFronts(all: readonly Candidate[]): number[] {
  const front = all.map(() => -1);
  for (let current = 0; front.includes(-1); current++) {
    const rest = [...all.keys()].filter((n) => front[n] === -1);
    for (const n of rest) if (!rest.some((other) => dominates(all[other]!, all[n]!))) front[n] = current;
  }
  return front;
}

/** Crowding distance of one member of a front without equals, by its neighbours in each objective. */
function plainDistance(members: readonly Candidate[], one: Candidate): number {
  let sum = 0;
  for (const m of one.objectives.keys()) {
    const values = members.map(({ objectives }) => objectives[m]!);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const own = one.objectives[m]!;
    const below = values.filter((value) => value < own);
    const above = values.filter((value) => value > own);
    if (below.length === 0 || above.length === 0) return Infinity;
    sum += (Math.min(...above) - Math.max(...below)) / (high - low);
  }
  return sum;
}

/** Few values, so that ties of all kinds occur. */
const candidates = (objectives: number, values = 6): fc.Arbitrary<Candidate[]> =>
  fc.array(
    fc.record({
      objectives: fc.array(fc.integer({ min: 0, max: values }), { minLength: objectives, maxLength: objectives }),
      infeasibility: fc.constantFrom(0, 0, 0, 1, 2.5),
      preference: fc.constantFrom(0, 0, 1),
    }),
    { minLength: 1, maxLength: 60 },
  );

const objectivesAndCandidates = fc
  .integer({ min: 1, max: 3 })
  .chain((objectives) => fc.constantFrom(6, 1000).chain((values) => candidates(objectives, values)));

describe('ranking by fronts and crowding', () => {
  it('fronts are those of the definition, whatever the number of objectives, ties and infeasible ones included', () => {
    const ranking = new CrowdedRanking();
    fc.assert(
      fc.property(objectivesAndCandidates, (all) => {
        ranking.rank(all.map(individualOf), infeasibility, 'keep');
        expect(ranking.count).toBe(all.length);
        expect([...ranking.front.subarray(0, all.length)]).toEqual(plainFronts(all));
      }),
      { seed: 75, numRuns: fuzzCount(300) },
    );
  });

  it('crowding distances of two objectives are those of the neighbours in the front', () => {
    const ranking = new CrowdedRanking();
    fc.assert(
      fc.property(candidates(2, 30), (all) => {
        ranking.rank(all.map(individualOf), infeasibility, 'drop');
        const kept = [...ranking.order.subarray(0, ranking.count)];
        for (const place of kept) {
          const members = kept.filter((other) => ranking.front[other] === ranking.front[place]);
          const expected = plainDistance(
            members.map((other) => all[other]!),
            all[place]!,
          );
          if (expected === Infinity) expect(ranking.crowding[place]).toBe(Infinity);
          else expect(ranking.crowding[place]).toBeCloseTo(expected, 12);
        }
      }),
      { seed: 87, numRuns: fuzzCount(200) },
    );
  });

  it('crowding distances of three objectives without equal values are those of the neighbours, too', () => {
    const ranking = new CrowdedRanking();
    const distinct = fc
      .uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 3, maxLength: 90 })
      .map((values) =>
        Array.from({ length: Math.floor(values.length / 3) }, (_, n) => ({
          objectives: values.slice(3 * n, 3 * n + 3),
          infeasibility: 0,
          preference: 0,
        })),
      );
    fc.assert(
      fc.property(distinct, (all) => {
        ranking.rank(all.map(individualOf), infeasibility, 'keep');
        for (const place of all.keys()) {
          const members = all.filter((_, other) => ranking.front[other] === ranking.front[place]);
          const expected = plainDistance(members, all[place]!);
          if (expected < Infinity) expect(ranking.crowding[place]).toBeCloseTo(expected, 12);
          else expect(ranking.crowding[place]).toBe(Infinity);
        }
      }),
      { seed: 116, numRuns: fuzzCount(100) },
    );
  });

  it('the order is by front, then by room, then by place', () => {
    const ranking = new CrowdedRanking();
    fc.assert(
      fc.property(objectivesAndCandidates, (all) => {
        ranking.rank(all.map(individualOf), infeasibility, 'keep');
        const order = [...ranking.order.subarray(0, ranking.count)];
        const { front, crowding } = ranking;
        const expected = [...all.keys()].sort(
          (a, b) =>
            front[a]! - front[b]! || (crowding[a] === crowding[b] ? a - b : crowding[b]! > crowding[a]! ? 1 : -1),
        );
        expect(order).toEqual(expected);
      }),
      { seed: 131, numRuns: fuzzCount(100) },
    );
  });

  it('of equals, the preferred stays, and the older of two as preferred', () => {
    const ranking = new CrowdedRanking();
    fc.assert(
      fc.property(objectivesAndCandidates, (all) => {
        ranking.rank(all.map(individualOf), infeasibility, 'drop');
        const equal = (a: number, b: number): boolean =>
          all[a]!.infeasibility === all[b]!.infeasibility &&
          all[a]!.objectives.every((value, m) => value === all[b]!.objectives[m]);
        const expected = [...all.keys()].filter(
          (n) =>
            ![...all.keys()].some(
              (other) =>
                other !== n &&
                equal(n, other) &&
                (all[other]!.preference > all[n]!.preference ||
                  (all[other]!.preference === all[n]!.preference && other < n)),
            ),
        );
        expect([...ranking.order.subarray(0, ranking.count)].sort((a, b) => a - b)).toEqual(expected);
      }),
      { seed: 147, numRuns: fuzzCount(100) },
    );
  });

  it('the cut takes whole fronts, then the roomiest of the next, whose distances are then those among survivors', () => {
    const ranking = new CrowdedRanking();
    fc.assert(
      fc.property(candidates(2, 30), fc.integer({ min: 1, max: 40 }), (all, size) => {
        ranking.rank(all.map(individualOf), infeasibility, 'drop');
        const before = [...ranking.order.subarray(0, ranking.count)];
        ranking.cut(size);
        const after = [...ranking.order.subarray(0, ranking.count)];
        expect(after.toSorted((a, b) => a - b)).toEqual(before.slice(0, size).sort((a, b) => a - b));
        const last = ranking.front[after.at(-1)!]!;
        const survivors = after.filter((place) => ranking.front[place] === last);
        const distances = survivors.map((place) =>
          plainDistance(
            survivors.map((other) => all[other]!),
            all[place]!,
          ),
        );
        for (const [n, place] of survivors.entries()) {
          if (distances[n] === Infinity) expect(ranking.crowding[place]).toBe(Infinity);
          else expect(ranking.crowding[place]).toBeCloseTo(distances[n]!, 12);
        }
      }),
      { seed: 170, numRuns: fuzzCount(200) },
    );
  });

  it('an unbounded objective has a rank, and spoils no distance', () => {
    const ranking = new CrowdedRanking();
    const all = [
      [3, -Infinity],
      [2, 1],
      [1, 2],
      [0, 3],
    ].map((objectives) => ({ objectives, infeasibility: 0, preference: 0 }));
    ranking.rank(all.map(individualOf), infeasibility, 'keep');
    expect([...ranking.front]).toEqual([0, 0, 0, 0]);
    expect(ranking.crowding.some(Number.isNaN)).toBe(false);
  });
});
