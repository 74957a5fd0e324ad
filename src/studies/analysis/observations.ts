import { bcaOfMean, type Resampler } from '../../experiments/bootstrap.js';
import { ascending, medianInterval, quantileOfSorted } from '../../experiments/quantiles.js';
import { meanInterval } from '../../experiments/statistics.js';
import type { CommonMean, Spread } from './analysis.js';
import { groupedBy } from './grouped-by.js';
import { type Case, type CaseRun, TIE } from './cases.js';
import { wayOf } from './independent.js';

/** Units of intervals and tests: instances, or seeds of the study's own instances. */
export type Over = 'instances' | 'seeds';

/**
 * Returns the least number of pairs with which a signed-rank test can tell two methods apart, out of `pairs` pairs
 * after Holm's adjustment: 2^(1 - n) <= alpha / pairs.
 */
export function leastPairs(pairs: number, alpha: number): number {
  return Math.ceil(1 - Math.log2(alpha / pairs) - 1e-9);
}

/**
 * Returns the units of the tests of a class. Runs of one instance are similar, so if there are enough instances for a
 * test, each counts once with all its seeds. Otherwise seeds count, and findings hold only for these instances.
 */
export function overOf(problems: number, methods: number, alpha: number): Over {
  return problems >= leastPairs(Math.max(1, (methods * (methods - 1)) / 2), alpha) ? 'instances' : 'seeds';
}

/**
 * Returns the cases in groups that count as one: those of a problem; over seeds, only those on which all of the given
 * runs are constant.
 */
export function groupsOf(
  cases: readonly Case[],
  over: Over,
  same: readonly ((of: Case) => CaseRun)[],
): (readonly Case[])[] {
  return [...groupedBy(cases, ({ problem }) => problem).values()].flatMap((own) =>
    over === 'instances' || same.every((runOn) => isConstant(own.map(runOn))) ? [own] : own.map((one) => [one]),
  );
}

/**
 * Returns the cases in groups that count as one in the statistics of a method: those of a problem; over seeds, only if
 * the method's runs are constant on all problems, so that every problem has the same weight as with other methods.
 */
export function groupsOfMethod(cases: readonly Case[], over: Over, runOn: (of: Case) => CaseRun): (readonly Case[])[] {
  const problems = [...groupedBy(cases, ({ problem }) => problem).values()];
  const draws = over === 'seeds' && !problems.every((own) => isConstant(own.map(runOn)));
  return draws ? cases.map((one) => [one]) : problems;
}

/**
 * Returns true if seeds made no difference: runs of a problem have the same plan (up to rounding) and, if no clock ends
 * them, the same work and trajectory. A method that always finds the best plan in different ways is not constant.
 */
function isConstant(runs: readonly CaseRun[]): boolean {
  const [first] = runs;
  const plans = runs.map(({ plan }) => plan).filter((plan) => plan !== null);
  if (plans.length > 0 && plans.length < runs.length) return false;
  const [least, greatest] = plans.reduce(
    ([low, high], plan) => [Math.min(low, plan), Math.max(high, plan)],
    [Infinity, -Infinity],
  );
  if (greatest - least > TIE * first!.of.scale) return false;
  if (first!.record.run.budget.timeLimitS !== null) return true;
  const way = wayOf(first!.record);
  return runs.every(({ record }) => wayOf(record) === way);
}

/** Returns the mean of a quantity over cases, with equal weights of all problems; null without cases. */
export function commonMean(cases: readonly Case[], figureOf: (of: Case) => number): CommonMean | null {
  if (cases.length === 0) return null;
  const problems = [...groupedBy(cases, ({ problem }) => problem).values()];
  const means = problems.map((own) => meanInterval(own.map(figureOf)).mean);
  return { cases: cases.length, mean: meanInterval(means).mean };
}

/** Returns the mean of a quantity over the runs of each group; groups without the quantity are left out. */
export function figuresOf(groups: readonly (readonly CaseRun[])[], pick: (run: CaseRun) => number | null): number[] {
  return groups.flatMap((group) => {
    const values = group.map(pick).filter((value) => value !== null);
    return values.length === 0 ? [] : [meanInterval(values).mean];
  });
}

/** Returns mean, median and so on of values, with intervals; null without values. */
export function spreadOf(values: readonly number[], source: Resampler, confidence: number): Spread | null {
  if (values.length === 0) return null;
  const sorted = ascending(values);
  return {
    ...meanInterval(values, confidence),
    median: quantileOfSorted(sorted, 0.5),
    medianInterval: medianInterval(values, confidence),
    bootstrap: bcaOfMean(values, source, confidence),
    least: sorted[0]!,
    greatest: sorted[sorted.length - 1]!,
  };
}
