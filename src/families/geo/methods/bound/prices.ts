import { G_PER_KG, S_PER_H } from '../../../../../models/units.js';
import { purchaseUsdPerKwh, transitionKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { BoundContext } from './context.js';

/**
 * Lagrange multipliers ("prices") at which the bound is computed. Any numbers are allowed, because they are first
 * clipped into their ranges. There are D centres, I task types and J node types. A cell is centre d in epoch t, with
 * index t * D + d.
 */
export interface GeoPrices {
  /** Dual value of serving one task/s of type i during epoch t, USD, at index t * I + i, with I task types. */
  readonly rate: Float64Array;
  /**
   * Dual value of serving one task/s in a cell where a kWh has a negative cost, USD, at index t * I + i. It is `rate`
   * minus the dual value of the limit that such cells run no more tasks than arrive. It is negative if tasks would run
   * only to use power. In epochs without such a cell it equals `rate`.
   */
  readonly payingRate: Float64Array;
  /**
   * Dual value of the change in awake nodes of type j from the cell's epoch to the next one, USD per node, at index
   * cell * J + j.
   */
  readonly change: Float64Array;
  /** Dual value of grid energy by cell, USD/kWh. */
  readonly energy: Float64Array;
  /** Dual value of the power cap by cell, USD per kWh at the meter. */
  readonly cap: Float64Array;
  /** Dual values of demand charges, USD/kWh, indexed [centre][demand period][position of the epoch in the period]. */
  readonly demand: readonly (readonly Float64Array[])[];
  /** Dual value of the carbon cap, USD/kg. */
  readonly carbon: number;
  /**
   * Dual value of power of node type j, USD/W, at cell * J + j. It guides the search for columns; the bound does not
   * depend on it.
   */
  readonly power: Float64Array;
}

export function noPrices({ epochs, centres, types, tasks, model }: BoundContext): GeoPrices {
  const cells = epochs * centres;
  return {
    rate: new Float64Array(epochs * tasks),
    payingRate: new Float64Array(epochs * tasks),
    change: new Float64Array(cells * types),
    energy: new Float64Array(cells),
    cap: new Float64Array(cells),
    demand: model.centres.map(({ demandPeriods }) =>
      demandPeriods.map((period) => new Float64Array(period.epochs.length)),
    ),
    carbon: 0,
    power: new Float64Array(cells * types),
  };
}

export function copyOf(prices: GeoPrices): GeoPrices {
  return {
    ...prices,
    rate: prices.rate.slice(),
    payingRate: prices.payingRate.slice(),
    change: prices.change.slice(),
    energy: prices.energy.slice(),
    cap: prices.cap.slice(),
    power: prices.power.slice(),
  };
}

/** Returns the dual value of one task/s of each task type in a cell (data centre in one epoch), USD. */
export function ratesOf(
  { pays, centres, tasks }: BoundContext,
  { rate, payingRate }: Pick<GeoPrices, 'rate' | 'payingRate'>,
  cell: number,
): Float64Array {
  const t = Math.floor(cell / centres);
  return (pays[cell] === 1 ? payingRate : rate).subarray(t * tasks, (t + 1) * tasks);
}

/** Dual value of a kWh fed in (`surplus`) and bought (`purchase`) by cell, USD/kWh; demand and carbon are included. */
export interface EnergyRange {
  readonly surplus: Float64Array;
  readonly purchase: Float64Array;
}

/** Returns the energy of sun and wind used before buying, kWh: all, or none if buying costs less than selling earns. */
export function usedFirstKwh({ model, centres }: BoundContext, range: EnergyRange, cell: number): number {
  if (range.purchase[cell]! < range.surplus[cell]!) return 0;
  return model.centres[cell % centres]!.renewableKwh[Math.floor(cell / centres)]!;
}

/** Returns the cost of a cell's energy, USD, at the values in `range` of energy bought and fed in. */
export function cellEnergyUsd(context: BoundContext, range: EnergyRange, cell: number, energyKwh: number): number {
  const boughtKwh = energyKwh - usedFirstKwh(context, range, cell);
  return boughtKwh * (boughtKwh >= 0 ? range.purchase[cell]! : range.surplus[cell]!);
}

/**
 * Multipliers clipped into their valid ranges, with quantities derived from them. The ranges depend on whether the
 * objective is the bill or 0.
 */
export interface ClippedPrices {
  readonly prices: GeoPrices;
  readonly range: EnergyRange;
  /** Constant added to the bound, USD; 0 unless a start and a stop together have a negative cost. */
  readonly changeUsd: number;
}

/** Returns what demand charges add to the cost of a kWh, by cell, USD/kWh. */
export function demandByCell({ model, centres, epochs }: BoundContext, { demand }: GeoPrices): Float64Array {
  const usdPerKwh = new Float64Array(epochs * centres);
  for (const [d, { demandPeriods }] of model.centres.entries()) {
    for (const [p, { epochs: inPeriod }] of demandPeriods.entries()) {
      for (const [n, t] of inPeriod.entries()) usdPerKwh[t * centres + d]! += demand[d]![p]![n]!;
    }
  }
  return usdPerKwh;
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
const atLeastZero = (value: number): number => Math.max(0, finite(value));

export function clipPrices(context: BoundContext, given: GeoPrices, billed: 0 | 1): ClippedPrices {
  const { model, centres, types, epochs } = context;
  const hours = model.epochS / S_PER_H;
  const carbon = model.carbonCapKg < Infinity ? atLeastZero(given.carbon) : 0;
  const demand = model.centres.map(({ demandPeriods }, d) =>
    demandPeriods.map(({ usdPerKw }, p) => {
      const prices = given.demand[d]![p]!.map(atLeastZero);
      const sum = prices.reduce((total, price) => total + price, 0) * hours;
      const share = sum > 0 ? Math.min(1, (billed * usdPerKw) / sum) : 0;
      return prices.map((price) => price * share);
    }),
  );
  const purchase = demandByCell(context, { ...given, demand });
  const surplus = new Float64Array(epochs * centres);
  for (const [d, centre] of model.centres.entries()) {
    for (let t = 0; t < epochs; t++) {
      purchase[t * centres + d]! +=
        billed * purchaseUsdPerKwh(model, centre, t) + (carbon * centre.gramsPerKwh[t]!) / G_PER_KG;
      surplus[t * centres + d] = billed * centre.surplusUsdPerKwh[t]!;
    }
  }
  const cap = given.cap.map((price, cell) => (context.capKwh[cell % centres]! < Infinity ? atLeastZero(price) : 0));
  const energy = given.energy.map((price, cell) => Math.min(purchase[cell]!, Math.max(surplus[cell]!, finite(price))));
  const rate = given.rate.map(atLeastZero);
  const payingRate = rate.map((usd, key) =>
    billed === 1 && context.paysIn[Math.floor(key / context.tasks)] === 1
      ? Math.min(usd, finite(given.payingRate[key]!))
      : usd,
  );
  let changeUsd = 0;
  const change = given.change.map((price, index) => {
    const cell = Math.floor(index / types);
    const j = index % types;
    const d = cell % centres;
    const after = context.next[Math.floor(cell / centres)]!;
    if (after < 0) return 0;
    const centre = model.centres[d]!;
    const kwh = transitionKwh(model, centre, j);
    const other = after * centres + d;
    const startUsd = kwh * (purchase[cell]! + cap[cell]!);
    const stopUsd = kwh * (purchase[other]! + cap[other]!);
    if (startUsd + stopUsd >= 0) return Math.min(startUsd, Math.max(-stopUsd, finite(price)));
    // Concave in the change: its chord over all changes there can be.
    changeUsd += (centre.nodeCount[j]! * (startUsd + stopUsd)) / 2;
    return (startUsd - stopUsd) / 2;
  });
  const prices: GeoPrices = { rate, payingRate, change, energy, cap, demand, carbon, power: given.power.map(finite) };
  return { prices, range: { surplus, purchase }, changeUsd };
}
