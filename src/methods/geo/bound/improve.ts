import { type BoundContext } from './context.js';
import { nodeEnvelopes } from './lagrangian.js';
import type { GeoMaster } from './master.js';
import type { CellAnswer, MasterAnswer } from './master-answer.js';
import type { GeoPrices } from './prices.js';
import type { WayPool } from './ways.js';

/** Shares of a cell's energy below which a missing line, and of a node's cost below which a missing way, is let be. */
const LINE_TOLERANCE = 3e-6;
const WAY_TOLERANCE = 1e-6;
const WAYS_PER_ROUND = 2;

/** The tangent of F at the powers of an answer. */
export function addTangent(context: BoundContext, master: GeoMaster, cell: number, powerW: Float64Array): void {
  const { valueW, gradient } = context.cooling[cell % context.centres]!.tangent(powerW);
  const constantW = gradient.reduce((left, slope, j) => left - slope * powerW[j]!, valueW);
  master.addLine(cell, { constantW, gradient });
}

/** Lines and limits that an answer passes. Returns the energy it did without and how many were added. */
export function addLines(
  context: BoundContext,
  master: GeoMaster,
  answer: MasterAnswer,
  prices: GeoPrices,
): { readonly added: number; readonly missedUsd: number } {
  let added = 0;
  let missedUsd = 0;
  for (const { cell, powerW, energyKwh } of answer.cells.values()) {
    const d = cell % context.centres;
    const cooling = context.cooling[d]!;
    const neededKwh = context.kwhPerW[d]! * cooling.tangent(powerW).valueW;
    if (neededKwh - energyKwh > LINE_TOLERANCE * Math.abs(neededKwh)) {
      addTangent(context, master, cell, powerW);
      missedUsd += Math.max(0, prices.energy[cell]!) * (neededKwh - energyKwh);
      added++;
    }
    const limit = passedLimit(context, powerW, d);
    if (limit >= 0 && master.addLimit(cell, limit)) added++;
  }
  return { added, missedUsd };
}

/** The row passed by the largest share of its limit, or -1. */
function passedLimit({ cooling, types }: BoundContext, powerW: Float64Array, d: number): number {
  const { limitRows, limits } = cooling[d]!;
  let worst = -1;
  let most = 1e-9;
  for (let row = 0; row < limits.length; row++) {
    let sum = 0;
    for (let j = 0; j < types; j++) sum += limitRows[row * types + j]! * powerW[j]!;
    const share = (sum - limits[row]!) / Math.max(1e-9, Math.abs(limits[row]!));
    if (share > most) {
      most = share;
      worst = row;
    }
  }
  return worst;
}

/** Prices the pool in every cell of an answer. Returns how many columns were added, and what the cells could save by them at most. */
export function addWays(
  context: BoundContext,
  master: GeoMaster,
  answer: MasterAnswer,
  prices: GeoPrices,
  pool: WayPool,
): { readonly added: number; readonly missedUsd: number } {
  const { types, centres, problem, classOf } = context;
  let added = 0;
  let missedUsd = 0;
  for (const one of answer.cells.values()) {
    const d = one.cell % centres;
    for (let j = 0; j < types; j++) {
      const nodes = problem.centres[d]!.nodeCount[j]!;
      if (nodes === 0) continue;
      const offers = offersOf(context, one, prices, pool, classOf[d]!, j);
      missedUsd += nodes * (offers[0]?.savesUsd ?? 0);
      for (const { way } of offers) if (master.addWay(one.cell, way)) added++;
    }
  }
  return { added, missedUsd };
}

function offersOf(
  context: BoundContext,
  { cell, nodeUsd }: CellAnswer,
  prices: GeoPrices,
  pool: WayPool,
  pricingClass: number,
  j: number,
): { readonly way: ReturnType<WayPool['add']>; readonly savesUsd: number }[] {
  const { tasks, centres, problem, types } = context;
  const t = Math.floor(cell / centres);
  const power = prices.power[cell * types + j]!;
  const { sleepW } = problem.nodeTypes[j]!;
  const best: { way: ReturnType<WayPool['add']>; savesUsd: number }[] = [];
  for (const way of pool.of(pricingClass, j)) {
    let savesUsd = nodeUsd[j]! - power * (way.powerW - sleepW);
    for (let i = 0; i < tasks; i++) savesUsd += prices.rate[t * tasks + i]! * way.configuration.ratePerS[i]!;
    if (savesUsd <= WAY_TOLERANCE * Math.abs(power) * way.powerW + 1e-12) continue;
    if (best.length === WAYS_PER_ROUND && savesUsd <= best[WAYS_PER_ROUND - 1]!.savesUsd) continue;
    best.push({ way, savesUsd });
    best.sort((a, b) => b.savesUsd - a.savesUsd);
    best.length = Math.min(best.length, WAYS_PER_ROUND);
  }
  return best;
}

/** Puts the best configurations at these prices into the pool. */
export function extendPool(context: BoundContext, epochs: readonly number[], prices: GeoPrices, pool: WayPool): void {
  const reach = (cell: number, j: number): number[] => [prices.power[cell * context.types + j]!];
  nodeEnvelopes(context, epochs, prices.rate, reach, (c, j, configuration) => pool.add(c, j, configuration));
}
