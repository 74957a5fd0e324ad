import { holm } from '../../experiments/holm.js';
import type { Interval } from '../../experiments/statistics.js';
import type { ClassAnalysis, PairStatistics } from './analysis.js';

/** Comparison of two methods under one budget, from the view of the first. */
export interface Versus {
  readonly cases: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Keys of cases in which the second method was better, at most MAX_NAMED_CASES. */
  readonly lostIn: readonly string[];
  /** p-value after Holm's adjustment over all tests of the class; null if the pair was not tested. */
  readonly p: number | null;
  readonly exact: boolean;
  /** Rank-biserial correlation (effect size), > 0 if the first method is better. */
  readonly effect: number | null;
  readonly effectInterval: Interval | null;
  /** 1 if the first method is significantly better, -1 if the second is, otherwise 0. */
  readonly proven: -1 | 0 | 1;
}

/** Statistical tests of a class (comparable runs): one for every pair of methods under every budget. */
export interface AdviceTests {
  /** Number of tests in the class, for which Holm's adjustment is made. */
  readonly count: number;
  /** Significance level, such as 0.05. */
  readonly alpha: number;
  /**
   * Number of independent cases on which both methods of a pair ran, the maximum over pairs. Seeds that give the same
   * result count once.
   */
  readonly cases: number;
  /** Noun for the counted `cases`: "case" if every case of the class is independent, otherwise "independent case". */
  readonly noun: 'case' | 'independent case';
  /** False if no pair was tested: all methods reach the best possible value or differ in no case. */
  readonly hasTests: boolean;
  /** Minimum number of cases for one of `count` tests to be significant. */
  readonly casesNeeded: number;
  /** Returns the comparison of two methods under the budget at position `budget`; null if there is none. */
  readonly versus: (budget: number, first: string, second: string) => Versus | null;
}

/** A test: a pair of methods, and the position of its budget in the class. */
interface Place {
  readonly budget: number;
  readonly pair: PairStatistics;
}

/**
 * Returns the tests behind a recommendation for a class: Wilcoxon's signed-rank test for every pair of methods under
 * every budget, with p-values adjusted by Holm's method over all of them (docs/studies/recommendation.md).
 */
export function adviceTests(
  { budgets, cases: all }: Pick<ClassAnalysis, 'budgets' | 'cases'>,
  confidence: number,
): AdviceTests {
  // The usual 1 - .95 is .050000000000000044.
  const alpha = Number((1 - confidence).toPrecision(12));
  const places = budgets.flatMap(({ pairs }, budget) => pairs.map((pair): Place => ({ budget, pair })));
  const adjusted = holm(places.map(({ pair }) => pair.p ?? 1));
  const found = new Map<string, Versus>();
  places.forEach(({ budget, pair }, i) => {
    const p = pair.p === null ? null : adjusted[i]!;
    const seen = seenFromFirst(pair, p, alpha);
    found.set(keyOf(budget, pair.first, pair.second), seen);
    found.set(keyOf(budget, pair.second, pair.first), turned(seen, pair.wonIn));
  });
  const cases = Math.max(0, ...places.map(({ pair }) => pair.cases));
  return {
    count: places.length,
    alpha,
    casesNeeded: casesNeeded(places.length, alpha),
    cases,
    noun: cases === all.length ? 'case' : 'independent case',
    hasTests: places.some(({ pair }) => pair.p !== null),
    versus: (budget, first, second) => found.get(keyOf(budget, first, second)) ?? null,
  };
}

/**
 * Returns the minimum number of cases for one of `tests` tests to be significant at level `alpha`: the least n with
 *
 * tests * 2 / 2^n <= alpha
 *
 * because the smallest two-sided p-value of the signed-rank test on n cases is 2 / 2^n.
 */
export function casesNeeded(tests: number, alpha: number): number {
  let n = 1;
  while ((tests * 2) / 2 ** n > alpha) n += 1;
  return n;
}

function seenFromFirst(pair: PairStatistics, p: number | null, alpha: number): Versus {
  const { cases, wins, losses, ties, lostIn, exact, effect, effectInterval } = pair;
  const sign = Math.sign(effect ?? wins - losses);
  const isProven = p !== null && p <= alpha;
  const proven = !isProven || sign === 0 ? 0 : sign > 0 ? 1 : -1;
  return { cases, wins, losses, ties, lostIn, p, exact, effect, effectInterval, proven };
}

function turned(seen: Versus, lostIn: readonly string[]): Versus {
  const { wins, losses, effect, effectInterval, proven } = seen;
  return {
    ...seen,
    wins: losses,
    losses: wins,
    lostIn,
    effect: effect === null ? null : 0 - effect,
    effectInterval: effectInterval === null ? null : { low: 0 - effectInterval.high, high: 0 - effectInterval.low },
    proven: proven === 0 ? 0 : proven === 1 ? -1 : 1,
  };
}

function keyOf(budget: number, first: string, second: string): string {
  return JSON.stringify([budget, first, second]);
}
