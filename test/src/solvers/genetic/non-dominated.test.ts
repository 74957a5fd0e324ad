import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/random/stream.js';
import { visitEach } from '../../../../src/solvers/genetic/operators.js';
import { limiting, superiorityOfFeasible } from '../../../../src/solvers/genetic/penalty.js';
import { isFeasible } from '../../../../src/solvers/genetic/problem.js';
import { geneticSearch, type GeneticSearch } from '../../../../src/solvers/genetic/search.js';
import { tournament } from '../../../../src/solvers/genetic/selection.js';
import type { GeneticSetup } from '../../../../src/solvers/genetic/setup.js';

const WORTH = [7, 3, 9, 4, 6, 2, 8, 5, 1, 10];
const WEIGHT = [5, 4, 6, 1, 7, 3, 9, 2, 2, 8];
const CAPACITY = 20;

const total = (taken: ArrayLike<number>, amounts: readonly number[]): number =>
  amounts.reduce((sum, amount, item) => sum + amount * taken[item]!, 0);

/** Items to take: worth maximised, their number minimised, weight at most the capacity. */
function packing(changes: Partial<GeneticSetup<Uint8Array, undefined>> = {}): GeneticSetup<Uint8Array, undefined> {
  return {
    problem: {
      violationCount: 1,
      objectiveCount: 2,
      createGenome: () => new Uint8Array(WORTH.length),
      createChange: () => undefined,
      clearChange: () => undefined,
      copyGenome: (target, source) => {
        target.set(source);
      },
      evaluate: (taken, score) => {
        score.objective = total(taken, WORTH);
        score.further[0] = -taken.reduce((count, one) => count + one, 0);
        score.violations[0] = Math.max(0, total(taken, WEIGHT) - CAPACITY);
      },
    },
    founders: {
      seeds: [],
      randomise: (taken, random) => {
        for (const item of taken.keys()) taken[item] = random.integer(0, 1);
      },
    },
    variations: [
      {
        cross: (parents, children, _, random) => {
          for (const item of WORTH.keys()) {
            const swap = random.integer(0, 1);
            children[0][item] = parents[swap]![item]!;
            children[1][item] = parents[1 - swap]![item]!;
          }
        },
        mutate: (taken, _, random) => {
          visitEach(taken.length, 0.1, random, (item) => {
            taken[item] = 1 - taken[item]!;
          });
        },
      },
    ],
    populationSize: 20,
    selection: tournament(2),
    penalty: superiorityOfFeasible(),
    survival: 'nonDominated',
    duplicates: 'drop',
    random: randomStream(1, 'packing'),
    ...changes,
  };
}

function run<G>(search: GeneticSearch<G>, generations: number): GeneticSearch<G> {
  while (search.founding) search.advance();
  for (let n = 0; n < generations; n++) search.advance();
  return search;
}

/** Greatest worth by number of items, over all feasible sets; less than a smaller number earns is left out. */
function frontByEnumeration(): string[] {
  const best = new Array<number>(WORTH.length + 1).fill(-1);
  for (let set = 0; set < 1 << WORTH.length; set++) {
    const taken = WORTH.map((_, item) => (set >> item) & 1);
    const count = taken.reduce((sum, one) => sum + one, 0);
    if (total(taken, WEIGHT) <= CAPACITY) best[count] = Math.max(best[count]!, total(taken, WORTH));
  }
  return best.flatMap((worth, count) => (worth > Math.max(-1, ...best.slice(0, count)) ? `${count}: ${worth}` : []));
}

const pointsOf = (search: GeneticSearch<Uint8Array>): string[] =>
  search.ranked.map(({ score }) => `${-score.further[0]!}: ${score.objective}`);

describe('survival by several objectives', () => {
  it('finds the whole front of a problem that is small enough to enumerate, feasible ones alone, and ranks it first', () => {
    const search = run(geneticSearch(packing()), 100);
    const front = frontByEnumeration();
    expect(front.length).toBeGreaterThan(4);
    expect(pointsOf(search).slice(0, front.length).toSorted()).toEqual(front.toSorted());
    expect(search.ranked.slice(0, front.length).every(({ score }) => isFeasible(score))).toBe(true);
  });

  it('the same stream gives the same search, and duplicates are told by all objectives', () => {
    const points = pointsOf(run(geneticSearch(packing()), 30));
    expect(pointsOf(run(geneticSearch(packing()), 30))).toEqual(points);
    expect(pointsOf(run(geneticSearch(packing({ random: randomStream(2, 'packing') })), 30))).not.toEqual(points);
    const all = run(geneticSearch(packing()), 30).ranked.map(({ score }) => JSON.stringify(score));
    expect(new Set(all).size).toBe(all.length);
  });

  it('breeds as many children as there are places, from parents that are all as they were', () => {
    const setup = packing({ duplicates: 'keep' });
    const search = run(geneticSearch(setup), 10);
    expect(search.counters.evaluations).toBe(20 + 10 * 20);
    expect(search.ranked.length).toBe(20);
    // The scores are those of the genomes: no buffer of a survivor was written into.
    for (const { genome, score } of search.ranked) expect(score.objective).toBe(total(genome, WORTH));
  });

  it('keeps infeasible ones out where the penalty says so', () => {
    const limited = run(geneticSearch(packing({ penalty: limiting() })), 5);
    expect(limited.ranked.every(({ score }) => isFeasible(score))).toBe(true);
  });

  it('refuses a further objective that is NaN or infinitely good', () => {
    for (const [bad, words] of [
      [NaN, 'NaN'],
      [Infinity, 'infinite'],
    ] as const) {
      const setup = packing();
      const problem = {
        ...setup.problem,
        evaluate: (_: Uint8Array, score: { readonly further: Float64Array }) => {
          score.further[0] = bad;
        },
      };
      expect(() => {
        geneticSearch({ ...setup, problem }).advance();
      }).toThrow(words);
    }
  });
});
