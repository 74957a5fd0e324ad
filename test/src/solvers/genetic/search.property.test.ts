import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/random/stream.js';
import { checkedProblem } from '../../../oracle/checked-problem.js';
import { limiting, staticPenalty, superiorityOfFeasible } from '../../../../src/solvers/genetic/penalty.js';
import { isFeasible } from '../../../../src/solvers/genetic/problem.js';
import { geneticSearch, type GeneticSearch } from '../../../../src/solvers/genetic/search.js';
import { linearBias } from '../../../../src/solvers/genetic/selection.js';
import {
  makespan,
  normalise,
  type Placement,
  placementSetup,
  placementVariation,
  randomPlacement,
  sharing,
  sharingVariation,
  SITE_COST,
} from './small-problems.js';

function founded<G>(search: GeneticSearch<G>): GeneticSearch<G> {
  while (search.founding) search.advance();
  return search;
}

function run<G>(search: GeneticSearch<G>, generations: number): GeneticSearch<G> {
  founded(search);
  for (let n = 0; n < generations; n++) search.advance();
  return search;
}

const objectives = (search: GeneticSearch<Placement>): number[] => search.ranked.map(({ score }) => score.objective);

describe('steady-state search', () => {
  it('finds the optimum of a small problem and keeps the population at its size, sorted', () => {
    const search = run(geneticSearch(placementSetup()), 2000);
    expect(search.incumbent!.score.objective).toBe(-26);
    expect(search.ranked.length).toBe(30);
    expect(objectives(search)).toEqual([...objectives(search)].sort((a, b) => b - a));
  });

  it('incremental evaluation agrees with the plain one in every child, and a wrong one is caught', () => {
    run(geneticSearch(placementSetup({ problem: checkedProblem(makespan(30)) })), 500);
    const broken = geneticSearch(placementSetup({ problem: checkedProblem(makespan(30, true)) }));
    expect(() => run(broken, 500)).toThrow('incremental evaluation differs');
  });

  it('never loses its best and drops the worst, not the newest', () => {
    const search = founded(geneticSearch(placementSetup()));
    for (let n = 0; n < 200; n++) {
      const before = objectives(search);
      search.advance();
      const after = objectives(search);
      for (const [rank, value] of after.entries()) expect(value).toBeGreaterThanOrEqual(before[rank]!);
    }
  });

  it('the incumbent is the one the setup calls better, whatever the ranks', () => {
    const emptiest = ({ genome }: { readonly genome: Placement }): number => Math.min(...genome.load);
    let least = Infinity;
    const plain = makespan();
    const problem = {
      ...plain,
      evaluateChange: (...args: Parameters<NonNullable<typeof plain.evaluateChange>>) => {
        plain.evaluateChange!(...args);
        least = Math.min(least, ...args[0].load);
      },
    };
    const isBetter = (a: { readonly genome: Placement }, b: { readonly genome: Placement }): boolean =>
      emptiest(a) < emptiest(b);
    const { incumbent } = run(geneticSearch(placementSetup({ problem, isBetter })), 50);
    expect(emptiest(incumbent!)).toBeLessThanOrEqual(least);
    expect(incumbent!.score.objective).toBeLessThan(-26);
  });

  it('among equals the incumbent is the preferred one, and every child that stays was settled, no other', () => {
    const plain = makespan();
    let settled = 0;
    let evaluated = 0;
    let most = -Infinity;
    const preferring: typeof plain = {
      ...plain,
      settle: () => {
        settled++;
      },
      evaluate: (genome, score) => {
        plain.evaluate(genome, score);
        // The later the better.
        score.preference = ++evaluated;
        if (score.objective === -26) most = Math.max(most, score.preference);
      },
    };
    // Without it: from scratch.
    delete preferring.evaluateChange;
    const search = run(geneticSearch(placementSetup({ problem: preferring })), 2000);
    expect([search.incumbent!.score.objective, search.incumbent!.score.preference]).toEqual([-26, most]);
    expect(settled).toBe(search.counters.survivors);
  });

  it('the same stream gives the same search, another one another', () => {
    const trace = (seed: number): string => {
      const search = run(geneticSearch(placementSetup({}, seed)), 100);
      return search.ranked.map(({ genome }) => genome.machine.join('')).join();
    };
    expect(trace(1)).toBe(trace(1));
    expect(trace(1)).not.toBe(trace(2));
  });

  it('counts evaluations: founders from scratch, two children per generation by their change', () => {
    const { counters } = run(geneticSearch(placementSetup()), 40);
    expect(counters.generations).toBe(40);
    expect(counters.evaluations).toBe(30 + 80);
    expect(counters.fullEvaluations).toBe(30);
    expect(counters.survivors).toBeLessThanOrEqual(80);
  });

  it('a later variation may choose the children of an earlier one, before anything is dropped', () => {
    let sizes: number[] = [];
    let search: GeneticSearch<Placement> | null = null;
    const spy = {
      ...placementVariation,
      mutate: (): void => {
        sizes.push(search!.ranked.length);
      },
    };
    search = founded(geneticSearch(placementSetup({ variations: [spy, spy] })));
    sizes = [];
    search.advance();
    expect(sizes).toEqual([30, 30, 32, 32]);
    expect(search.ranked.length).toBe(30);
  });

  it('copies of one individual fill the population unless duplicates are dropped', () => {
    const distinct = (duplicates: 'keep' | 'drop'): number =>
      new Set(objectives(run(geneticSearch(placementSetup({ duplicates })), 1000))).size;
    expect(distinct('keep')).toBe(1);
    expect(distinct('drop')).toBeGreaterThan(5);
  });

  it('a population of one seed lives on', () => {
    const seed = makespan().createGenome();
    const search = run(
      geneticSearch(placementSetup({ founders: { seeds: [seed], randomise: randomPlacement }, populationSize: 1 })),
      300,
    );
    expect(search.ranked.length).toBe(1);
    expect(search.incumbent!.score.objective).toBeGreaterThan(-78);
    // The seed itself is copied, not overwritten.
    expect([...seed.machine]).toEqual(new Array(12).fill(0));
  });

  it('refuses NaN and an empty population', () => {
    const nan = {
      ...makespan(),
      evaluate: (_: Placement, score: { objective: number }) => {
        score.objective = NaN;
      },
    };
    expect(() => {
      geneticSearch(placementSetup({ problem: nan })).advance();
    }).toThrow('NaN');
    expect(() => geneticSearch(placementSetup({ populationSize: 0 }))).toThrow(RangeError);
    expect(() => geneticSearch(placementSetup({ variations: [] }))).toThrow(RangeError);
  });
});

