import { KG_PER_T } from '../../../../../models/units.js';
import { type GeoRunRequest, type ReadyGeo, type SolvedGeo, solveOpenedGeo } from '../../runs/solve.js';
import { solvePoints } from '../../../../studies/points.js';
import { type Asked, type AskedRun, evenUsdPerKg, MAX_OVER_EVEN, nextAsked, SAME } from './next.js';

/**
 * Result of `geoFront`: points of cost and emissions found by runs with several carbon prices and caps
 * (docs/geo/results.md). Runs with a price come first, by rising price, then runs with a cap, by falling cap.
 */
export type GeoFront = Awaited<ReturnType<typeof geoFront>>;

/** Returns true if the energy of any centre causes emissions. */
export function knowsCarbon({ model }: ReadyGeo): boolean {
  return model.centres.some(({ gramsPerKwh }) => gramsPerKwh.some((grams) => grams > 0));
}

/**
 * Returns a front of cost and carbon found by at most `count` runs; `solved` stands for the run at the instance's own
 * carbon price.
 *
 * The first run has the carbon price 0. The second run has a price at which the cost of energy hardly matters. Each
 * further run searches between the two neighbouring plans with the largest area: first under the price at which both
 * cost the same, which finds corners of the convex hull. Then a cap half-way between them finds plans behind the hull
 * (only for methods that keep caps).
 */
export async function geoFront(opened: ReadyGeo, request: GeoRunRequest, count: number, solved?: SolvedGeo) {
  const ownPrice: Asked = { capKg: null, usdPerKg: opened.model.carbonUsdPerKg };
  const known = solved === undefined || solved.certificate === null ? null : runOf(ownPrice, solved);
  const { found } = await solvePoints<Asked, ReturnType<typeof runOf>>({
    ...request,
    points: (made) => {
      const n = made.length;
      if (n === count) return null;
      if (n < 2) return { capKg: null, usdPerKg: n === 0 ? 0 : MAX_OVER_EVEN * evenUsdPerKg(opened.model) };
      const runs = made.map(({ answer }) => answer);
      return nextAsked(runs, request.method.certifies);
    },
    solve: async (asked) =>
      JSON.stringify(known?.asked) === JSON.stringify(asked)
        ? known
        : runOf(asked, await solveOpenedGeo({ ...request, withBound: true }, varied(opened, asked))),
  });
  const runs = found.map(({ answer }) => answer);
  const keyOf = ({ asked: { capKg, usdPerKg } }: AskedRun): number => (capKg === null ? usdPerKg : -capKg);
  const isCapped = ({ asked }: AskedRun): number => Number(asked.capKg !== null);
  const points = runs
    .toSorted((one, other) => isCapped(one) - isCapped(other) || keyOf(one) - keyOf(other))
    .map((run) => pointOf(run, runs));
  return { method: request.method.name, points, pareto: nonDominated(points) };
}

/** Returns the instance with another carbon price, and with a cap if one is asked for. */
function varied(opened: ReadyGeo, { capKg, usdPerKg }: Asked): ReadyGeo {
  const rules = { ...opened.instance.rules, carbonUsdPerTonne: KG_PER_T * usdPerKg };
  const instance = { ...opened.instance, rules: capKg === null ? rules : { ...rules, carbonCapKg: capKg } };
  const carbonCapKg = capKg ?? opened.model.carbonCapKg;
  return { ...opened, instance, model: { ...opened.model, instance, carbonUsdPerKg: usdPerKg, carbonCapKg } };
}

/** Returns a run with its plan, and its lower bound on cost + price x carbon of all plans that keep its cap, USD. */
function runOf(asked: Asked, { record: { result } }: SolvedGeo): AskedRun & { readonly boundUsd: number | null } {
  const { feasible, objective, carbonKg, bound } = result;
  const isFound = feasible && objective !== null && carbonKg !== null;
  const plan = isFound ? { carbonKg, costUsd: objective - asked.usdPerKg * carbonKg } : null;
  return { asked, plan, boundUsd: bound };
}

/**
 * Returns a run's plan as a point of the front. A lower bound B on cost + p x carbon proves cost >= B - p x carbon, and
 * a bound under a cap holds for all lower emissions. The greatest of the bounds that all runs prove is taken.
 */
function pointOf({ asked: { capKg, usdPerKg }, plan }: AskedRun, runs: readonly ReturnType<typeof runOf>[]) {
  const reachKg = capKg ?? plan?.carbonKg ?? null;
  const proven = runs.flatMap(({ asked, boundUsd }) =>
    reachKg === null || boundUsd === null || (asked.capKg !== null && asked.capKg < reachKg)
      ? []
      : [boundUsd - asked.usdPerKg * reachKg],
  );
  const boundUsd = proven.length === 0 ? null : Math.max(...proven);
  return {
    carbonCapKg: capKg,
    carbonUsdPerTonne: capKg === null ? KG_PER_T * usdPerKg : null,
    carbonKg: plan?.carbonKg ?? null,
    costUsd: plan?.costUsd ?? null,
    boundUsd,
    gap: plan === null || !boundUsd ? null : (plan.costUsd - boundUsd) / Math.abs(boundUsd),
  };
}

/**
 * Returns the indices of the points that no other point beats in both cost and emissions, by rising emissions. If plans
 * differ only by rounding, the one with the best bound is kept.
 */
function nonDominated(points: readonly ReturnType<typeof pointOf>[]): number[] {
  const plans = points
    .flatMap(({ carbonKg, costUsd, boundUsd }, n) =>
      carbonKg === null || costUsd === null ? [] : [{ n, carbonKg, costUsd, boundUsd: boundUsd ?? -Infinity }],
    )
    .sort((a, b) => a.carbonKg - b.carbonKg || a.costUsd - b.costUsd);
  const isLess = (a: number, b: number): boolean => a < b - SAME * Math.abs(b);
  const kept: (typeof plans)[number][] = [];
  for (const plan of plans) {
    const last = kept.at(-1);
    if (last === undefined || isLess(plan.costUsd, last.costUsd)) kept.push(plan);
    else if (isLess(last.carbonKg, plan.carbonKg) || isLess(last.costUsd, plan.costUsd)) continue;
    else if (plan.boundUsd > last.boundUsd) kept[kept.length - 1] = plan;
  }
  return kept.map(({ n }) => n);
}
