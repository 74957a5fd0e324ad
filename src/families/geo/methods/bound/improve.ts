import type { BoundContext, PooledConfiguration } from './context.js';
import { nodeEnvelopes } from './lagrangian.js';
import type { GeoMaster } from './master.js';
import type { CellAnswer, MasterAnswer } from './master-answer.js';
import { type GeoPrices, ratesOf } from './prices.js';
import type { ConfigurationPool, PricedConfigurations } from './configuration-pool.js';

/**
 * Relative amount by which the energy that a tangent requires must exceed the energy in the LP's answer, so that the
 * tangent is added.
 */
const LINE_TOLERANCE = 3e-5;
/** Share of a node's cost that a missing configuration (what its cores run) must save to be added as a column. */
const CONFIGURATION_TOLERANCE = 1e-6;
/**
 * Maximum number of configurations (what a node's cores run) added per round, cell and node type. The best ones are
 * added.
 */
const CONFIGURATIONS_PER_ROUND = 2;

/** Adds to a cell's LP the tangent of F, the power of nodes and CRACs, at the given node powers. */
export function addTangent(context: BoundContext, master: GeoMaster, cell: number, powerW: Float64Array): void {
  const { valueW, gradient } = context.cooling[cell % context.centres]!.tangent(powerW);
  const constantW = gradient.reduce((left, slope, j) => left - slope * powerW[j]!, valueW);
  master.addLine(cell, { constantW, gradient });
}

/**
 * Adds the tangents of cooling power and the room limits that an LP answer violates; returns their number. `missedUsd`
 * is the cost of the energy that the answer lacks; it is Infinity if the answer violates a room limit.
 */
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
    if (limit < 0 || !master.addLimit(cell, limit)) continue;
    added++;
    missedUsd = Infinity;
  }
  return { added, missedUsd };
}

/**
 * Adds to an LP the configurations (what a node's cores run) and tangents of cooling power that another LP used last.
 */
export function addUsed(master: GeoMaster, cells: MasterAnswer['cells']): void {
  for (const { cell, used } of cells.values()) {
    for (const { pooled } of used) master.addConfiguration(cell, pooled);
  }
  for (const { cell, lines } of cells.values()) for (const line of lines) master.addLine(cell, line);
}

/** Returns the index of the room limit that the powers exceed most, relative to the limit; -1 if none is exceeded. */
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

/**
 * Adds pool configurations of negative reduced cost to the LP. Returns their number, and the most that they can save,
 * USD.
 */
export function addConfigurations(
  context: BoundContext,
  master: GeoMaster,
  answer: MasterAnswer,
  prices: GeoPrices,
  pool: ConfigurationPool,
): { readonly added: number; readonly missedUsd: number } {
  const { types, centres, model, classOf } = context;
  let added = 0;
  let missedUsd = 0;
  const priced = (cell: number, c: number, j: number): PricedConfigurations =>
    pool.priced(c, j, 2 * Math.floor(cell / centres) + context.pays[cell]!, ratesOf(context, prices, cell));
  for (const one of answer.cells.values()) {
    const d = one.cell % centres;
    for (let j = 0; j < types; j++) {
      const nodes = model.centres[d]!.nodeCount[j]!;
      if (nodes === 0) continue;
      const improving = improvingConfigurations(
        context,
        one,
        prices,
        pool.of(classOf[d]!, j),
        priced(one.cell, classOf[d]!, j),
        j,
      );
      missedUsd += nodes * (improving[0]?.savesUsd ?? 0);
      for (const { pooled } of improving) if (master.addConfiguration(one.cell, pooled)) added++;
    }
  }
  return { added, missedUsd };
}

function improvingConfigurations(
  { model, types }: BoundContext,
  { cell, nodeUsd }: CellAnswer,
  prices: GeoPrices,
  configurations: readonly PooledConfiguration[],
  { earnsUsd, powerW }: PricedConfigurations,
  j: number,
): { readonly pooled: PooledConfiguration; readonly savesUsd: number }[] {
  const power = prices.power[cell * types + j]!;
  const { sleepW } = model.nodeTypes[j]!;
  const best: { pooled: PooledConfiguration; savesUsd: number }[] = [];
  for (let n = 0; n < earnsUsd.length; n++) {
    const savesUsd = nodeUsd[j]! - power * (powerW[n]! - sleepW) + earnsUsd[n]!;
    if (savesUsd <= CONFIGURATION_TOLERANCE * Math.abs(power) * powerW[n]! + 1e-12) continue;
    if (best.length === CONFIGURATIONS_PER_ROUND && savesUsd <= best[CONFIGURATIONS_PER_ROUND - 1]!.savesUsd) continue;
    best.push({ pooled: configurations[n]!, savesUsd });
    best.sort((a, b) => b.savesUsd - a.savesUsd);
    best.length = Math.min(best.length, CONFIGURATIONS_PER_ROUND);
  }
  return best;
}

/** Adds to the pool the configurations (what a node's cores run) that earn most at these dual values. */
export function extendPool(
  context: BoundContext,
  epochs: readonly number[],
  prices: GeoPrices,
  pool: ConfigurationPool,
): void {
  const reach = (cell: number, j: number): number[] => [prices.power[cell * context.types + j]!];
  nodeEnvelopes(context, epochs, prices, reach, (c, j, configuration) => pool.add(c, j, configuration), {
    scouting: true,
  });
}
