import { G_PER_KG } from '../../../../../models/units.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { paretoFront } from '../../../../studies/sweep/pareto.js';

/**
 * What a run of the front minimizes: cost plus carbon at `usdPerKg` or, with `usdPerKg` 0, cost under the cap `capKg`.
 */
export interface Asked {
  readonly capKg: number | null;
  readonly usdPerKg: number;
}

export interface Plan {
  readonly carbonKg: number;
  readonly costUsd: number;
}

/** A run: what it was asked to minimize, and its plan, if it found one. */
export interface AskedRun {
  readonly asked: Asked;
  readonly plan: Plan | null;
}

/**
 * Maximum carbon price tried, as a multiple of `evenUsdPerKg`. At higher prices the cost of energy would hardly matter.
 */
export const MAX_OVER_EVEN = 100;
/** Largest relative difference at which two costs, or two emissions, count as equal. */
export const SAME = 1e-9;
/** Largest relative difference at which two prices count as the same. */
const SAME_PRICE = 1e-6;
/**
 * Smallest difference between the emissions of neighbouring plans for which a cap between them is tried, as a fraction
 * of the front's range of emissions.
 */
const NARROW = 1e-3;

/**
 * Returns the carbon price at which the carbon of a kWh costs on average as much as its energy, USD/kg. The price is 1
 * if the mean energy price or the mean carbon intensity is 0.
 */
export function evenUsdPerKg({ centres }: GeoModel): number {
  const total = (of: (centre: GeoModel['centres'][number]) => Float64Array): number =>
    centres.reduce((sum, centre) => sum + of(centre).reduce((own, value) => own + value, 0), 0);
  const usd = total(({ usdPerKwh }) => usdPerKwh.map(Math.abs));
  const kg = total(({ gramsPerKwh }) => gramsPerKwh.map((grams) => grams / G_PER_KG));
  return kg > 0 && usd > 0 ? usd / kg : 1;
}

/**
 * Returns the next carbon price or cap to run with, between the two neighbouring plans of the front that enclose the
 * largest unexplored area (kg x USD). Returns null if nothing is left to try.
 */
export function nextAsked(runs: readonly AskedRun[], keepsCaps: boolean): Asked | null {
  const plans = runs.flatMap(({ plan }) => plan ?? []);
  const front = paretoFront(plans.map(({ carbonKg, costUsd }) => [carbonKg, costUsd])).map((n) => plans[n]!);
  const widthKg = (front.at(-1)?.carbonKg ?? 0) - (front[0]?.carbonKg ?? 0);
  const hull = lowerHull(front);
  const caps = runs.flatMap(({ asked }) => asked.capKg ?? []);
  const offers = front.slice(1).flatMap((next, n): { room: number; asked: Asked }[] => {
    const plan = front[n]!;
    const [savedUsd, moreKg] = [plan.costUsd - next.costUsd, next.carbonKg - plan.carbonKg];
    if (savedUsd <= SAME * Math.abs(plan.costUsd) || moreKg <= SAME * plan.carbonKg) return [];
    const usdPerKg = savedUsd / moreKg;
    const wasAsked = runs.some(
      ({ asked }) => asked.capKg === null && Math.abs(asked.usdPerKg - usdPerKg) <= SAME_PRICE * usdPerKg,
    );
    // For a plan behind the hull no price is worth asking: at every price some corner is better.
    if (!wasAsked && hull.has(plan) && hull.has(next)) {
      return [{ room: savedUsd * moreKg, asked: { capKg: null, usdPerKg } }];
    }
    // Up to the greatest cap already asked for between the two, the answer is known: the plan before it.
    const fromKg = Math.max(plan.carbonKg, ...caps.filter((capKg) => capKg < next.carbonKg));
    if (!keepsCaps || next.carbonKg - fromKg <= NARROW * widthKg) return [];
    return [{ room: savedUsd * (next.carbonKg - fromKg), asked: { capKg: (fromKg + next.carbonKg) / 2, usdPerKg: 0 } }];
  });
  const most = Math.max(...offers.map(({ room }) => room));
  return offers.find(({ room }) => room === most)?.asked ?? null;
}

/** Returns the corners of the lower convex hull of plans that are sorted by rising emission and falling cost. */
function lowerHull(front: readonly Plan[]): ReadonlySet<Plan> {
  const hull: Plan[] = [];
  const isAbove = (plan: Plan, before: Plan, after: Plan): boolean => {
    const [kg, usd] = [plan.carbonKg - before.carbonKg, plan.costUsd - before.costUsd];
    return usd * (after.carbonKg - before.carbonKg) >= kg * (after.costUsd - before.costUsd);
  };
  for (const plan of front) {
    while (hull.length > 1 && isAbove(hull.at(-1)!, hull.at(-2)!, plan)) hull.pop();
    hull.push(plan);
  }
  return new Set(hull);
}
