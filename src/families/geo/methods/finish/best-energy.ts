import { G_PER_KG, S_PER_H } from '../../../../../models/units.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import type { GeoAllocation, GeoAllocationCell } from '../../../../../models/families/geo/allocation.js';
import { capKwh, purchasePays, purchaseUsdPerKwh, usePays } from '../../../../../models/families/geo/cell-cost.js';
import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import type { GeoCell, GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import type { GeoCentre, GeoModel } from '../../../../../models/families/geo/model.js';
import { bestPurchases, type CentrePurchases, type Purchase } from './purchases.js';

/** Share of a limit that is left unused, to allow for rounding errors. */
const ROOM = 1e-12;
/** Number of bisections of a set-point range: enough to fix the last bit of a double. */
const HALVINGS = 60;

/**
 * Returns the allocation with the same loads at the cheapest set-points and the cheapest use of sun and wind. Each cell
 * with sun or wind states its `renewableKwh` (except under the rule 'printed').
 *
 * If a bought kWh costs money, the set-point is the hottest admissible one and as much sun and wind as possible is
 * used. If a bought kWh earns money, sun and wind stay unused where the rules allow that. CRACs then run colder, as far
 * as power cap, carbon cap and demand charges make that worthwhile.
 *
 * If the allocation breaks limits, only `renewableKwh` is stated.
 */
export function withBestEnergy(model: GeoModel, allocation: GeoAllocation): GeoAllocation {
  const before = evaluateAllocation(model, { ...allocation, cells: allocation.cells.map(withoutRenewable) });
  const stated = { ...allocation, cells: allocation.cells.map((cell, n) => statedCell(model, before, cell, n)) };
  const usable = before.violations.length === 0;
  const choices = usable ? model.centres.map((_, d) => choicesOf(model, before, stated, d)) : [];
  if (choices.every(({ length }) => length === 0)) return stated;
  const roomKg = model.carbonCapKg * (1 - ROOM) - before.carbonKg;
  const bought = bestPurchases(
    choices.map((own, d) => purchasesOf(model, before, own, d)),
    roomKg,
  );
  const cells = [...stated.cells];
  for (const [d, own] of choices.entries()) {
    for (const [k, choice] of own.entries())
      cells[choice.cell] = chosenCell(choice, cells[choice.cell]!, bought[d]![k]!);
  }
  const chosen = { ...stated, cells };
  const after = evaluateAllocation(model, chosen);
  return after.violations.length === 0 && after.costUsd < before.costUsd ? chosen : stated;
}

function withoutRenewable({ setPointC, load, nodes }: GeoAllocationCell): GeoAllocationCell {
  return { setPointC, load, nodes };
}

/** Returns a cell with `renewableKwh` set to the most energy of sun and wind that it can use or feed in. */
function statedCell(
  { instance, centres }: GeoModel,
  { cells }: GeoEvaluation,
  cell: GeoAllocationCell,
  n: number,
): GeoAllocationCell {
  const { rule } = instance.rules.surplus;
  const { renewableKwh, nodeKwh, cracKwh, overheadKwh } = cells[Math.floor(n / centres.length)]![n % centres.length]!;
  const bare = withoutRenewable(cell);
  if (rule === 'printed' || renewableKwh === 0) return bare;
  return {
    ...bare,
    renewableKwh: rule === 'curtailed' ? Math.min(renewableKwh, nodeKwh + cracKwh + overheadKwh) : renewableKwh,
  };
}

/** A cell (data centre in one epoch) that earns money by using or buying more energy. */
interface Choice extends Purchase {
  readonly cell: number;
  /** True if energy of sun and wind may remain unused, because feeding it in earns nothing. */
  readonly mayStand: boolean;
  /** Energy of sun and wind available, kWh. */
  readonly offeredKwh: number;
  /** Energy that the cell uses at the set-point that it has in the allocation, kWh. */
  readonly usedKwh: number;
  /** Energy that the cell should use at least, kWh: more than `usedKwh` if feeding in surplus costs money. */
  readonly betterKwh: number;
  /** Returns the energy that the cell uses at another set-point, kWh. */
  readonly usedAt: (setPointC: number) => number;
  readonly setPointMinC: number;
}

function choicesOf(model: GeoModel, { cells }: GeoEvaluation, allocation: GeoAllocation, d: number): readonly Choice[] {
  const { centres, epochCount } = model;
  const centre = centres[d]!;
  return Array.from({ length: epochCount }, (_, t) => t)
    .filter((t) => usePays(model, centre, t))
    .map((t) => {
      const cell = t * centres.length + d;
      return choiceAt(model, centre, t, cells[t]![d]!, { cell, setPointC: allocation.cells[cell]!.setPointC });
    });
}

function choiceAt(
  model: GeoModel,
  centre: GeoCentre,
  t: number,
  own: GeoCell,
  { cell, setPointC }: { readonly cell: number; readonly setPointC: number },
): Choice {
  const { thermal, powerOverhead } = centre;
  const offeredKwh = centre.renewableKwh[t]!;
  const surplusUsd = centre.surplusUsdPerKwh[t]!;
  const mayStand = surplusUsd === 0;
  const usedAt = (atC: number): number => powerOverhead * own.nodeKwh * (1 + powerPerHeat(thermal.cooling, atC));
  const usedKwh = usedAt(setPointC);
  const availableKwh = capKwh(model, centre, 1 - ROOM) - own.transitionKwh;
  const coldKwh = Math.max(usedKwh, Math.min(usedAt(Math.min(setPointC, thermal.setPointMinC)), availableKwh));
  const leastKwh = Math.max(0, usedKwh - offeredKwh);
  const mostKwh = mayStand ? coldKwh : Math.max(leastKwh, coldKwh - offeredKwh);
  // Colder air would use up what is sold at a profit before anything is bought.
  const mayBuy = purchasePays(model, centre, t) && !(surplusUsd > 0 && usedKwh < offeredKwh);
  return {
    cell,
    epoch: t,
    mayStand,
    offeredKwh,
    usedKwh,
    usedAt,
    leastKwh,
    betterKwh: surplusUsd < 0 ? Math.max(usedKwh, Math.min(offeredKwh, coldKwh)) : usedKwh,
    setPointMinC: thermal.setPointMinC,
    mostKwh: mayBuy ? mostKwh : leastKwh,
    usdPerKwh: purchaseUsdPerKwh(model, centre, t),
    kgPerKwh: centre.gramsPerKwh[t]! / G_PER_KG,
    besidesKwh: own.transitionKwh,
  };
}

function purchasesOf(
  model: GeoModel,
  { cells }: GeoEvaluation,
  purchases: readonly Choice[],
  d: number,
): CentrePurchases {
  const hours = model.epochS / S_PER_H;
  return {
    purchases,
    periods: model.centres[d]!.demandPeriods.map(({ usdPerKw, epochs }) => ({
      usdPerKwh: usdPerKw / hours,
      epochs: new Set(epochs),
      peakKwh: epochs.reduce((most, t) => Math.max(most, cells[t]![d]!.gridKwh), 0),
    })),
  };
}

/**
 * Returns the cell changed so that it buys `boughtKwh`. To buy more, it first leaves sun and wind unused and then runs
 * its CRACs colder.
 */
function chosenCell(choice: Choice, cell: GeoAllocationCell, boughtKwh: number): GeoAllocationCell {
  const { mayStand, offeredKwh, usedKwh, betterKwh, usedAt, setPointMinC, leastKwh } = choice;
  if (mayStand && boughtKwh <= usedKwh) {
    if (offeredKwh === 0) return cell;
    return { ...cell, renewableKwh: Math.max(0, Math.min(offeredKwh, usedKwh - boughtKwh)) };
  }
  const drawnKwh = boughtKwh > leastKwh ? offeredKwh + boughtKwh : 0;
  const targetKwh = mayStand ? boughtKwh : Math.max(betterKwh, drawnKwh);
  const setPointC = coldestC(setPointMinC, cell.setPointC, (atC) => usedAt(atC) <= targetKwh);
  return { ...cell, setPointC, ...(mayStand && offeredKwh > 0 ? { renewableKwh: 0 } : {}) };
}

/**
 * Returns the coldest set-point in [coldC, hotC] that fits, by bisection. Every set-point between it and `hotC` must
 * fit as well.
 */
function coldestC(coldC: number, hotC: number, fits: (setPointC: number) => boolean): number {
  if (coldC >= hotC || fits(coldC)) return Math.min(coldC, hotC);
  let [low, high] = [coldC, hotC];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
}
