import { holm } from '../../experiments/holm.js';
import type { Interval } from '../../experiments/statistics.js';
import type { ClassAnalysis, PairStatistics } from './analysis.js';

/** Two methods under one budget, compared from the side of the first. */
export interface Versus {
  readonly cases: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Keys of some cases in which the second method was better. */
  readonly lostIn: readonly string[];
  /** p-value after Holm's adjustment over all tests of the class; null if nothing was tested. */
  readonly p: number | null;
  readonly exact: boolean;
  /** Rank-biserial correlation, > 0 if the first is better. */
  readonly effect: number | null;
  readonly effectInterval: Interval | null;
  /** Proven order: 1 if a test shows that the first is better, -1 if it shows the second, 0 if it shows neither. */
  readonly proven: -1 | 0 | 1;
}

/** Tests of a class: one for every pair of methods under every budget. */
export interface AdviceTests {
  /** Number of tests, for which Holm's adjustment is made. */
  readonly count: number;
  /** Largest p at which an order counts as proven, such as 0.05. */
  readonly alpha: number;
  /**
   * Largest number of independent cases on which both methods of a pair ran. Seeds that repeat an answer count once.
   */
  readonly cases: number;
  /** Noun for these cases: "case" if every case of the class is independent, otherwise "independent case". */
  readonly noun: 'case' | 'independent case';
  /** False if nothing was tested because all methods find the best possible, or differ in no case. */
  readonly hasTests: boolean;
  /** Least number of cases with which any of that many tests can be significant. */
  readonly casesNeeded: number;
  /** Returns the comparison of two methods; null if the pair is not in the analysis. */
  readonly versus: (budget: number, first: string, second: string) => Versus | null;
}

/** Position of a test: its budget and its pair. */
interface Place {
  readonly budget: number;
  readonly pair: PairStatistics;
}

/**
 * Returns the tests behind a recommendation: Wilcoxon's p of every pair under every budget, adjusted by Holm over all
 * of them, because the recommendation uses all of them (docs/studies/recommendation.md).
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
 * Returns the least n with tests * 2 / 2^n <= alpha. 2 / 2^n is the least two-sided p of the signed-rank test of n
 * pairs.
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
