import type { BudgetAnalysis, PairStatistics } from './analysis.js';
import { type CaseRun, TIE } from './cases.js';
import type { BudgetContext } from './context.js';

/**
 * Returns the methods by mean rank over the cases on which all methods ran, in groups. The best method without a group
 * begins a new group. All other methods without a group join it if they do not differ significantly from this best
 * method.
 */
export function rankingOf(context: BudgetContext, pairs: readonly PairStatistics[]): BudgetAnalysis['ranking'] {
  const { methods, complete } = context;
  if (complete.length === 0) return [];
  const sums = new Map(methods.map((method) => [method, 0]));
  for (const one of complete) {
    const ranks = ranksOf(
      methods.map((method) => context.byMethod.get(method)!.get(one)!),
      context.runClass.sign,
    );
    for (const [n, method] of methods.entries()) sums.set(method, sums.get(method)! + ranks[n]!);
  }
  const ranked = methods.map((method) => ({ method, meanRank: sums.get(method)! / complete.length }));
  ranked.sort((one, other) => one.meanRank - other.meanRank || (one.method < other.method ? -1 : 1));
  const apart = new Set(
    pairs
      .filter((pair) => isApart(pair, context))
      .flatMap(({ first, second }) => [`${first} ${second}`, `${second} ${first}`]),
  );
  const groups = new Map<string, number>();
  for (let group = 1; groups.size < ranked.length; group++) {
    const best = ranked.find(({ method }) => !groups.has(method))!.method;
    for (const { method } of ranked) {
      if (!groups.has(method) && !apart.has(`${best} ${method}`)) groups.set(method, group);
    }
  }
  return ranked
    .map(({ method, meanRank }) => ({ method, meanRank, place: placeOf(meanRank, ranked), group: groups.get(method)! }))
    .sort((one, other) => one.group - other.group || one.meanRank - other.meanRank);
}

/** Returns a method's place by mean rank, from 1 (best); methods of equal mean rank share it. */
function placeOf(meanRank: number, ranked: readonly { readonly meanRank: number }[]): number {
  return 1 + ranked.filter((other) => other.meanRank < meanRank).length;
}

/** Returns true if the two methods of a pair differ significantly after Holm's adjustment. */
export function isApart({ pHolm }: PairStatistics, { confidence }: Pick<BudgetContext, 'confidence'>): boolean {
  return pHolm !== null && pHolm < 1 - confidence;
}

/**
 * Returns the ranks of the runs of a case, from 1 (best); equal runs have their mean rank. Runs without a plan come
 * last. Plans that differ only by floating-point error are equal.
 */
function ranksOf(runs: readonly CaseRun[], sign: 1 | -1): number[] {
  const value = ({ plan }: CaseRun): number => (plan === null ? -Infinity : sign * plan);
  const order = runs
    .map((_, n) => n)
    .sort((one, other) => {
      const [a, b] = [value(runs[one]!), value(runs[other]!)];
      return a === b ? 0 : b - a;
    });
  const ranks = new Array<number>(runs.length);
  for (let first = 0; first < order.length;) {
    const best = value(runs[order[first]!]!);
    let next = first + 1;
    while (
      next < order.length &&
      (value(runs[order[next]!]!) === best || best - value(runs[order[next]!]!) <= TIE * runs[0]!.of.scale)
    )
      next++;
    for (let at = first; at < next; at++) ranks[order[at]!] = (first + 1 + next) / 2;
    first = next;
  }
  return ranks;
}
