import type { Configuration } from '../../../../models/problems/reward-rate/configuration.js';
import { type PriceEnvelope, priceEnvelope } from '../../reward-rate/pricing.js';
import type { BoundContext } from './context.js';
import { clipPrices, type GeoPrices } from './prices.js';

export interface LagrangianValue {
  /** Every plan that keeps the limits costs at least this, USD. */
  readonly costUsd: number;
  /** Its parts by epoch; their sum is costUsd. */
  readonly byEpochUsd: Float64Array;
}

/** Unserved rates the checker tolerates (relative) are granted to plans. */
const RATE_TOLERANCE = 1e-9;
/** Share of the absolute values added up that their rounding cannot exceed. */
const ROUNDING = 1e-11;

/** The least a type's node can net at given prices, by epoch, class and type. */
export interface NodeEnvelopes {
  at(epoch: number, pricingClass: number, type: number): PriceEnvelope | null;
}

/**
 * V of every epoch, class of centres and node type, over the power prices of their cells. Configurations evaluated on the way are
 * told to `found`.
 */
export function nodeEnvelopes(
  context: BoundContext,
  epochs: readonly number[],
  prices: Pick<GeoPrices, 'rate' | 'power'>,
  found: (pricingClass: number, type: number, configuration: Configuration) => void,
): NodeEnvelopes {
  const { centres, types, tasks, classes, classOf, problem } = context;
  const envelopes = new Map<number, PriceEnvelope>();
  const keyOf = (t: number, c: number, j: number): number => (t * classes.length + c) * types + j;
  for (const t of epochs) {
    const rate = prices.rate.subarray(t * tasks, (t + 1) * tasks);
    for (const [c, { oracles, nodeTypes }] of classes.entries()) {
      for (let j = 0; j < types; j++) {
        let least = Infinity;
        let most = -Infinity;
        for (let d = 0; d < centres; d++) {
          if (classOf[d] !== c || problem.centres[d]!.nodeCount[j] === 0) continue;
          const perKW = prices.power[(t * centres + d) * types + j]! * 1000;
          least = Math.min(least, perKW);
          most = Math.max(most, perKW);
        }
        if (least > most || nodeTypes[j]!.tasks.length === 0) continue;
        const envelope = priceEnvelope(oracles[j]!, rate, least, most);
        envelopes.set(keyOf(t, c, j), envelope);
        for (const { configuration } of envelope.points) found(c, j, configuration);
      }
    }
  }
  return { at: (t, c, j) => envelopes.get(keyOf(t, c, j)) ?? null };
}

/**
 * The bound at given prices (docs/methods/geo-bound.md): arrivals at their prices, and for every cell the least its cooling and its nodes can
 * come to. Recomputed from the problem alone: of an LP engine nothing but the prices is used.
 */
export function lagrangian(
  context: BoundContext,
  given: GeoPrices,
  billed: 0 | 1,
  found: (pricingClass: number, type: number, configuration: Configuration) => void,
): LagrangianValue {
  const { problem, epochs, centres, types, tasks } = context;
  const { prices, changeUsd } = clipPrices(context, given, billed);
  const all = Array.from({ length: epochs }, (_, t) => t);
  const envelopes = nodeEnvelopes(context, all, prices, found);
  const byEpochUsd = new Float64Array(epochs);
  let size = Math.abs(changeUsd);
  const add = (t: number, usd: number): void => {
    byEpochUsd[t]! += usd;
    size += Math.abs(usd);
  };
  const spread = (changeUsd - (prices.carbon > 0 ? prices.carbon * problem.carbonCapKg : 0)) / epochs;
  for (let t = 0; t < epochs; t++) {
    add(t, spread);
    for (let i = 0; i < tasks; i++) {
      add(t, prices.rate[t * tasks + i]! * problem.arrivalRatePerS[t * tasks + i]! * (1 - RATE_TOLERANCE));
    }
    for (let d = 0; d < centres; d++) {
      const cell = t * centres + d;
      const { nodeCount, renewableKwh } = problem.centres[d]!;
      const power = prices.power.subarray(cell * types, (cell + 1) * types);
      add(t, -prices.energy[cell]! * renewableKwh[t]!);
      if (prices.cap[cell]! > 0) add(t, -prices.cap[cell]! * context.capKwh[d]!);
      const weight = (prices.energy[cell]! + prices.cap[cell]!) * context.kwhPerW[d]!;
      add(t, context.cooling[d]!.least(weight, power));
      for (let j = 0; j < types; j++) {
        if (nodeCount[j] === 0) continue;
        const { sleepW, staticW } = problem.nodeTypes[j]!;
        const envelope = envelopes.at(t, context.classOf[d]!, j);
        const worth = Math.max(0, envelope?.upperBound(power[j]! * 1000) ?? 0);
        const awake = power[j]! * (staticW - sleepW) + changePrice(context, prices, cell, j) - worth;
        add(t, nodeCount[j]! * (power[j]! * sleepW + Math.min(0, awake)));
      }
    }
  }
  // A centre that cannot even be cooled with all its nodes asleep.
  if (size === Infinity) return { costUsd: Infinity, byEpochUsd: byEpochUsd.fill(Infinity) };
  const margin = (ROUNDING * size) / epochs;
  const safe = byEpochUsd.map((usd) => usd - margin);
  return { costUsd: safe.reduce((sum, usd) => sum + usd, 0), byEpochUsd: safe };
}

/** What being awake costs for the changes on both sides of a cell, USD per node of type j. */
export function changePrice(
  { centres, types, previous, next }: BoundContext,
  { change }: Pick<GeoPrices, 'change'>,
  cell: number,
  j: number,
): number {
  const t = Math.floor(cell / centres);
  const before = previous[t]!;
  const from = before < 0 ? 0 : change[(before * centres + (cell % centres)) * types + j]!;
  return from - (next[t]! < 0 ? 0 : change[cell * types + j]!);
}
