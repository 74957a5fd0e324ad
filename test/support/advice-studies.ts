import { binomialShare } from '../../src/experiments/binomial.js';
import type {
  Anytime,
  BudgetAnalysis,
  ClassAnalysis,
  FailureCount,
  MethodStatistics,
  PairStatistics,
  Spread,
  StudyAnalysis,
} from '../../src/studies/analysis/analysis.js';

/** Gaps of a method by budget and case, null without a plan, and its time under each budget, s. */
export interface GivenMethod {
  readonly name: string;
  readonly gaps: readonly (readonly (number | null)[])[];
  readonly timeS: readonly number[];
}

export interface GivenStudy {
  readonly methods: readonly GivenMethod[];
  /** Budgets: time limits, s, unless `axis` says steps. */
  readonly budgets: readonly number[];
  readonly axis?: 'time' | 'steps';
  readonly anytime?: Anytime;
  readonly failures?: readonly FailureCount[];
  readonly name?: string;
  /** Bound of every case, reward/s; the plan of a gap g is worth bound (1 - g). */
  readonly bound?: number;
  /** Cases of the class, of which those of the gaps are independent; as many as those if absent. */
  readonly cases?: number;
}

/** Gap under which all methods of a budget count as at their end. */
const TOLERANCE = 1e-6;

/** Analysis of a study given by its gaps, by textbook formulas of its own: for tests of what reads analyses. */
export function analysisOf(given: GivenStudy): StudyAnalysis {
  const { methods, budgets, axis = 'time', failures = [], name = 'room-a and its variants', bound = 1 } = given;
  const cases = methods[0]!.gaps[0]!.length;
  const best = (n: number): number | null => {
    const gaps = methods.flatMap((method) => method.gaps.flatMap((own) => own[n] ?? []));
    return gaps.length === 0 ? null : bound * (1 - Math.min(...gaps));
  };
  const byBudget = budgets.map((size, i): BudgetAnalysis => {
    const pairs = methods.flatMap((first, a) => methods.slice(a + 1).map((second) => pairOf(first, second, i)));
    const isSaturated =
      methods.every(({ gaps }) => gaps[i]!.every((gap) => gap !== null && gap <= TOLERANCE)) ||
      pairs.every(({ wins, losses }) => wins + losses === 0);
    return {
      budget: { timeLimitS: axis === 'time' ? size : null, workLimit: axis === 'steps' ? size : null },
      methods: methods.map((method) => statistics(method, i, bound)),
      pairs,
      ranking: ranked(
        methods.map((method) => ({ method: method.name, meanRank: meanRank(methods, method, i), group: 1 })),
      ),
      distinguishes: !isSaturated,
      verdict: isSaturated ? 'All gaps are under the tolerance.' : '',
    };
  });
  const of: ClassAnalysis = {
    name,
    family: 'reward-rate',
    objectiveUnit: 'reward/s',
    better: 'more',
    performance: [],
    data: [],
    methods: methods.map((method) => method.name),
    cases: Array.from({ length: given.cases ?? cases }, (_, n) => ({
      key: `case-${n}`,
      cell: { seed: n + 1 },
      bound,
      best: best(n),
    })),
    budgets: byBudget,
    anytime: given.anytime ?? null,
  };
  return { confidence: 0.95, classes: [of], failures, missing: 0, warnings: [] };
}

/** A ranking with places, which methods of equal mean rank share. */
function ranked<Entry extends { readonly meanRank: number }>(entries: readonly Entry[]): (Entry & { place: number })[] {
  return entries.map((one) => ({ ...one, place: 1 + entries.filter((other) => other.meanRank < one.meanRank).length }));
}

function statistics(method: GivenMethod, i: number, bound: number): MethodStatistics {
  const gaps = method.gaps[i]!.filter((gap) => gap !== null);
  const time = method.timeS[i]!;
  return {
    method: method.name,
    runs: method.gaps[i]!.length,
    gapGeometric: null,
    gapCommon: null,
    objectiveCommon: null,
    timeGeometricS: null,
    steps: null,
    primalIntegral: null,
    successes: [],
    feasible: binomialShare(gaps.length, method.gaps[i]!.length),
    gap: gaps.length === 0 ? null : spread(gaps),
    objective: gaps.length === 0 ? null : spread(gaps.map((gap) => bound * (1 - gap))),
    timeS: spread([time, time]),
  };
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / n;
  const range = { low: sorted[0]!, high: sorted[n - 1]! };
  const median = (sorted[Math.floor((n - 1) / 2)]! + sorted[Math.ceil((n - 1) / 2)]!) / 2;
  return {
    n,
    mean,
    sd: 0,
    interval: range,
    medianInterval: n < 6 ? null : range,
    bootstrap: null,
    median,
    least: range.low,
    greatest: range.high,
  };
}

/** Score of a run: less is better, and no plan is worst. */
function score(gap: number | null): number {
  return gap ?? 1e9;
}

function meanRank(methods: readonly GivenMethod[], method: GivenMethod, i: number): number {
  const gaps = method.gaps[i]!;
  const ranks = gaps.map((gap, n) => {
    const others = methods.map((other) => score(other.gaps[i]![n]!));
    const [below, equal] = [others.filter((one) => one < score(gap)), others.filter((one) => one === score(gap))];
    return below.length + (equal.length + 1) / 2;
  });
  return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
}

function pairOf(first: GivenMethod, second: GivenMethod, i: number): PairStatistics {
  // > 0 where the first is better.
  const differences = first.gaps[i]!.map((gap, n) => score(second.gaps[i]![n]!) - score(gap));
  const casesWith = (sign: number): string[] =>
    differences.flatMap((difference, n) => (Math.sign(difference) === sign ? [`case-${n}`] : []));
  const { p, effect } = signedRank(differences);
  const half = 2 / Math.sqrt(differences.length);
  return {
    first: first.name,
    second: second.name,
    cases: differences.length,
    difference: null,
    exact: true,
    wins: casesWith(1).length,
    losses: casesWith(-1).length,
    ties: casesWith(0).length,
    wonIn: casesWith(1),
    lostIn: casesWith(-1),
    p,
    pHolm: p,
    effect,
    effectInterval: effect === null ? null : { low: Math.max(-1, effect - half), high: Math.min(1, effect + half) },
  };
}

/** Wilcoxon's signed rank test by counting all signs, mid-ranks doubled so that they are whole; zeros left out. */
function signedRank(differences: readonly number[]): { readonly p: number | null; readonly effect: number | null } {
  const kept = differences.filter((difference) => difference !== 0);
  if (kept.length === 0) return { p: null, effect: null };
  const sizes = kept.map(Math.abs);
  const ranks = sizes.map(
    (size) => 2 * sizes.filter((one) => one < size).length + sizes.filter((one) => one === size).length + 1,
  );
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  let counts = new Map([[0, 1]]);
  for (const rank of ranks) {
    const next = new Map(counts);
    for (const [sum, ways] of counts) next.set(sum + rank, (next.get(sum + rank) ?? 0) + ways);
    counts = next;
  }
  const plus = ranks.reduce((sum, rank, n) => sum + (kept[n]! > 0 ? rank : 0), 0);
  const extreme = Math.min(plus, total - plus);
  const below = [...counts].reduce((sum, [value, ways]) => sum + (value <= extreme ? ways : 0), 0);
  return { p: Math.min(1, (2 * below) / 2 ** ranks.length), effect: (2 * plus - total) / total };
}
