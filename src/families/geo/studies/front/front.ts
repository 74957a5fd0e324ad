import { KG_PER_T } from '../../../../../models/units.js';
import { type GeoRunRequest, type ReadyGeo, type SolvedGeo, solveOpenedGeo } from '../../runs/solve.js';
import { solvePoints } from '../../../../studies/points.js';
import { type Asked, evenUsdPerKg, MAX_OVER_EVEN, nextAsked, type Plan, SAME } from './next.js';

/** Trade-off between cost and carbon. Its fields are explained in docs/geo/results.md. */
export type GeoFront = Awaited<ReturnType<typeof geoFront>>;

/**
 * A run made for the front, with its plan. Its bound is a lower bound on cost + price x carbon, over all plans that
 * keep the cap if one was set.
 */
interface AskedRun {
  readonly asked: Asked;
  readonly plan: Plan | null;
  readonly boundUsd: number | null;
}

/** Returns true if the energy of any centre causes emissions. */
export function knowsCarbon({ model }: ReadyGeo): boolean {
  return model.centres.some(({ gramsPerKwh }) => gramsPerKwh.some((grams) => grams > 0));
}

/**
 * Returns a front of cost and carbon found by at most `count` runs. If `solved`, a run of the same request, is given,
 * it replaces the run with its carbon price.
 *
 * The first run has no price of carbon, the second a price at which energy hardly matters. Each further run searches
 * for a better plan between two neighbours on the front: those with the largest area in which one may exist.
 *
 * It first searches under the carbon price at which both neighbours cost the same, which finds the corners of the
 * convex hull. Then it searches under a cap half-way between them, which finds plans behind the hull (only for methods
 * that keep caps). The search ends early if no area is left or when interrupted.
 *
 * A lower bound B on cost + p x carbon of all plans proves cost >= B - p x carbon. A lower bound on the cost of plans
 * that emit at most a cap also holds for all lower emissions. The front lies above all of these bounds.
 */
export async function geoFront(opened: ReadyGeo, request: GeoRunRequest, count: number, solved?: SolvedGeo) {
  // A method that looks at no cap would find the same plan again.
  const { certifies: keepsCaps } = request.method;
  const ownPrice: Asked = { capKg: null, usdPerKg: opened.model.carbonUsdPerKg };
  const known = solved !== undefined && solved.certificate !== null ? runOf(ownPrice, solved) : null;
  const { found } = await solvePoints<Asked, AskedRun>({
    points: (made) => {
      const n = made.length;
      if (n === count) return null;
      if (n < 2) return { capKg: null, usdPerKg: n === 0 ? 0 : MAX_OVER_EVEN * evenUsdPerKg(opened.model) };
      return nextAsked(
        made.map(({ answer }) => answer),
        keepsCaps,
      );
    },
    solve: async (asked) =>
      known !== null && JSON.stringify(known.asked) === JSON.stringify(asked)
        ? known
        : askedRun(opened, request, asked),
    interrupted: request.interrupted,
    nowS: request.nowS,
  });
  const runs = found.map(({ answer }) => answer);
  const underPrices = runs.filter(({ asked: { capKg } }) => capKg === null);
  const underCaps = runs.filter(({ asked: { capKg } }) => capKg !== null);
  const points = [
    ...underPrices.sort((a, b) => a.asked.usdPerKg - b.asked.usdPerKg),
    ...underCaps.sort((a, b) => b.asked.capKg! - a.asked.capKg!),
  ].map((run) => pointOf(run, runs));
  return { method: request.method.name, points, pareto: nonDominated(points) };
}

async function askedRun(opened: ReadyGeo, request: GeoRunRequest, asked: Asked): Promise<AskedRun> {
  const { capKg, usdPerKg } = asked;
  const own = opened.instance.rules;
  const rules = { ...own, carbonUsdPerTonne: KG_PER_T * usdPerKg, ...(capKg === null ? {} : { carbonCapKg: capKg }) };
  const instance = { ...opened.instance, rules };
  const carbonCapKg = capKg ?? opened.model.carbonCapKg;
  const model = { ...opened.model, instance, carbonUsdPerKg: usdPerKg, carbonCapKg };
  return runOf(asked, await solveOpenedGeo({ ...request, withBound: true }, { ...opened, instance, model }));
}

function runOf(asked: Asked, { record: { result } }: SolvedGeo): AskedRun {
  const { feasible, objective, carbonKg, bound } = result;
  const found = feasible && objective !== null && carbonKg !== null;
  return { asked, plan: found ? { carbonKg, costUsd: objective - asked.usdPerKg * carbonKg } : null, boundUsd: bound };
}

/**
 * Returns a run's plan as a point of the front. Its bound is the greatest lower bound that any run proves on the cost
 * of plans with at most these emissions. Runs with a price prove a bound that falls with emissions; runs with a cap
 * prove a constant one up to their cap.
 */
function pointOf({ asked: { capKg, usdPerKg }, plan }: AskedRun, runs: readonly AskedRun[]) {
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
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b));
  const kept: (typeof plans)[number][] = [];
  for (const plan of plans) {
    const last = kept.at(-1);
    const isSame = last !== undefined && near(plan.carbonKg, last.carbonKg) && near(plan.costUsd, last.costUsd);
    if (last === undefined || plan.costUsd < last.costUsd - SAME * Math.abs(last.costUsd)) kept.push(plan);
    else if (isSame && plan.boundUsd > last.boundUsd) kept[kept.length - 1] = plan;
  }
  return kept.map(({ n }) => n);
}
