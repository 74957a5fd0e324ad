import { describe, expect, it } from 'vitest';
import type { BudgetAnalysis, PairStatistics } from '../../../../src/studies/analysis/analysis.js';
import { analysedBudget, analysedClass, type Said } from '../../../support/analysis-records.js';

const pairOf = (said: readonly Said[]): PairStatistics => analysedBudget(said).pairs[0]!;
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('pairs', () => {
  it('are made by common instance, changes and seed, of equal budgets alone', () => {
    const other = { timeLimitS: null, workLimit: 50 };
    const { budgets } = analysedClass([
      ...upTo(3).flatMap((seed): Said[] => [
        { method: 'a', objective: 10 + seed, seed },
        { method: 'b', objective: 10, seed, path: [[seed, 10]] },
      ]),
      { method: 'a', objective: 50, budget: other },
      { method: 'b', objective: 1, seed: 4 },
    ]);
    expect(budgets.map(({ budget, methods, pairs }) => [budget.workLimit, methods.length, pairs.length])).toEqual([
      [10, 2, 1],
      [50, 1, 0],
    ]);
    const [pair] = budgets[0]!.pairs;
    expect(pair).toMatchObject({ first: 'a', second: 'b', cases: 3, wins: 3, losses: 0, p: 0.25, exact: true });
    expect(pair!.difference).toMatchObject({ n: 3, mean: 2, least: 1, greatest: 3 });
    expect(pair!.wonIn).toEqual(['room, seed 1', 'room, seed 2', 'room, seed 3']);
  });

  it('count methods that find the same under every seed once, however many seeds there are', () => {
    const pair = pairOf(
      upTo(30).flatMap((seed): Said[] => [
        { method: 'a', objective: 10, seed },
        { method: 'b', objective: 9, seed },
      ]),
    );
    expect(pair).toMatchObject({ cases: 1, wins: 1, p: 1 });
  });

  it('count every seed where one of the two draws, also if it always finds the same on other ways', () => {
    const pair = pairOf(
      upTo(10).flatMap((seed): Said[] => [
        { method: 'a', objective: 10, seed, path: [[seed, 10]] },
        { method: 'b', objective: 9, seed },
      ]),
    );
    expect(pair).toMatchObject({ cases: 10, wins: 10, p: 2 / 1024 });
  });

  it('count an instance once with all its seeds where there are instances enough for a test', () => {
    const noisy = (instances: number): Said[] =>
      upTo(instances).flatMap((variant) =>
        upTo(4).flatMap((seed): Said[] => [
          // Better on every instance but the first, and there less worse, under all seeds.
          {
            method: 'a',
            objective: 10 + variant + (variant === 1 ? -0.5 : 1) + seed / 100,
            seed,
            variant,
            instance: `r${variant}`,
          },
          { method: 'b', objective: 10 + variant, seed, variant, instance: `r${variant}` },
        ]),
      );
    expect(analysedBudget(noisy(6))).toMatchObject({ over: 'instances', pairs: [{ cases: 6, wins: 5, losses: 1 }] });
    const few = analysedBudget(noisy(5));
    expect(few).toMatchObject({ over: 'seeds', pairs: [{ cases: 20, wins: 16, losses: 4 }], distinguishes: true });
    expect(few.verdict).toContain('On these 5 instances alone, over their seeds');
  });

  it('count variants of an instance once where every run of the one ends as that of the other', () => {
    const said = (last: number): Said[] =>
      upTo(24).flatMap((variant): Said[] => [
        { method: 'a', objective: variant === 24 ? last : 3, seed: 1, variant },
        { method: 'b', objective: 2, seed: 1, variant },
      ]);
    const same = analysedBudget(said(3));
    expect(same).toMatchObject({ distinguishes: false, pairs: [{ cases: 1, wins: 1, p: 1 }] });
    expect(same.methods[0]!.objective!.n).toBe(1);
    expect(analysedBudget(said(2.5))).toMatchObject({ distinguishes: false, pairs: [{ cases: 2, wins: 2 }] });
  });

  it('take a run without a plan as worse than any with one, and two without as equal', () => {
    const said = upTo(8).flatMap((seed): Said[] => [
      { method: 'a', objective: seed === 8 ? null : -1000 - seed, seed },
      { method: 'b', objective: null, seed, failure: seed === 1 ? 'memory' : null },
    ]);
    const budget = analysedBudget(said);
    expect(budget.pairs[0]).toMatchObject({ cases: 8, wins: 7, ties: 1, losses: 0, difference: null, p: 2 / 128 });
    expect(budget.ranking).toEqual([
      { method: 'a', meanRank: 1.0625, place: 1, group: 1 },
      { method: 'b', meanRank: 1.9375, place: 2, group: 2 },
    ]);
    expect(budget.methods[0]).toMatchObject({ runs: 8, objective: { n: 7 }, feasible: { successes: 7, trials: 8 } });
  });

  it('take values that differ by rounding as equal', () => {
    const pair = pairOf(
      upTo(8).flatMap((seed): Said[] => [
        { method: 'a', objective: 3, seed, path: [[seed, 3]] },
        { method: 'b', objective: seed === 1 ? 2 : 3 + 3e-13 * seed, seed },
      ]),
    );
    expect(pair).toMatchObject({ wins: 1, losses: 0, ties: 7 });
  });

  it('count every seed where a clock ends the runs and only some have a plan', () => {
    const budget = { timeLimitS: 5, workLimit: null };
    const found = pairOf(
      upTo(6).flatMap((seed): Said[] => [
        { method: 'a', objective: seed === 6 ? null : 3, seed, budget },
        { method: 'b', objective: 2, seed, budget, steps: seed },
      ]),
    );
    expect(found).toMatchObject({ cases: 6, wins: 5, losses: 1 });
  });

  it('are a tie on an instance where each has a plan under half of the seeds', () => {
    const said = upTo(7).flatMap((variant) =>
      upTo(2).flatMap((seed): Said[] => [
        { method: 'a', objective: variant === 1 && seed === 1 ? null : 3 + variant, seed, variant },
        { method: 'b', objective: variant === 1 && seed === 2 ? null : 2 + variant, seed, variant },
      ]),
    );
    const { pairs, methods } = analysedBudget(said);
    expect(pairs).toMatchObject([{ cases: 7, wins: 6, losses: 0, ties: 1 }]);
    // Shares count every seed of a method that draws: two on each of seven instances.
    expect(methods[0]!.feasible).toMatchObject({ successes: 13, trials: 14 });
    expect(methods[0]!.objective!.n).toBe(7);
  });

  it('that never differ have no p, and count in the adjustment of the others', () => {
    const said = upTo(9).flatMap((seed): Said[] => [
      { method: 'a', objective: seed, seed },
      { method: 'b', objective: seed, seed },
      { method: 'c', objective: seed - 1, seed },
    ]);
    const [ab, ac] = analysedBudget(said).pairs;
    expect(ab).toMatchObject({ p: null, pHolm: null, ties: 9 });
    expect(ac).toMatchObject({ p: 2 / 512, pHolm: 6 / 512 });
  });

  it('turn with the direction: where less is better, the smaller wins', () => {
    const said = upTo(6).flatMap((seed): Said[] => [
      { method: 'a', objective: 5 + seed, seed, better: 'less' },
      { method: 'b', objective: 20 + seed * seed, seed, better: 'less' },
    ]);
    const budget = analysedBudget(said);
    expect(budget.pairs[0]).toMatchObject({ wins: 6, losses: 0, effect: 1, p: 1 / 32 });
    expect(budget.ranking[0]!.method).toBe('a');
    expect(budget.verdict).toContain('a is better than b');
  });

  it('are adjusted by Holm over all pairs of the budget', () => {
    const said = upTo(8).flatMap((seed): Said[] => [
      { method: 'a', objective: 30 + seed, seed },
      { method: 'b', objective: 20 + 2 * seed, seed },
      { method: 'c', objective: 22 + 2 * seed + (seed % 2 === 0 ? -3 : 0), seed },
    ]);
    const { pairs } = analysedBudget(said);
    const p = new Map(pairs.map((pair) => [`${pair.first}${pair.second}`, pair]));
    expect(p.get('ab')!.p).toBeCloseTo(2 / 256, 12);
    expect(p.get('ab')!.pHolm).toBeCloseTo(6 / 256, 12);
    expect(p.get('bc')!.pHolm).toBe(p.get('bc')!.p);
  });
});

