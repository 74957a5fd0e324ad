import { hodgesLehmann, rankBiserial } from '../../experiments/effect.js';
import { holm } from '../../experiments/holm.js';
import { signedRankTest } from '../../experiments/wilcoxon.js';
import { MAX_NAMED_CASES, type PairStatistics } from './analysis.js';
import { type Case, type CaseRun, TIE } from './cases.js';
import type { BudgetContext } from './context.js';
import { groupsOf, spreadOf } from './observations.js';

/**
 * Returns the comparison of every pair of methods under a budget, without tests if they would be meaningless
 * (`saturates`, see `saturation`).
 */
export function pairStatistics(context: BudgetContext, saturates: boolean): PairStatistics[] {
  const { methods } = context;
  const pairs = methods.flatMap((first, i) => methods.slice(i + 1).map((second) => pairOf(first, second, context)));
  if (saturates) return pairs.map((pair) => ({ ...pair, p: null, pHolm: null }));
  // Two methods that never differ are a hypothesis like the others: p is 1.
  const adjusted = holm(pairs.map(({ p }) => p ?? 1));
  return pairs.map((pair, n) => (pair.p === null ? pair : { ...pair, pHolm: adjusted[n]! }));
}

function pairOf(first: string, second: string, context: BudgetContext): PairStatistics {
  const { runClass, byMethod, over, resampler, confidence } = context;
  const [firsts, seconds] = [byMethod.get(first)!, byMethod.get(second)!];
  const cases = runClass.cases.filter((one) => firsts.has(one) && seconds.has(one));
  const groups = groupsOf(cases, over, [(of) => firsts.get(of)!, (of) => seconds.get(of)!]);
  const advantage = (of: Case): number => advantageOf(firsts.get(of)!, seconds.get(of)!, runClass.sign);
  const advantages = groups.map((group) => middle(group.map(advantage)));
  const count = (sign: number): number => advantages.filter((value) => Math.sign(value) === sign).length;
  const wonWith = (sign: number): string[] =>
    groups
      .flatMap((group, n) => {
        if (Math.sign(advantages[n]!) !== sign) return [];
        return group.find((one) => Math.sign(advantage(one)) === sign) ?? group[0]!;
      })
      .slice(0, MAX_NAMED_CASES)
      .map(({ key }) => key);
  const differences = groups.flatMap((group) => {
    const both = group.flatMap((of) => {
      const [a, b] = [firsts.get(of)!.plan, seconds.get(of)!.plan];
      return a === null || b === null ? [] : [a - b];
    });
    return both.length === 0 ? [] : [both.reduce((sum, value) => sum + value, 0) / both.length];
  });
  const test = groups.length === 0 ? null : signedRankTest(advantages);
  const effect = groups.length === 0 ? null : rankBiserial(advantages, resampler, confidence);
  return {
    first,
    second,
    cases: groups.length,
    wins: count(1),
    losses: count(-1),
    ties: count(0),
    wonIn: wonWith(1),
    lostIn: wonWith(-1),
    difference: spreadOf(differences, resampler, confidence),
    typicalDifference: differences.length === 0 ? null : hodgesLehmann(differences, confidence),
    p: test?.p ?? null,
    exact: test?.exact ?? false,
    pHolm: null,
    effect: effect?.effect ?? null,
    effectInterval: effect?.interval ?? null,
  };
}

/**
 * Returns by how much the first run's plan is better than the second's, in units of TIE times the case's reference
 * size. The result is rounded, so that floating-point errors do not matter. It is infinite if only one run has a plan.
 */
function advantageOf(first: CaseRun, second: CaseRun, sign: 1 | -1): number {
  if (first.plan === null || second.plan === null) {
    return first.plan === second.plan ? 0 : first.plan === null ? -Infinity : Infinity;
  }
  const more = sign * (first.plan - second.plan);
  const size = Math.abs(more);
  // Half a unit rounds away from 0 on both sides: neither of the two is favoured.
  return size <= TIE * first.of.scale ? 0 : Math.sign(more) * Math.round(size / first.of.scale / TIE);
}

/** Returns the median of values that may be infinite; 0 if the middle ones are -Infinity and Infinity. */
function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => (one === other ? 0 : one - other));
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return low === high ? low : low === -high ? 0 : low / 2 + high / 2;
}
