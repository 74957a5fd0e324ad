import { W_PER_KW } from '../../../../../models/units.js';
import { epochKwh } from '../../../../../models/families/geo/cell-cost.js';
import { TOLERATED_W } from '../../../../../models/facility/limits.js';
import { RELATIVE_TOLERANCE } from '../../../../../models/families/geo/violations.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import { type PriceEnvelope, priceEnvelope, type PricingOracle } from '../../../../pricing/pricing.js';
import { changePrice } from './change-price.js';
import type { ConfigurationPool } from './configuration-pool.js';
import type { BoundContext, PooledConfiguration } from './context.js';
import type { NodeSide } from './cooling-bound.js';
import { clipPrices, type GeoPrices, ratesOf, usedFirstKwh } from './prices.js';
import type { EnergyWeight } from './rise-search.js';

export interface LagrangianValue {
  /** Proven lower bound on the cost of every plan that keeps the limits, USD. */
  readonly costUsd: number;
  /** Parts of the bound by epoch, USD; they sum to `costUsd`. */
  readonly byEpochUsd: Float64Array;
}

/** Rounding error by which the bound is lowered, as a share of its terms' absolute sum. Our choice: a safe one. */
const ROUNDING = 1e-11;

/** Share of V (see `NodeEnvelopes`) by which chords that approximate V may lie above it, in searches for columns. */
const SCOUTING_LOOSENESS = 1e-4;

/**
 * Gives V for each cell (data centre in one epoch) and node type. V is the best earnings of one node, USD, as a
 * function of the power price. `at` returns null if the cell has no such nodes or nothing to run on them.
 */
export interface NodeEnvelopes {
  at(cell: number, type: number): PriceEnvelope | null;
}

/**
 * Returns a key made of the cell's epoch, its pricing class, the node type and the sign of the cost of a kWh. Cells
 * with the same key have the same V.
 */
function envelopeKey({ centres, types, classes, classOf, pays }: BoundContext, cell: number, j: number): number {
  return ((Math.floor(cell / centres) * 2 + pays[cell]!) * classes.length + classOf[cell % centres]!) * types + j;
}

/**
 * Returns V, the best earnings of one node as a function of the power price, for every epoch, pricing class and node
 * type. The range of power prices is given by `reach`, in USD/W for each cell.
 *
 * @param found called with each configuration evaluated on the way
 * @param scouting true for a less exact V that only serves to find columns
 */
export function nodeEnvelopes(
  context: BoundContext,
  epochs: readonly number[],
  prices: Pick<GeoPrices, 'rate' | 'payingRate'>,
  reach: (cell: number, type: number) => readonly number[],
  found: (pricingClass: number, type: number, configuration: Configuration) => void,
  { scouting = false, known }: { readonly scouting?: boolean; readonly known?: ConfigurationPool | undefined } = {},
): NodeEnvelopes {
  const { centres, types, classes, classOf, model } = context;
  const envelopes = new Map<number, PriceEnvelope>();
  for (const t of epochs) {
    for (const [c, { oracles, tolerances, scouts, nodeTypes }] of classes.entries()) {
      for (let j = 0; j < types; j++) {
        if (nodeTypes[j]!.tasks.length === 0) continue;
        const own = [...model.centres.keys()].filter((d) => classOf[d] === c && model.centres[d]!.nodeCount[j]! > 0);
        for (const paying of context.paysIn[t] === 1 ? [0, 1] : [0]) {
          const cells = own.map((d) => t * centres + d).filter((cell) => context.pays[cell] === paying);
          let least = Infinity;
          let most = -Infinity;
          for (const cell of cells) {
            for (const usdPerW of reach(cell, j)) {
              least = Math.min(least, usdPerW * W_PER_KW);
              most = Math.max(most, usdPerW * W_PER_KW);
            }
          }
          if (least > most) continue;
          const rate = ratesOf(context, prices, cells[0]!);
          const envelope = scouting
            ? priceEnvelope(scouts[j]!, rate, least, most, SCOUTING_LOOSENESS)
            : priceEnvelope(startedFrom(oracles[j]!, known?.of(c, j) ?? []), rate, least, most, tolerances[j]);
          envelopes.set(envelopeKey(context, cells[0]!, j), envelope);
          for (const { configuration } of envelope.points) found(c, j, configuration);
        }
      }
    }
  }
  return { at: (cell, j) => envelopes.get(envelopeKey(context, cell, j)) ?? null };
}

