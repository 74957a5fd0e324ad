import { type Ladder, type Rung, type Step, stepsOf, byRank } from './advice-steps.js';
import type { AdviceTests, Versus } from './advice-tests.js';
import { budgetWords, counted, listed, plain, testP } from './advice-words.js';

/** Returns sentences on the tests and counts behind a recommendation or, without one, on what was tested. */
export function evidenceOf(ladders: readonly Ladder[], tests: AdviceTests, isDecided: boolean): string[] {
  const { count, alpha, cases, noun, casesNeeded } = tests;
  if (count === 0) return ['No two methods were run on the same cases.'];
  const method = `${counted(count, 'test')} of pairs of methods under one budget: Wilcoxon signed rank, two-sided, over ${counted(cases, noun)} at most, p adjusted by Holm over all of them, level ${plain(alpha)}`;
  const power = `The least number of cases with which a test can speak is ${casesNeeded}.`;
  if (!isDecided) return [`${method}.`, power];
  return [`${method}.`, power, ...ladders.flatMap((ladder) => stepsOf(ladder).flatMap((step) => ofStep(step, tests)))];
}

function ofStep({ choice, rungs }: Step, tests: AdviceTests): string[] {
  if (choice.kind === 'none') return [];
  const others = byRank(rungs[0]!.analysis).filter((method) => method !== choice.take);
  return others.flatMap((other) => {
    const seen = rungs.flatMap(({ index }) => tests.versus(index, choice.take, other) ?? []);
    return seen.length === 0 ? [] : [sentence(choice.take, other, rungs, seen, tests.noun)];
  });
}

/** Returns the sentence on the tests of one pair of methods under several budgets, with their largest p-value. */
function sentence(
  take: string,
  other: string,
  rungs: readonly Rung[],
  seen: readonly Versus[],
  noun: AdviceTests['noun'],
): string {
  const at = listed([...new Set([rungs[0]!, rungs.at(-1)!].map(({ budget }) => budgetWords(budget)))], 'to');
  const weakest = seen.reduce((a, b) => ((b.p ?? 2) > (a.p ?? 2) ? b : a));
  const { wins, losses, ties, cases } = weakest;
  const counts = `better in ${wins}, worse in ${losses} and equal in ${ties} of ${counted(cases, noun)}`;
  const verdict = seen.every(({ proven }) => proven === 1) ? 'better by test than' : 'not told apart from';
  return `${at}: ${take} ${verdict} ${other}: ${counts}; ${testWords(weakest)}${rungs.length === 1 ? '' : ' (the weakest of these budgets)'}.`;
}

function testWords({ p, exact, effect, effectInterval }: Versus): string {
  if (p === null) return 'all differences are 0, nothing to test';
  const size = effect === null ? '' : `, rank-biserial correlation ${signed(effect)}`;
  const interval = effectInterval === null ? '' : ` [${signed(effectInterval.low)}, ${signed(effectInterval.high)}]`;
  return `${testP(p)}${exact ? ', exact' : ''}${size}${size === '' ? '' : interval}`;
}

/** Returns a correlation as text with sign and two decimals. */
function signed(value: number): string {
  return (Math.round(value * 100) / 100 + 0).toFixed(2);
}
