import { binomialShare } from '../../experiments/binomial.js';
import { shiftedGeometricMean } from '../../experiments/geometric.js';
import { primalIntegral } from '../../experiments/profiles.js';
import type { CommonMean, MethodStatistics, ShiftedMean } from './analysis.js';
import { type Case, type CaseRun, TIE } from './cases.js';
import type { BudgetContext } from './context.js';
import { axisOf, horizonOf, pathOf, stepsOf, timeOf } from './effort.js';
import { commonMean, figuresOf, groupsOfMethod, spreadOf } from './observations.js';

/**
 * Shift of the geometric mean of gaps, a fraction. Our choice: planners do not distinguish gaps far below one per cent.
 */
export const GAP_SHIFT = 0.01;
/**
 * Shift of the geometric mean of times, s. Our choice: planners do not distinguish times far below a second. Benchmarks
 * with runs of hours use 10 s.
 */
export const TIME_SHIFT_S = 1;
/** Relative gaps for which the share of runs with at most that gap is reported. */
export const SUCCESS_GAPS: readonly number[] = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25];

/** Returns the statistics of a method under one budget (time or step limit). */
export function methodStatistics(method: string, context: BudgetContext): MethodStatistics {
  const { runClass, budget, byMethod, over, withTimes, resampler, confidence } = context;
  const byCase = byMethod.get(method) ?? new Map<Case, CaseRun>();
  const runs = runClass.cases.flatMap((one) => byCase.get(one) ?? []);
  const cases = runs.map(({ of }) => of);
  const runOn = (of: Case): CaseRun => byCase.get(of)!;
  const groups = groupsOfMethod(cases, over, runOn).map((group) => group.map(runOn));
  // A share counts what happened or did not: every seed unless the method draws nothing.
  const trials = groupsOfMethod(cases, 'seeds', runOn).map(([first]) => runOn(first!));
  const axis = axisOf(budget, withTimes);
  const horizon = horizonOf(context.runs, budget, axis);
  const integralOf = (run: CaseRun): number | null =>
    horizon === null || !run.isRated ? null : primalIntegral(pathOf(run, axis, runClass.sign), horizon) / horizon;
  const spread = (pick: (run: CaseRun) => number | null): MethodStatistics['gap'] =>
    spreadOf(figuresOf(groups, pick), resampler, confidence);
  const gaps = figuresOf(groups, ({ gap }) => gap);
  const times = withTimes ? figuresOf(groups, timeOf) : [];
  const rated = trials.filter(({ isRated }) => isRated);
  return {
    method,
    runs: runs.length,
    feasible:
      trials.length === 0
        ? null
        : binomialShare(trials.filter(({ plan }) => plan !== null).length, trials.length, confidence),
    objective: spread(({ plan }) => plan),
    gap: spreadOf(gaps, resampler, confidence),
    objectiveCommon: commonOf(byCase, context, ({ plan }) => plan),
    gapCommon: commonOf(byCase, context, ({ gap }) => gap),
    gapGeometric: shifted(gaps, GAP_SHIFT),
    timeS: spreadOf(times, resampler, confidence),
    timeGeometricS: shifted(times, TIME_SHIFT_S),
    steps: spread(stepsOf),
    primalIntegral: spread(integralOf),
    successes:
      rated.length === 0
        ? []
        : SUCCESS_GAPS.map((gap) => ({
            gap,
            share: binomialShare(
              rated.filter((run) => run.gap !== null && run.gap <= gap + TIE).length,
              rated.length,
              confidence,
            ),
          })),
  };
}

/**
 * Returns the mean of a method's values over the cases in which every method has a value. Methods without any value are
 * ignored. Null if this method has no value, or if there is no such case.
 *
 * @param pick returns a run's value; null if it has none
 */
function commonOf(
  own: ReadonlyMap<Case, CaseRun>,
  { runClass, byMethod }: BudgetContext,
  pick: (run: CaseRun) => number | null,
): CommonMean | null {
  const figure = (byCase: ReadonlyMap<Case, CaseRun>, of: Case): number | null => {
    const run = byCase.get(of);
    return run === undefined ? null : pick(run);
  };
  const having = [...byMethod.values()].filter((byCase) => [...byCase.values()].some((run) => pick(run) !== null));
  if (!having.includes(own)) return null;
  const common = runClass.cases.filter((of) => having.every((byCase) => figure(byCase, of) !== null));
  return commonMean(common, (of) => figure(own, of)!);
}

function shifted(values: readonly number[], shift: number): ShiftedMean | null {
  return values.length === 0 ? null : { mean: shiftedGeometricMean(values, shift), shift };
}