/** Returns a pricing oracle that starts from the best of the known configurations (what each core of a node runs). */
function startedFrom(oracle: PricingOracle, known: readonly PooledConfiguration[]): PricingOracle {
  return {
    ...oracle,
    best(taskPrice, usdPerKW) {
      let best: Configuration | undefined;
      let most = 0;
      for (const { configuration } of known) {
        let usd = (-usdPerKW * configuration.coreW) / W_PER_KW;
        for (let i = 0; i < taskPrice.length; i++) usd += taskPrice[i]! * configuration.ratePerS[i]!;
        if (usd <= most) continue;
        most = usd;
        best = configuration;
      }
      return oracle.best(taskPrice, usdPerKW, best);
    },
  };
}

/**
 * Returns V as `nodeEnvelopes` does, with prices extended beyond `reach` up to where no node gains by being awake. Room
 * limits can make power that expensive; a shorter range would weaken the bound.
 */
function extendedEnvelopes(
  context: BoundContext,
  epochs: readonly number[],
  prices: Pick<GeoPrices, 'rate' | 'payingRate'>,
  reach: (cell: number, type: number) => readonly number[],
  changeUsdOf: (cell: number, type: number) => number,
  found: (pricingClass: number, type: number, configuration: Configuration) => void,
  known: ConfigurationPool | undefined,
): NodeEnvelopes {
  const { centres, model, types } = context;
  const usual = nodeEnvelopes(context, epochs, prices, reach, found, { known });
  /** Returns true if an awake node of type j in the cell still gains at the highest price of power in the range. */
  const gains = (cell: number, j: number): boolean => {
    if (model.centres[cell % centres]!.nodeCount[j] === 0) return false;
    const most = Math.max(...reach(cell, j));
    const { staticW, sleepW } = model.nodeTypes[j]!;
    const worth = Math.max(0, usual.at(cell, j)?.upperBound(most * W_PER_KW) ?? 0);
    return most > 0 && most * (staticW - sleepW) + changeUsdOf(cell, j) < worth;
  };
  /** Returns the price of power, USD/W, above which no task earns the cost of its core power. */
  const worthless = (cell: number, j: number): number => {
    const rates = ratesOf(context, prices, cell);
    return model.nodeTypes[j]!.tasks.reduce((most, { task, timeS, powerW }) => {
      const perW = powerW.map((watts, p) => rates[task]! / (timeS[p]! * watts));
      return Math.max(most, ...perW.filter(Number.isFinite));
    }, 0);
  };
  const wanting = new Set<number>();
  for (const t of epochs) {
    for (let cell = t * centres; cell < (t + 1) * centres; cell++) {
      for (let j = 0; j < types; j++) if (gains(cell, j)) wanting.add(envelopeKey(context, cell, j));
    }
  }
  const further = (cell: number, j: number): readonly number[] =>
    wanting.has(envelopeKey(context, cell, j)) ? [...reach(cell, j), worthless(cell, j)] : [];
  const extended = wanting.size === 0 ? null : nodeEnvelopes(context, epochs, prices, further, found, { known });
  return { at: (cell, j) => extended?.at(cell, j) ?? usual.at(cell, j) };
}

/**
 * Returns the choices of one type's nodes in a cell: to sleep, or to be awake at `changeUsd` (starts and stops) with
 * the configuration that earns most at the dual values.
 */
function nodeSide(
  { model }: BoundContext,
  nodes: number,
  type: number,
  changeUsd: number,
  envelope: PriceEnvelope | null,
): NodeSide {
  const { sleepW, staticW } = model.nodeTypes[type]!;
  const corners: [powerW: number, costUsd: number][] = [[sleepW, 0]];
  if (envelope === null) corners.push([staticW, changeUsd]);
  for (const { price, value, configuration } of envelope?.points ?? []) {
    corners.push([staticW + configuration.coreW, changeUsd - value - (price * configuration.coreW) / W_PER_KW]);
  }
  const hull = lowerHull(corners);
  return {
    nodes,
    powerW: hull.map(([powerW]) => powerW),
    costUsd: hull.map(([, costUsd]) => costUsd),
    least: (usdPerW) => {
      const worth = Math.max(0, envelope?.upperBound(usdPerW * W_PER_KW) ?? 0);
      return Math.min(usdPerW * sleepW, usdPerW * staticW + changeUsd - worth);
    },
  };
}

function lowerHull(corners: readonly [number, number][]): [number, number][] {
  const hull: [number, number][] = [];
  for (const corner of [...corners].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (hull.length > 0 && corner[0] - hull.at(-1)![0] < 1e-9) continue;
    while (hull.length > 1) {
      const [x1, y1] = hull.at(-2)!;
      const [x2, y2] = hull.at(-1)!;
      if ((y2 - y1) * (corner[0] - x1) < (corner[1] - y1) * (x2 - x1)) break;
      hull.pop();
    }
    hull.push(corner);
  }
  return hull;
}

