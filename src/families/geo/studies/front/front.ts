import { KG_PER_T } from '../../../../../models/units.js';
import { type GeoRunRequest, type ReadyGeo, type SolvedGeo, solveOpenedGeo } from '../../runs/solve.js';
import { solvePoints } from '../../../../studies/points.js';
import { type Asked, evenUsdPerKg, MAX_OVER_EVEN, nextAsked, type Plan, SAME } from './next.js';

/**
 * Trade-off between cost and carbon: the plans found under prices and caps of carbon, and the bounds that all these
 * runs prove together.
 */
export interface GeoFront {
  readonly method: string;
  /** Points under prices, by rising price; then points under caps, by falling cap. */
  readonly points: readonly GeoFrontPoint[];
  /** Positions in `points` of the plans that no other plan beats in both cost and emission, by rising emission. */
  readonly pareto: readonly number[];
}

export interface GeoFrontPoint {
  /** Cap on carbon in this run, kg; null if the run had a price instead. */
  readonly carbonCapKg: number | null;
  /** Price of carbon in this run; null if the run had a cap instead. */
  readonly carbonUsdPerTonne: number | null;
  /** Values by the checker; null if no feasible plan was found. The cost does not include a price of carbon. */
  readonly carbonKg: number | null;
  readonly costUsd: number | null;
  /**
   * Proven bound on the cost of every plan that emits at most `carbonCapKg`, or else `carbonKg`, USD; null if nothing
   * is proven.
   */
  readonly boundUsd: number | null;
  /** Gap (costUsd - boundUsd) / |boundUsd|, a fraction. */
  readonly gap: number | null;
}

/**
 * One run with its plan and its bound. The bound is on cost + price x carbon, for every plan that keeps the cap if one
 * was set.
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
 * Returns a front found by at most `count` runs. The first run has no price of carbon, the second a price at which
 * energy hardly matters. Each further run looks between the two neighbours on the front with the largest area for
 * better plans: first under the price at which both are worth the same, which finds the corners of the convex hull;
 * then under a cap half-way between them, which finds plans behind the hull (only for methods that keep caps). It ends
 * early if no area is left, or when interrupted. `solved`, a run of the same request, is used instead of a new run
 * under its price.
 *
 * A bound B on cost + p x carbon of all plans proves cost >= B - p x carbon. A bound on the cost of plans that emit at
 * most a cap also holds for all lower emissions. The front lies above all of these bounds.
 */
export async function geoFront(
  opened: ReadyGeo,
  request: GeoRunRequest,
  count: number,
  solved?: SolvedGeo,
): Promise<GeoFront> {
  // A method that looks at no cap would find the same plan again.
  const { certifies: keepsCaps } = request.method;
  const known = solved !== undefined && solved.certificate !== null ? runOf(ownPrice(opened), solved) : null;
  const next = (found: readonly AskedRun[]): Asked | null => {
    const n = found.length;
    if (n === count) return null;
    if (n >= 2) return nextAsked(found, keepsCaps);
    return { capKg: null, usdPerKg: n === 0 ? 0 : MAX_OVER_EVEN * evenUsdPerKg(opened.model) };
  };
  const { found } = await solvePoints<Asked, AskedRun>({
    points: (made) => next(made.map(({ answer }) => answer)),
    solve: async (asked) =>
      known !== null && JSON.stringify(known.asked) === JSON.stringify(asked)
        ? known
        : askedRun(opened, request, asked),
    interrupted: request.interrupted,
    nowS: request.nowS,
  });
  const runs = found.map(({ answer }) => answer);
  runs.sort((a, b) => inOrder(a.asked, b.asked));
  const points = runs.map((run) => pointOf(run, runs));
  return { method: request.method.name, points, pareto: nonDominated(points) };
}

function ownPrice({ model }: ReadyGeo): Asked {
  return { capKg: null, usdPerKg: model.carbonUsdPerKg };
}

function inOrder(one: Asked, other: Asked): number {
  if (one.capKg !== null && other.capKg !== null) return other.capKg - one.capKg;
  if (one.capKg !== null || other.capKg !== null) return one.capKg === null ? -1 : 1;
  return one.usdPerKg - other.usdPerKg;
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

function pointOf({ asked: { capKg, usdPerKg }, plan }: AskedRun, runs: readonly AskedRun[]): GeoFrontPoint {
  const reachKg = capKg ?? plan?.carbonKg ?? null;
  const boundUsd = reachKg === null ? null : boundAt(runs, reachKg);
  const costUsd = plan?.costUsd ?? null;
  return {
    carbonCapKg: capKg,
    carbonUsdPerTonne: capKg === null ? KG_PER_T * usdPerKg : null,
    carbonKg: plan?.carbonKg ?? null,
    costUsd,
    boundUsd,
    gap: costUsd === null || boundUsd === null || boundUsd === 0 ? null : (costUsd - boundUsd) / Math.abs(boundUsd),
  };
}

/**
 * Returns the highest proven bound on the cost of plans that emit at most `carbonKg`, USD. Runs with a price prove a
 * bound that falls with emissions; runs with a cap prove a constant one up to their cap.
 */
function boundAt(runs: readonly AskedRun[], carbonKg: number): number | null {
  const proven = runs.flatMap(({ asked: { capKg, usdPerKg }, boundUsd }) =>
    boundUsd === null || (capKg !== null && capKg < carbonKg) ? [] : [boundUsd - usdPerKg * carbonKg],
  );
  return proven.length === 0 ? null : Math.max(...proven);
}

/**
 * Returns the positions of the points that no other point beats. Of plans that differ only by rounding it keeps the one
 * with the best bound.
 */
function nonDominated(points: readonly GeoFrontPoint[]): number[] {
  const plans = points
    .flatMap(({ carbonKg, costUsd, boundUsd }, n) =>
      carbonKg === null || costUsd === null ? [] : [{ n, carbonKg, costUsd, boundUsd: boundUsd ?? -Infinity }],
    )
    .sort((a, b) => a.carbonKg - b.carbonKg || a.costUsd - b.costUsd);
  const kept: (typeof plans)[number][] = [];
  for (const plan of plans) {
    const last = kept.at(-1);
    if (last === undefined || plan.costUsd < last.costUsd - SAME * Math.abs(last.costUsd)) kept.push(plan);
    else if (isSame(plan, last) && plan.boundUsd > last.boundUsd) kept[kept.length - 1] = plan;
  }
  return kept.map(({ n }) => n);
}

function isSame(one: Plan, other: Plan): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b));
  return near(one.carbonKg, other.carbonKg) && near(one.costUsd, other.costUsd);
}
