import { purchaseUsdPerKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { GeoCentre, GeoModel } from '../../../../../models/families/geo/model.js';
import type { BoundContext } from './context.js';
import type { CoolingBound } from './cooling-bound.js';
import { type GeoPrices, noPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';

/** Maximum number of data centres that one representative stands for. */
const MEMBERS = 8;

/** Minimum number of representatives. Dual values from 9 representatives of 50 centres were too inaccurate. */
const FEWEST = 24;

/** A smaller model. Each of its centres represents a block of similar centres and has as many nodes as all of them. */
export interface Representatives {
  readonly context: BoundContext;
  /** Returns dual values for all centres, given the representatives' dual values. */
  pricesOf(prices: GeoPrices): GeoPrices;
  /** Returns a plan for all centres: each representative's nodes are divided among the centres of its block. */
  cellsOf(cells: readonly (RelaxedCell | null)[]): (RelaxedCell | null)[];
}

/**
 * Returns representatives of blocks of centres. The centres of a block have equal rooms and task types, so that
 * together they can serve exactly what the representative can.
 *
 * Returns null if there would be more representatives than a third of the centres. Also returns null if there are power
 * caps, demand charges, a carbon cap or cells where a kWh has a negative cost, because these concern single centres or
 * all of them.
 */
export function representatives(context: BoundContext, fewest = FEWEST): Representatives | null {
  const { model, centres, epochs, types } = context;
  const isLimited =
    model.carbonCapKg < Infinity ||
    context.pays.includes(1) ||
    context.capKwh.some((kwh) => kwh < Infinity) ||
    model.centres.some(({ demandPeriods }) => demandPeriods.length > 0);
  if (isLimited) return null;
  const blocks = blocksOf(context, Math.max(1, Math.min(MEMBERS, Math.floor(context.centres / fewest))));
  if (3 * blocks.length > centres) return null;
  const leaders = blocks.map((block) => block[block.length >> 1]!);
  const sizes = blocks.map((block) => block.length);
  const blockOf = new Int32Array(centres);
  for (const [b, block] of blocks.entries()) for (const d of block) blockOf[d] = b;
  const count = blocks.length;
  const own = {
    ...context,
    model: { ...model, centres: leaders.map((d, b) => grownCentre(model.centres[d]!, sizes[b]!)) },
    centres: count,
    classOf: leaders.map((d) => context.classOf[d]!),
    cooling: leaders.map((d, b) => grownCooling(context.cooling[d]!, sizes[b]!)),
    kwhPerW: Float64Array.from(leaders, (d) => context.kwhPerW[d]!),
    capKwh: Float64Array.from(leaders, (d) => context.capKwh[d]!),
  };
  return {
    context: own,
    pricesOf(prices) {
      const expanded = noPrices(context);
      for (let cell = 0; cell < epochs * centres; cell++) {
        const from = Math.floor(cell / centres) * count + blockOf[cell % centres]!;
        expanded.energy[cell] = prices.energy[from]!;
        for (let j = 0; j < types; j++) {
          expanded.change[cell * types + j] = prices.change[from * types + j]!;
          expanded.power[cell * types + j] = prices.power[from * types + j]!;
        }
      }
      expanded.rate.set(prices.rate);
      expanded.payingRate.set(prices.payingRate);
      return expanded;
    },
    cellsOf: (cells) =>
      Array.from({ length: epochs * centres }, (_, cell) => {
        const b = blockOf[cell % centres]!;
        const one = cells[Math.floor(cell / centres) * count + b] ?? null;
        const share = 1 / sizes[b]!;
        return one === null
          ? null
          : {
              used: one.used.map(({ pooled, nodes }) => ({ pooled, nodes: nodes * share })),
              powerW: one.powerW.map((itsW) => itsW * share),
            };
      }),
  };
}

/** Divides centres with equal room and task types into blocks of centres with similar electricity prices. */
function blocksOf({ model, classOf }: BoundContext, members: number): number[][] {
  const groups = new Map<object, Map<number, number[]>>();
  for (const [d, { thermal }] of model.centres.entries()) {
    const byClass = groups.get(thermal) ?? new Map<number, number[]>();
    groups.set(thermal, byClass);
    byClass.set(classOf[d]!, [...(byClass.get(classOf[d]!) ?? []), d]);
  }
  return [...groups.values()].flatMap((byClass) =>
    [...byClass.values()].flatMap((group) => {
      const sorted = [...group].sort((a, b) => compare(model, model.centres[a]!, model.centres[b]!) || a - b);
      const count = Math.ceil(sorted.length / members);
      const edge = (n: number): number => Math.round((sorted.length * n) / count);
      return Array.from({ length: count }, (_, n) => sorted.slice(edge(n), edge(n + 1)));
    }),
  );
}

/** Compares two centres by the cost of a kWh in the first epoch in which it differs, then by power overhead. */
function compare(model: GeoModel, a: GeoCentre, b: GeoCentre): number {
  for (const t of a.usdPerKwh.keys()) {
    const differenceUsd = purchaseUsdPerKwh(model, a, t) - purchaseUsdPerKwh(model, b, t);
    if (differenceUsd !== 0) return differenceUsd;
  }
  return a.powerOverhead - b.powerOverhead;
}

/** Returns a centre with `times` as many nodes and as much sun and wind. Its temperatures come from `grownCooling`. */
function grownCentre(centre: GeoCentre, times: number): GeoCentre {
  return {
    ...centre,
    nodeCount: centre.nodeCount.map((nodes) => nodes * times),
    renewableKwh: centre.renewableKwh.map((kwh) => kwh * times),
  };
}

/** Returns the cooling bound of `times` equal rooms that share their node power evenly. */
function grownCooling(cooling: CoolingBound, times: number): CoolingBound {
  return {
    ...cooling,
    limits: cooling.limits.map((limit) => limit * times),
    tangent(powerW) {
      const { valueW, gradient } = cooling.tangent(powerW.map((itsW) => itsW / times));
      return { valueW: valueW * times, gradient };
    },
    least: (energy, sides) =>
      times *
      cooling.least(
        { ...energy, freeW: energy.freeW / times },
        sides.map((side) => ({ ...side, nodes: side.nodes / times })),
      ),
  };
}
