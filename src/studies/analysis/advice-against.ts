import { byRank, type Ladder, MIN_SAVED_S, type Rung, statisticsOf, timeOf } from './advice-steps.js';
import type { AdviceTests } from './advice-tests.js';
import { budgetWords, counted, listed } from './advice-words.js';
import type { ClassAnalysis, FailureCount } from './analysis.js';

/**
 * Ratio of median times up to which two methods count as equally slow. Our choice: runs that reach the same time limit
 * differ by less.
 */
const EQUALLY_LONG = 1.05;

/** A method that is never worth using, and the sentence of the report that says so. */
export interface NeverPaying {
  readonly method: string;
  readonly sentence: string;
}

/**
 * Returns the methods that are never worth using. At every budget, another method takes no longer and is at least as
 * good in every case. At some budget, one of these other methods is also better in a case. Only methods that ran on all
 * cases are compared.
 */
export function neverPaying(ladders: readonly Ladder[], tests: AdviceTests): NeverPaying[] {
  const rungs = ladders.flatMap((ladder) => ladder.rungs);
  const last = rungs.at(-1);
  if (last === undefined) return [];
  return byRank(last.analysis).flatMap((method) => {
    const by: { readonly rung: Rung; readonly other: string; readonly isStrict: boolean }[] = [];
    for (const rung of rungs) {
      const others = byRank(rung.analysis).filter((other) => isNoWorse(rung, tests, other, method));
      const strict = others.find((other) => isStrictly(rung, tests, other, method));
      const other = strict ?? others[0];
      if (other === undefined) return [];
      by.push({ rung, other, isStrict: strict !== undefined });
    }
    if (!by.some(({ isStrict }) => isStrict)) return [];
    const names = [...new Set(by.map(({ other }) => other))];
    const where = names.map((name) => {
      const at = by.filter(({ other }) => other === name).map(({ rung }) => budgetWords(rung.budget));
      return names.length === 1 ? name : `${name} with ${listed(at)}`;
    });
    const budgets = rungs.length === 1 ? `with ${budgetWords(rungs[0]!.budget)}` : 'at every budget run';
    const cases = counted(tests.cases, tests.noun);
    return [
      {
        method,
        sentence: `${method} never pays: ${budgets} a method that takes no longer is at least as good in all ${cases} (${where.join('; ')}).`,
      },
    ];
  });
}

function isNoWorse({ index, analysis }: Rung, tests: AdviceTests, other: string, method: string): boolean {
  if (other === method) return false;
  const seen = tests.versus(index, other, method);
  if (seen === null || seen.losses > 0 || seen.cases < tests.cases) return false;
  const [own, theirs] = [timeOf(analysis, method), timeOf(analysis, other)];
  return own !== null && theirs !== null && theirs <= Math.max(own * EQUALLY_LONG, own + MIN_SAVED_S);
}

function isStrictly({ index }: Rung, tests: AdviceTests, other: string, method: string): boolean {
  return (tests.versus(index, other, method)?.wins ?? 0) > 0;
}

/**
 * Returns sentences on the runs of each method that failed or found no feasible plan. The recommended method is
 * included.
 */
export function failuresOf(of: ClassAnalysis, ladders: readonly Ladder[], failures: readonly FailureCount[]): string[] {
  const rungs = ladders.flatMap((ladder) => ladder.rungs);
  const last = rungs.at(-1);
  if (last === undefined) return [];
  const infeasible = byRank(last.analysis).flatMap((method) => {
    const at = rungs.flatMap(({ analysis, budget }) => {
      const feasible = statisticsOf(analysis, method)?.feasible ?? null;
      const missed = feasible === null ? 0 : feasible.trials - feasible.successes;
      return missed === 0 || feasible === null
        ? []
        : [`in ${missed} of ${counted(feasible.trials, 'run')} with ${budgetWords(budget)}`];
    });
    return at.length === 0 ? [] : [`${method} has no feasible plan ${listed(at)}.`];
  });
  const known = failures.filter(({ family, method }) => family === of.family && of.methods.includes(method));
  const order = byRank(last.analysis);
  known.sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method) || (a.reason < b.reason ? -1 : 1));
  const failed = known.map(({ method, reason, runs, message }) => {
    return `${method} failed in ${counted(runs, 'run')} of ${of.family} instances in the study (${reason}): ${message}${/[.!?]$/.test(message) ? '' : '.'}`;
  });
  return [...infeasible, ...failed];
}
