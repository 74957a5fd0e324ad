import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { emissionKg } from './carbon-search.js';
import type { BoundContext } from './context.js';
import type { LpWork } from './epoch-lps.js';
import { solveHorizon } from './horizon-lp.js';
import type { CentreGroup } from './master-model.js';
import type { GeoPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';
import type { ConfigurationPool } from './configuration-pool.js';

/** Number of data centres in a group that is optimized over the horizon by one LP. */
const GROUP = 12;
/** Number of passes over all groups of data centres. */
const PASSES = 2;

/**
 * Improves a fractional plan in place, one group of data centres after the other; served rates stay the same. Each
 * group is optimized by one LP over the horizon with the true costs of starts, stops and demand. Returns the cost, USD;
 * null if stopped or without a solution.
 */
export async function groupDescent(
  context: BoundContext,
  prices: GeoPrices,
  cells: (RelaxedCell | null)[],
  pool: ConfigurationPool,
  options: {
    readonly engine: LpEngine;
    readonly capShare: number;
    readonly work: LpWork;
    readonly tell: () => Promise<boolean>;
  },
): Promise<number | null> {
  const count = Math.ceil(context.centres / GROUP);
  let totalUsd: number | null = null;
  for (let pass = 0; pass < PASSES; pass++) {
    totalUsd = 0;
    for (let g = 0; g < count; g++) {
      // Every count-th centre, then neighbours in the list: other centres meet.
      const among = [...context.model.centres.keys()].filter(
        (d) => (pass === 0 ? d % count : Math.floor((d * count) / context.centres)) === g,
      );
      const group = groupOf(context, cells, among, prices.carbon);
      const stopped = { now: false };
      const { costUsd } = await solveHorizon(context, prices, cells, pool, {
        ...options,
        group,
        tell: async () => (stopped.now = await options.tell()),
        answered: (answer) => {
          for (const one of answer.cells.values()) cells[one.cell] = one;
        },
      });
      if (stopped.now) return null;
      totalUsd = costUsd === null || totalUsd === null ? null : totalUsd + costUsd;
    }
  }
  return totalUsd;
}

/**
 * Returns the limits of the LP that makes a group of centres cheaper: the rates that the group serves now, and its part
 * of the carbon cap.
 */
function groupOf(
  context: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  among: readonly number[],
  usdPerKg: number,
): CentreGroup {
  const { model, epochs, centres, tasks, pays } = context;
  const capKg = model.carbonCapKg;
  const own = new Float64Array(epochs * tasks);
  const others = new Float64Array(epochs * tasks);
  const ownPaying = new Float64Array(epochs * tasks);
  const othersPaying = new Float64Array(epochs * tasks);
  const inGroup = new Set(among);
  for (const [cell, one] of cells.entries()) {
    const [served, paying] = inGroup.has(cell % centres) ? [own, ownPaying] : [others, othersPaying];
    const t = Math.floor(cell / centres);
    for (const { pooled, nodes } of one?.used ?? []) {
      for (let i = 0; i < tasks; i++) {
        const rate = nodes * pooled.configuration.ratePerS[i]!;
        served[t * tasks + i]! += rate;
        if (pays[cell] === 1) paying[t * tasks + i]! += rate;
      }
    }
  }
  return {
    centres: among,
    arrivalRatePerS: own.map((rate, n) => Math.min(rate, Math.max(0, model.arrivalRatePerS[n]! - others[n]!))),
    mostPayingPerS: ownPaying.map((rate, n) => Math.max(rate, model.arrivalRatePerS[n]! - othersPaying[n]!)),
    carbonCapKg:
      capKg < Infinity
        ? (capKg * emissionKg(context, cells, usdPerKg, inGroup)) / Math.max(1e-9, emissionKg(context, cells, usdPerKg))
        : Infinity,
  };
}
