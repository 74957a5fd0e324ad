import { type GapStep, performanceRatios, profileSteps } from '../../experiments/profiles.js';
import { ascending, quantileOfSorted } from '../../experiments/quantiles.js';
import type { Anytime, ProfileCurve } from './analysis.js';
import { TIE } from './cases.js';
import type { BudgetContext } from './context.js';
import { type Axis, axisOf, horizonOf, pathOf, shortfallOf } from './effort.js';
import { GAP_SHIFT } from './methods.js';

/**
 * Maximum relative distance of a plan to the bound at which its case counts as solved in a data profile. Our choice:
 * planners would accept such a plan.
 */
export const DATA_TOLERANCE = 0.01;
/** Number of points of the curves of gap over effort. */
const POINTS = 60;
/**
 * Lower end of the logarithmic effort axis, for effort in seconds and in steps. Our choice: clocks are too coarse below
 * 0.01 s.
 */
const EARLIEST = { seconds: 0.01, steps: 1 };

/**
 * Returns each method's performance profile: the share of cases in which the method's cost is at most x times the least
 * cost of any method. The cost of a run is its relative distance to the bound plus GAP_SHIFT.
 */
export function performanceProfiles({ runClass, budget, methods, complete, byMethod }: BudgetContext): ProfileCurve[] {
  if (complete.length === 0) return [];
  const costs = complete.map((one) => {
    const row = methods.map((method) => shortfallOf(byMethod.get(method)!.get(one)!, runClass.sign) + GAP_SHIFT);
    // What differs by rounding is best together, else ties are counted for one of them alone.
    const least = Math.min(...row);
    return row.map((cost) => (cost <= least + TIE ? least : cost));
  });
  const ratios = performanceRatios(costs);
  return methods.map((method, n) => ({
    method,
    budget,
    points: profileSteps(
      ratios.map((row) => row[n]!),
      complete.length,
    ),
  }));
}

/**
 * Returns each method's data profile: the share of cases solved with at most an effort x. A case is solved by a plan
 * within DATA_TOLERANCE of the bound or, without a bound, of the best known plan.
 */
export function dataProfiles(context: BudgetContext): ProfileCurve[] {
  const { runClass, budget, methods, complete, byMethod, withTimes } = context;
  if (complete.length === 0) return [];
  const axis = axisOf(budget, withTimes);
  return methods.map((method) => {
    const efforts = complete.map((one) => {
      const path = pathOf(byMethod.get(method)!.get(one)!, axis, runClass.sign);
      return path.find(({ gap }) => gap <= DATA_TOLERANCE + TIE)?.at ?? Infinity;
    });
    return { method, budget, points: profileSteps(efforts, complete.length) };
  });
}

/**
 * Returns each method's gap by effort, over the cases with a bound on which all methods ran; null if there are none.
 */
export function anytimeOf(context: BudgetContext): Anytime | null {
  const { runClass, budget, runs, methods, complete, byMethod, withTimes } = context;
  const axis = axisOf(budget, withTimes);
  const end = horizonOf(runs, budget, axis);
  const cases = complete.filter(({ bound }) => bound !== null);
  if (cases.length === 0 || end === null) return null;
  const pathsOf = (method: string) => cases.map((one) => pathOf(byMethod.get(method)!.get(one)!, axis, runClass.sign));
  return gapsOverEffort(
    axis,
    end,
    methods.map((method) => ({ method, paths: pathsOf(method) })),
  );
}

/**
 * Returns median and quartiles of the gaps of each method's runs over effort, up to `end`. A value is null at efforts
 * at which too few runs have a plan for this quantile.
 *
 * @param methods for each method, the gap of each of its runs as a step function of effort
 */
export function gapsOverEffort(
  axis: Axis,
  end: number,
  methods: readonly { readonly method: string; readonly paths: readonly (readonly GapStep[])[] }[],
): Anytime {
  const at = end > 0 && methods.length > 0 ? effortsTo(end, axis) : [];
  const curves = methods.map(({ method, paths }) => {
    const [low, median, high] = [0.25, 0.5, 0.75].map((share) => gapsAt(at, paths, share));
    return { method, median: median!, low: low!, high: high! };
  });
  return { axis, at, curves };
}

/**
 * Returns the efforts at which curves have points, evenly spaced on a logarithmic axis up to `end`. Steps are whole
 * numbers, so few steps have fewer points.
 */
function effortsTo(end: number, axis: Axis): number[] {
  const start = Math.min(EARLIEST[axis], end / 10);
  const efforts = Array.from({ length: POINTS }, (_, n) =>
    n === POINTS - 1 ? end : start * (end / start) ** (n / (POINTS - 1)),
  );
  return axis === 'seconds' ? efforts : [...new Set(efforts.map((steps) => Math.ceil(steps - 1e-9)))];
}

/**
 * Returns the quantile `share` of the gaps of runs at each effort; null where this quantile falls on a run without a
 * plan.
 */
function gapsAt(at: readonly number[], paths: readonly (readonly GapStep[])[], share: number): (number | null)[] {
  return at.map((effort) => {
    const gaps = paths.map((path) => path.findLast((step) => step.at <= effort)?.gap ?? Infinity);
    const gap = quantileOfSorted(ascending(gaps), share);
    return Number.isFinite(gap) ? gap : null;
  });
}