/**
 * Returns the Lagrangian lower bound at given dual values (docs/geo/bound.md). The bound is the sum of the arrivals at
 * their dual values and, for every cell, the least cost of cooling and nodes. All of this is computed from the model;
 * only the dual values come from an LP engine.
 *
 * @param known valid configurations from which pricing starts
 */
export function lagrangian(
  context: BoundContext,
  given: GeoPrices,
  billed: 0 | 1,
  found: (pricingClass: number, type: number, configuration: Configuration) => void,
  known?: ConfigurationPool,
): LagrangianValue {
  const { model, epochs, centres, types, tasks } = context;
  const { prices, range, changeUsd } = clipPrices(context, given, billed);
  const all = Array.from({ length: epochs }, (_, t) => t);
  const weight = prices.energy.map((usd, cell) => (usd + prices.cap[cell]!) * context.kwhPerW[cell % centres]!);
  /**
   * Returns the weights by which a cell's power is multiplied to get the cost of its energy, USD/W. If sun and wind may
   * exceed the need, these are all values between feed-in price and purchase price (docs/geo/bound.md).
   */
  const energyOf = (cell: number): EnergyWeight => {
    const freeKwh = usedFirstKwh(context, range, cell);
    const kwhPerW = context.kwhPerW[cell % centres]!;
    const own = weight[cell]!;
    const [least, most] = [range.surplus, range.purchase].map((usd) => (usd[cell]! + prices.cap[cell]!) * kwhPerW);
    const { leastPerW, mostPerW } = context.cooling[cell % centres]!;
    const isOpen = freeKwh > 0 && least! >= 0 && least! < most! && leastPerW < mostPerW;
    return { weight: own, least: isOpen ? least! : own, most: isOpen ? most! : own, freeW: freeKwh / kwhPerW };
  };
  const energies = Array.from(weight.keys(), energyOf);
  const reach = (cell: number, j: number): number[] => {
    const { leastPerW, mostPerW } = context.cooling[cell % centres]!;
    const { least, most } = energies[cell]!;
    return [least * leastPerW * (least > 0 ? 0.97 : 1), most * mostPerW, (prices.power[cell * types + j]! * 3) / 2];
  };
  const changeUsdOf = (cell: number, j: number): number => changePrice(context, prices, cell, j);
  const envelopes = extendedEnvelopes(context, all, prices, reach, changeUsdOf, found, known);
  // What the checker tolerates of arrivals and caps is granted to plans.
  const capToleranceKwh = epochKwh(model, TOLERATED_W);
  const byEpochUsd = new Float64Array(epochs);
  let size = Math.abs(changeUsd);
  const add = (t: number, usd: number): void => {
    byEpochUsd[t]! += usd;
    size += Math.abs(usd);
  };
  const spread =
    (changeUsd - (prices.carbon > 0 ? prices.carbon * model.carbonCapKg * (1 + RELATIVE_TOLERANCE) : 0)) / epochs;
  for (let t = 0; t < epochs; t++) {
    add(t, spread);
    for (let i = 0; i < tasks; i++) {
      const key = t * tasks + i;
      add(t, prices.rate[key]! * model.arrivalRatePerS[key]! * (1 - RELATIVE_TOLERANCE));
      const beyondUsd = prices.rate[key]! - prices.payingRate[key]!;
      add(t, -beyondUsd * model.arrivalRatePerS[key]! * (1 + RELATIVE_TOLERANCE));
    }
    for (let d = 0; d < centres; d++) {
      const cell = t * centres + d;
      const { nodeCount, renewableKwh } = model.centres[d]!;
      // Where one fed in earns more than a kWh bought costs, all might be fed in.
      const freeKwh = usedFirstKwh(context, range, cell);
      add(t, -range.surplus[cell]! * (renewableKwh[t]! - freeKwh));
      if (prices.cap[cell]! > 0) {
        add(t, prices.cap[cell]! * freeKwh);
        add(t, -prices.cap[cell]! * (context.capKwh[d]! + capToleranceKwh));
      }
      const sides = model.nodeTypes.map((_, j) =>
        nodeSide(context, nodeCount[j]!, j, changeUsdOf(cell, j), envelopes.at(cell, j)),
      );
      const { most, freeW } = energies[cell]!;
      size += Math.abs(most * freeW);
      add(t, context.cooling[d]!.least(energies[cell]!, sides));
    }
  }
  // A centre that cannot even be cooled with all its nodes asleep.
  if (size === Infinity) return { costUsd: Infinity, byEpochUsd: byEpochUsd.fill(Infinity) };
  const margin = (ROUNDING * size) / epochs;
  const safe = byEpochUsd.map((usd) => usd - margin);
  return { costUsd: safe.reduce((sum, usd) => sum + usd, 0), byEpochUsd: safe };
}
