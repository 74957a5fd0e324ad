import { type Resampler, resampler } from '../../experiments/bootstrap.js';
import { LEVEL } from '../../experiments/statistics.js';
import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import type { Budget } from '../plan/study.js';
import type { BudgetAnalysis, ClassAnalysis, FailureCount, StudyAnalysis } from './analysis.js';
import {
  budgetKey,
  type Case,
  type CaseRun,
  classesOf,
  type ClassesBy,
  inOrder,
  methodOf,
  type RunClass,
} from './cases.js';
import { classNames } from './class-names.js';
import type { BudgetContext } from './context.js';
import { anytimeOf, dataProfiles, performanceProfiles } from './curves.js';
import { methodStatistics } from './methods.js';
import { overOf } from './observations.js';
import { pairStatistics } from './pairs.js';
import { rankingOf } from './ranking.js';
import { saturation, verdictOf } from './verdict.js';

/** Relative gap up to which a case counts as solved. Our choice: the usual tolerance of MIP solvers. */
export const GAP_TOLERANCE = 1e-4;

export interface AnalysisOptions {
  /**
   * Runs of the study. If given, only their records are analysed, in this order, and runs without a record count as
   * missing. By default all records are analysed.
   */
  readonly runs?: readonly StudyRun[];
  /** False if results must not depend on measured times. */
  readonly withTimes?: boolean;
  readonly classesBy?: ClassesBy;
  /** Confidence level of intervals; tests have the significance level 1 - confidence. */
  readonly confidence?: number;
  readonly gapTolerance?: number;
  /** Seed of the bootstrap's random numbers. */
  readonly seed?: number;
  readonly resamples?: number;
}

/**
 * Returns the statistics of a study from its records, in any order (docs/studies/statistics.md).
 *
 * @throws RangeError for a confidence outside 0 ... 1 or an invalid number of resamples.
 */
export function analyse(records: readonly RunRecord[], options: AnalysisOptions = {}): StudyAnalysis {
  const { runs = null, classesBy = 'instance', confidence = LEVEL, seed = 1 } = options;
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`No interval has the confidence ${confidence}`);
  const ordered = inOrder(records, runs);
  const classes = classesOf(ordered, classesBy, runs !== null);
  const names = classNames(classes);
  const order = classes.map((_, n) => n);
  if (runs === null) order.sort((one, other) => (names[one]! < names[other]! ? -1 : 1));
  const source = resampler(seed, options.resamples);
  return {
    confidence,
    classes: order.map((n) => classAnalysis(classes[n]!, names[n]!, source, options)),
    failures: failuresOf(ordered, runs !== null),
    missing: runs === null ? 0 : runs.length - ordered.length,
    warnings: order.flatMap((n) => classes[n]!.warnings),
  };
}

function classAnalysis(runClass: RunClass, name: string, source: Resampler, options: AnalysisOptions): ClassAnalysis {
  const contexts = runClass.budgets.map((budget) => contextOf(runClass, budget, source, options));
  const { family, unit, better, rules, methods, cases } = runClass;
  return {
    name,
    family,
    objectiveUnit: unit,
    better,
    ...(rules === null ? {} : { rules }),
    methods,
    cases: cases.map(({ key, cell, bound, best }) => ({ key, cell, bound, best })),
    budgets: contexts.map(budgetAnalysis),
    performance: contexts.flatMap(performanceProfiles),
    data: contexts.flatMap(dataProfiles),
    anytime: anytimeOf(contexts.at(-1)!),
  };
}

function contextOf(
  runClass: RunClass,
  budget: Budget,
  source: Resampler,
  { withTimes = true, confidence = LEVEL, gapTolerance = GAP_TOLERANCE }: AnalysisOptions,
): BudgetContext {
  const key = budgetKey(budget);
  const runs = runClass.runs.filter((run) => run.budget === key);
  const byMethod = new Map<string, Map<Case, CaseRun>>();
  for (const run of runs) {
    const ofMethod = byMethod.get(run.method) ?? new Map<Case, CaseRun>();
    byMethod.set(run.method, ofMethod.set(run.of, run));
  }
  const methods = runClass.methods.filter((method) => byMethod.has(method));
  const complete = runClass.cases.filter((one) => methods.every((method) => byMethod.get(method)!.has(one)));
  const instances = new Set(complete.map(({ instance }) => instance)).size;
  return {
    runClass,
    budget,
    runs,
    byMethod,
    methods,
    complete,
    withTimes,
    confidence,
    gapTolerance,
    over: overOf(instances, methods.length, 1 - confidence),
    resampler: source,
  };
}

function budgetAnalysis(context: BudgetContext): BudgetAnalysis {
  const saturated = saturation(context);
  const pairs = pairStatistics(context, saturated !== null);
  const verdict = verdictOf(context, pairs, saturated);
  return {
    budget: context.budget,
    over: context.over,
    methods: context.methods.map((method) => methodStatistics(method, context)),
    pairs,
    ranking: rankingOf(context, pairs),
    ...verdict,
  };
}

/**
 * Returns the numbers of failed runs by family, method and reason: in the order of the study if `planned`, otherwise
 * alphabetically.
 */
function failuresOf(ordered: readonly RunRecord[], planned: boolean): FailureCount[] {
  const found = new Map<string, FailureCount>();
  for (const record of ordered) {
    const { failure } = record.outcome;
    if (failure === null) continue;
    const [method, { family }, { reason, message }] = [methodOf(record), record.run, failure];
    const place = JSON.stringify([family, method, reason]);
    const known = found.get(place) ?? { family, method, reason, runs: 0, key: record.key, message };
    found.set(place, { ...known, runs: known.runs + 1 });
  }
  const counts = [...found];
  if (!planned) counts.sort(([one], [other]) => (one < other ? -1 : 1));
  return counts.map(([, count]) => count);
}
