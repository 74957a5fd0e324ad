import { type GeoRunRequest, type ReadyGeo, solveOpenedGeo } from '../../runs/geo/solve.js';

/** Trade-off between cost and carbon: plans found under prices of carbon, and what the bounds under all these prices prove together. */
export interface GeoFront {
  readonly method: string;
  /** By rising price of carbon. */
  readonly points: readonly GeoFrontPoint[];
  /** Positions in `points` of the plans that no other is better than in both, by rising emission. */
  readonly pareto: readonly number[];
}

export interface GeoFrontPoint {
  /** The instance's cap on emissions, kg, or null. */
  readonly carbonCapKg: number | null;
  /** The price the plan was sought under. */
  readonly carbonUsdPerTonne: number;
  /** By the checker; null where no feasible plan was found. The cost is without any price of carbon. */
  readonly carbonKg: number | null;
  readonly costUsd: number | null;
  /** Every plan that emits at most `carbonKg` costs at least this, USD; null if nothing is proven. */
  readonly boundUsd: number | null;
  /** (costUsd - boundUsd) / |boundUsd|. */
  readonly gap: number | null;
}

/** A run under one price: its plan, and the bound on cost + price x carbon of every plan. */
interface PricedRun {
  readonly usdPerKg: number;
  readonly carbonKg: number | null;
  readonly costUsd: number | null;
  readonly boundUsd: number | null;
}

/** Under this many times the price at which carbon weighs as much as energy, energy hardly counts. */
const MOST_OVER_EVEN = 100;
const SAME = 1e-9;

/** Whether any energy is known to emit anything. */
export function knowsCarbon({ problem }: ReadyGeo): boolean {
  return problem.centres.some(({ gramsPerKwh }) => gramsPerKwh.some((grams) => grams > 0));
}

/**
 * At most `count` runs, each under a price of its own: none, one at which energy hardly counts, then again and again the one at which the two
 * neighbours with the largest room between them are worth the same. Ends early where no two have room between them, and when interrupted.
 *
 * A bound B on cost + p x carbon of all plans proves cost >= B - p x carbon, so the front lies above all these lines.
 */
export async function geoFront(opened: ReadyGeo, request: GeoRunRequest, count: number): Promise<GeoFront> {
  const runs: PricedRun[] = [];
  for (let n = 0; n < count && !request.interrupted(); n++) {
    const usdPerKg = n === 0 ? 0 : n === 1 ? MOST_OVER_EVEN * evenUsdPerKg(opened) : nextUsdPerKg(runs);
    if (usdPerKg === null) break;
    runs.push(await pricedRun(opened, request, usdPerKg));
  }
  runs.sort((a, b) => a.usdPerKg - b.usdPerKg);
  const { carbonCapKg } = opened.problem;
  const points = runs.map(({ usdPerKg, carbonKg, costUsd }): GeoFrontPoint => {
    const boundUsd = carbonKg === null ? null : boundAt(runs, carbonKg);
    return {
      carbonCapKg: Number.isFinite(carbonCapKg) ? carbonCapKg : null,
      carbonUsdPerTonne: 1000 * usdPerKg,
      carbonKg,
      costUsd,
      boundUsd,
      gap: costUsd === null || boundUsd === null || boundUsd === 0 ? null : (costUsd - boundUsd) / Math.abs(boundUsd),
    };
  });
  return { method: request.method.name, points, pareto: nonDominated(points) };
}

async function pricedRun(opened: ReadyGeo, request: GeoRunRequest, usdPerKg: number): Promise<PricedRun> {
  const rules = { ...opened.instance.rules, carbonUsdPerTonne: 1000 * usdPerKg };
  const instance = { ...opened.instance, rules };
  const problem = { ...opened.problem, instance, carbonUsdPerKg: usdPerKg };
  const { record } = await solveOpenedGeo({ ...request, withBound: true }, { ...opened, instance, problem });
  const { feasible, objective, carbonKg, bound } = record.result;
  const found = feasible && objective !== null && carbonKg !== null;
  return {
    usdPerKg,
    carbonKg: found ? carbonKg : null,
    costUsd: found ? objective - usdPerKg * carbonKg : null,
    boundUsd: bound,
  };
}

/** At which a kWh costs as much for its carbon as for itself, both on average. */
function evenUsdPerKg({ problem }: ReadyGeo): number {
  const { usd, kg } = problem.centres.reduce(
    (sums, { usdPerKwh, gramsPerKwh }) => ({
      usd: sums.usd + usdPerKwh.reduce((sum, price) => sum + Math.abs(price), 0),
      kg: sums.kg + gramsPerKwh.reduce((sum, grams) => sum + grams / 1000, 0),
    }),
    { usd: 0, kg: 0 },
  );
  return kg > 0 && usd > 0 ? usd / kg : 1;
}

/** The price at which two neighbours on the front cost the same, where they have most room between them; null where none has any. */
function nextUsdPerKg(runs: readonly PricedRun[]): number | null {
  const plans = runs.flatMap(({ carbonKg, costUsd }) =>
    carbonKg === null || costUsd === null ? [] : [{ carbonKg, costUsd }],
  );
  const front = plans
    .filter((one) => !plans.some((other) => other !== one && isBetter(other, one)))
    .sort((a, b) => a.carbonKg - b.carbonKg);
  let most = 0;
  let price: number | null = null;
  for (const [n, { carbonKg, costUsd }] of front.entries()) {
    const next = front[n + 1];
    if (next === undefined) break;
    const [savedUsd, moreKg] = [costUsd - next.costUsd, next.carbonKg - carbonKg];
    if (savedUsd <= SAME * Math.abs(costUsd) || moreKg <= SAME * carbonKg) continue;
    const between = savedUsd / moreKg;
    // Asked before: nothing lies between these two that a price would find.
    if (runs.some(({ usdPerKg }) => Math.abs(usdPerKg - between) <= 1e-6 * between)) continue;
    if (savedUsd * moreKg > most) [most, price] = [savedUsd * moreKg, between];
  }
  return price;
}

function isBetter(
  one: { readonly carbonKg: number; readonly costUsd: number },
  other: { readonly carbonKg: number; readonly costUsd: number },
): boolean {
  return (
    one.carbonKg <= other.carbonKg &&
    one.costUsd <= other.costUsd &&
    (one.carbonKg < other.carbonKg || one.costUsd < other.costUsd)
  );
}

/** The highest of the proven lines at an emission: plans with less emit no more, and the lines fall. */
function boundAt(runs: readonly PricedRun[], carbonKg: number): number | null {
  const proven = runs.flatMap(({ usdPerKg, boundUsd }) => (boundUsd === null ? [] : [boundUsd - usdPerKg * carbonKg]));
  return proven.length === 0 ? null : Math.max(...proven);
}

function nonDominated(points: readonly GeoFrontPoint[]): number[] {
  const plans = points.flatMap(({ carbonKg, costUsd }, n) =>
    carbonKg === null || costUsd === null ? [] : [{ n, carbonKg, costUsd }],
  );
  return plans
    .filter((one) => !plans.some((other) => isBetter(other, one)))
    .filter(
      (one) =>
        !plans.some((other) => other.n < one.n && other.carbonKg === one.carbonKg && other.costUsd === one.costUsd),
    )
    .sort((a, b) => a.carbonKg - b.carbonKg)
    .map(({ n }) => n);
}
