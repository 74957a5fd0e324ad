import { bcaOfMean, type Resampler } from '../../experiments/bootstrap.js';
import { ascending, medianInterval, quantileOfSorted } from '../../experiments/quantiles.js';
import { meanInterval } from '../../experiments/statistics.js';
import type { CommonMean, Spread } from './analysis.js';
import { groupedBy } from './grouped-by.js';
import { type Case, type CaseRun, TIE } from './cases.js';
import { wayOf } from './independent.js';

/** What counts as one sample in intervals and tests: an instance, or a random seed on fixed instances. */
export type Over = 'instances' | 'seeds';

/**
 * Returns the minimum number of samples for a signed-rank test to be significant after Holm's adjustment for `pairs`
 * pairs of methods: the least n with
 *
 * 2^(1 - n) <= alpha / pairs
 */
export function leastPairs(pairs: number, alpha: number): number {
  return Math.ceil(1 - Math.log2(alpha / pairs) - 1e-9);
}

/**
 * Returns what one sample is in the tests of a class. If there are enough instances for a test, a sample is an
 * instance, because the runs on one instance are similar. Otherwise a sample is a seed, and findings hold only for
 * these instances.
 */
export function overOf(instances: number, methods: number, alpha: number): Over {
  return instances >= leastPairs(Math.max(1, (methods * (methods - 1)) / 2), alpha) ? 'instances' : 'seeds';
}

/**
 * Groups cases into samples. If samples are instances, all cases of an instance form one sample. If they are seeds,
 * each case is a sample. Even then, all cases of an instance form one sample if the seed made no difference to any
 * method there.
 *
 * @param same functions that return the run of a method on a case
 */
export function groupsOf(
  cases: readonly Case[],
  over: Over,
  same: readonly ((of: Case) => CaseRun)[],
): (readonly Case[])[] {
  return [...groupedBy(cases, ({ instance }) => instance).values()].flatMap((own) =>
    over === 'instances' || same.every((runOn) => isConstant(own.map(runOn))) ? [own] : own.map((one) => [one]),
  );
}

/**
 * Groups cases into samples for the statistics of one method. If samples are instances, the cases of an instance form
 * one sample. If samples are seeds, every case is a sample of its own. There is one exception: if seeds make no
 * difference to the method on any instance, the cases of an instance form one sample, so that instances weigh equally.
 */
export function groupsOfMethod(cases: readonly Case[], over: Over, runOn: (of: Case) => CaseRun): (readonly Case[])[] {
  const instances = [...groupedBy(cases, ({ instance }) => instance).values()];
  const draws = over === 'seeds' && !instances.every((own) => isConstant(own.map(runOn)));
  return draws ? cases.map((one) => [one]) : instances;
}

/**
 * Returns true if the seed makes no difference to the runs of one instance. Their objectives must be equal, apart from
 * floating-point error. Without a time limit, work and trajectories must be equal too.
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

/**
 * Returns the mean of a value over cases, with equal weights of instances; null without cases.
 *
 * @param figureOf returns the value of a case
 */
export function commonMean(cases: readonly Case[], figureOf: (of: Case) => number): CommonMean | null {
  if (cases.length === 0) return null;
  const instances = [...groupedBy(cases, ({ instance }) => instance).values()];
  const means = instances.map((own) => meanInterval(own.map(figureOf)).mean);
  return { cases: cases.length, mean: meanInterval(means).mean };
}

/**
 * Returns the mean value of each group of runs. Runs without a value, and groups in which no run has a value, are left
 * out.
 *
 * @param pick returns a run's value; null if it has none
 */
export function figuresOf(groups: readonly (readonly CaseRun[])[], pick: (run: CaseRun) => number | null): number[] {
  return groups.flatMap((group) => {
    const values = group.map(pick).filter((value) => value !== null);
    return values.length === 0 ? [] : [meanInterval(values).mean];
  });
}

/** Returns the statistics of values (mean, median, extremes) with confidence intervals; null without values. */
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