describe('constraints', () => {
  it('the incumbent is feasible and the best of those whatever the order of the population', () => {
    for (const penalty of [superiorityOfFeasible(), staticPenalty(0.01)]) {
      const search = run(geneticSearch(placementSetup({ problem: makespan(5), penalty, duplicates: 'drop' })), 2000);
      expect(isFeasible(search.incumbent!.score)).toBe(true);
      // 5 on the first machine, 73 on the others: 37 at best.
      expect([penalty.name, search.incumbent!.score.objective]).toEqual([penalty.name, -37]);
    }
  });

  it('limiting keeps infeasible ones out, among founders too, and survives when all are turned away', () => {
    const search = founded(geneticSearch(placementSetup({ problem: makespan(20), penalty: limiting() })));
    for (let n = 0; n < 200; n++) {
      expect(search.ranked.every(({ score }) => isFeasible(score))).toBe(true);
      search.advance();
    }
    const none = run(geneticSearch(placementSetup({ problem: makespan(-1), penalty: limiting() })), 5);
    expect(none.ranked.length).toBe(0);
    expect(none.incumbent).toBe(null);
  });
});

it('comes close to the optimum of a real-coded problem without incremental evaluation', () => {
  const search = run(
    geneticSearch({
      problem: sharing,
      founders: {
        seeds: [],
        randomise: (shares: Float64Array, random: ReturnType<typeof randomStream>) => {
          for (const s of shares.keys()) shares[s] = random.uniform();
          normalise(shares);
        },
      },
      variations: [sharingVariation],
      populationSize: 40,
      selection: linearBias(2),
      penalty: superiorityOfFeasible(),
      survival: 'steadyState',
      duplicates: 'keep',
      random: randomStream(3, 'sharing'),
    }),
    6000,
  );
  const optimum = -1 / SITE_COST.reduce((sum, cost) => sum + 1 / cost, 0);
  expect(search.incumbent!.score.objective).toBeGreaterThan(optimum * 1.001);
  expect(search.incumbent!.score.objective).toBeLessThanOrEqual(optimum + 1e-12);
  expect(search.counters.evaluations).toBe(search.counters.fullEvaluations);
});
