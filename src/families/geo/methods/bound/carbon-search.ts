import { G_PER_KG } from '../../../../../models/units.js';
import { purchaseUsdPerKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { BoundContext } from './context.js';
import type { RelaxedCell } from './relaxed-cell.js';

/** Relative distance of emissions from the carbon cap at which the search for the cap's price ends. */
const NEAR = 1e-3;

/**
 * Searches the carbon price (dual value) at which the plan just keeps the carbon cap. The prices tried so far bracket
 * it.
 */
export interface CarbonSearch {
  /** Returns the price to try next, USD/kg, given that the plan at `usdPerKg` emits `kg`. */
  next(kg: number, usdPerKg: number, context: BoundContext): number;
  readonly searching: boolean;
}

export function carbonSearch(capKg: number): CarbonSearch {
  let low: { readonly usdPerKg: number; readonly kg: number } | null = null;
  let high: { readonly usdPerKg: number; readonly kg: number } | null = null;
  let searching = true;
  return {
    get searching() {
      return searching;
    },
    next(kg, usdPerKg, context) {
      if ((usdPerKg === 0 && kg <= capKg) || Math.abs(kg - capKg) <= NEAR * capKg) {
        searching = false;
        return usdPerKg;
      }
      if (kg > capKg) low = { usdPerKg, kg };
      else high = { usdPerKg, kg };
      if (low === null) return usdPerKg / 2;
      if (high === null) return usdPerKg === 0 ? firstUsdPerKg(context) : 2 * usdPerKg;
      // Between a tenth and nine tenths of the way, so that neither end stays for ever.
      const share = (low.kg - capKg) / Math.max(1e-9, low.kg - high.kg);
      return low.usdPerKg + (high.usdPerKg - low.usdPerKg) * Math.min(0.9, Math.max(0.1, share));
    },
  };
}

/**
 * Returns the first carbon price to try, USD/kg. At this price, emissions cost a fifth of what energy costs on average.
 */
function firstUsdPerKg({ model: { centres } }: BoundContext): number {
  let usd = 0;
  let kg = 0;
  for (const { usdPerKwh, gramsPerKwh } of centres) {
    for (const price of usdPerKwh) usd += Math.abs(price);
    for (const grams of gramsPerKwh) kg += grams / G_PER_KG;
  }
  return Math.max(1e-6, (0.2 * usd) / Math.max(1e-9, kg));
}

/**
 * Returns the emissions of a fractional plan, kg, in the data centres `among`, or in all of them if `among` is absent.
 * Starts and stops are left out. The carbon price `usdPerKg` is added to the instance's own. If buying then costs less
 * than selling earns, a cell sells all its sun and wind.
 */
export function emissionKg(
  { model, centres, cooling, kwhPerW }: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  usdPerKg: number,
  among?: ReadonlySet<number>,
): number {
  let kg = 0;
  for (const [cell, one] of cells.entries()) {
    const d = cell % centres;
    if (one === null || among?.has(d) === false) continue;
    const t = Math.floor(cell / centres);
    const centre = model.centres[d]!;
    const grams = centre.gramsPerKwh[t]!;
    const kwh = kwhPerW[d]! * cooling[d]!.tangent(one.powerW).valueW;
    const wholeUsd = purchaseUsdPerKwh(model, centre, t) + (usdPerKg * grams) / G_PER_KG;
    const ownKwh = wholeUsd < centre.surplusUsdPerKwh[t]! ? 0 : centre.renewableKwh[t]!;
    kg += (Math.max(0, kwh - ownKwh) * grams) / G_PER_KG;
  }
  return kg;
}