describe('a study that does not distinguish', () => {
  const expectNoWinner = ({ distinguishes, verdict, ranking, pairs }: BudgetAnalysis): void => {
    expect(distinguishes).toBe(false);
    expect(verdict).toContain('does not distinguish');
    expect(verdict).not.toContain('better');
    expect(new Set(ranking.map(({ group }) => group)).size).toBeLessThanOrEqual(1);
    for (const { pHolm } of pairs) expect(pHolm === null || pHolm >= 0.05).toBe(true);
  };
  const two = (n: number, a: (seed: number) => Partial<Said>, b: (seed: number) => Partial<Said>): Said[] =>
    upTo(n).flatMap((seed) => [
      { method: 'a', seed, ...a(seed), path: [[seed, a(seed).objective ?? 0]] },
      { method: 'b', seed, ...b(seed) },
    ]);

  it('has methods that all find the same', () => {
    const found = analysedBudget(
      two(
        9,
        (seed) => ({ objective: seed }),
        (seed) => ({ objective: seed + 1e-12 }),
      ),
    );
    expectNoWinner(found);
    expect(found.verdict).toContain('all methods find the same, but for rounding, in all 9 cases');
  });

  it('has gaps that are all under the tolerance, even if one is always the smaller', () => {
    const found = analysedBudget(
      two(
        9,
        () => ({ objective: 99.9999, bound: 100 }),
        () => ({ objective: 99.995, bound: 100 }),
      ),
    );
    expectNoWinner(found);
    expect(found.verdict).toContain('every gap is at most 0.01 %');
    expect(found.pairs[0]).toMatchObject({ wins: 9, p: null, pHolm: null });
  });

  it('has probabilities that are all 1', () => {
    const psi = { unit: 'probability' };
    const found = analysedBudget(
      two(
        9,
        (seed) => ({ objective: 1 - 1e-7 * seed, ...psi }),
        () => ({ objective: 1, ...psi }),
      ),
    );
    expectNoWinner(found);
    expect(found.verdict).toContain('every probability is 1 to within 0.01 %');
  });

  it('has too few cases for any test, and says how many it needs', () => {
    const found = analysedBudget(
      two(
        5,
        () => ({ objective: 9 }),
        () => ({ objective: 1 }),
      ),
    );
    expectNoWinner(found);
    expect(found.verdict).toContain('5 independent cases are too few: with 2 methods a test at 5 % needs 6');
  });

  it('has no significant test', () => {
    const found = analysedBudget(
      two(
        12,
        (seed) => ({ objective: seed % 2 }),
        () => ({ objective: 0.5 }),
      ),
    );
    expectNoWinner(found);
    expect(found.verdict).toContain('no paired test is significant at 5 %');
  });

  it('has one method, no plan, or no common case', () => {
    for (const said of [
      [{ method: 'a', objective: 1 }],
      two(
        9,
        () => ({ objective: null }),
        () => ({ objective: null }),
      ),
      [
        { method: 'a', objective: 1, seed: 1 },
        { method: 'b', objective: 2, seed: 2 },
      ],
    ])
      expectNoWinner(analysedBudget(said));
  });
});

describe('ranking', () => {
  it('shares ranks among plans that differ by rounding', () => {
    const { ranking } = analysedBudget([
      { method: 'a', objective: 3 },
      { method: 'b', objective: 3 + 1e-12 },
      { method: 'c', objective: 2 },
    ]);
    expect(ranking.map(({ meanRank }) => meanRank)).toEqual([1.5, 1.5, 3]);
  });

  it('shares a group among methods that no test tells from its best', () => {
    const said = upTo(10).flatMap((seed): Said[] => [
      { method: 'good', objective: 100 + (seed % 3), seed },
      { method: 'fine', objective: 100 + ((seed + 1) % 3), seed },
      { method: 'poor', objective: 50 + (seed % 4), seed },
      { method: 'bad', objective: 50 + ((seed + 2) % 4), seed },
    ]);
    const { ranking, distinguishes, verdict } = analysedBudget(said);
    expect(new Map(ranking.map(({ method, group }) => [method, group]))).toEqual(
      new Map([
        ['good', 1],
        ['fine', 1],
        ['poor', 2],
        ['bad', 2],
      ]),
    );
    expect(distinguishes).toBe(true);
    expect(verdict).toContain('no test tells the other 2 pairs apart');
  });
});
