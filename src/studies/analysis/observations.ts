import { bcaOfMean, type Resampler } from '../../experiments/bootstrap.js';
import { ascending, medianInterval, quantileOfSorted } from '../../experiments/quantiles.js';
import { meanInterval } from '../../experiments/statistics.js';
import type { CommonMean, Spread } from './analysis.js';
import { groupedBy } from './grouped-by.js';
import { type Case, type CaseRun, TIE } from './cases.js';
import { wayOf } from './independent.js';

/** Sample unit of intervals and tests: the instance, or the random seed on fixed instances. */
export type Over = 'instances' | 'seeds';

/**
 * Returns the least number n of samples with which a signed-rank test can be significant, if Holm's adjustment is made
 * for `pairs` pairs of methods: 2^(1 - n) <= alpha / pairs.
 */
export function leastPairs(pairs: number, alpha: number): number {
  return Math.ceil(1 - Math.log2(alpha / pairs) - 1e-9);
}

/**
 * Returns the sample unit for the tests of a class. It is the instance if there are enough instances for a test,
 * because runs of one instance are similar. Otherwise it is the seed, and findings hold only for these instances.
 */
export function overOf(instances: number, methods: number, alpha: number): Over {
  return instances >= leastPairs(Math.max(1, (methods * (methods - 1)) / 2), alpha) ? 'instances' : 'seeds';
}

/**
 * Groups the cases into samples. With instances as samples, the cases of an instance form one sample. With seeds as
 * samples, the cases of an instance form one sample only if seeds make no difference to any of the given runs.
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
 * Groups the cases into samples for the statistics of one method. With instances as samples, the cases of an instance
 * form one sample. With seeds as samples, this is so only if seeds make no difference to the method on any instance, so
 * that all instances have equal weight.
 */
export function groupsOfMethod(cases: readonly Case[], over: Over, runOn: (of: Case) => CaseRun): (readonly Case[])[] {
  const instances = [...groupedBy(cases, ({ instance }) => instance).values()];
  const draws = over === 'seeds' && !instances.every((own) => isConstant(own.map(runOn)));
  return draws ? cases.map((one) => [one]) : instances;
}

/**
 * Returns true if the seed made no difference between runs of an instance. Such runs have the same objective, apart from
 * floating-point error. Without a time limit they also have equal work and trajectories.
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

/** Returns the mean of a quantity over cases, in which all instances have equal weights. Null if there are no cases. */
export function commonMean(cases: readonly Case[], figureOf: (of: Case) => number): CommonMean | null {
  if (cases.length === 0) return null;
  const instances = [...groupedBy(cases, ({ instance }) => instance).values()];
  const means = instances.map((own) => meanInterval(own.map(figureOf)).mean);
  return { cases: cases.length, mean: meanInterval(means).mean };
}

/** Returns the mean of a quantity over the runs of each group. Groups without any value are left out. */
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
