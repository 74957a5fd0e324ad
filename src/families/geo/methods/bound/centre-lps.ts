import { countIterations } from '../../../../methods/count-iterations.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { BoundContext } from './context.js';
import type { LpWork } from './epoch-lps.js';
import { addLines, addTangent, addConfigurations, addUsed } from './improve.js';
import { type GeoMaster, openGeoMaster } from './master.js';
import type { MasterAnswer } from './master-answer.js';
import type { GeoPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';
import type { ConfigurationPool } from './configuration-pool.js';

/** Maximum number of rounds of generating columns and tangents (of cooling power) in the LP of one data centre. */
const MAX_ROUNDS = 8;

/**
 * LPs of single data centres over the horizon, which are independent given the dual values of arrivals and carbon. Each
 * is closed when solved, because 200 open ones take 0.5 GiB.
 */
export interface CentreLps {
  /**
   * Returns the dual values and the cost of centre d; null if its LP has no solution. Columns and tangents are
   * generated until missing ones could save at most `near`, USD. The arrays in `given` are overwritten.
   */
  solve(d: number, given: GeoPrices, near: number): { readonly prices: GeoPrices; readonly costUsd: number } | null;
  /** Returns the latest LP answer of a centre; null if there is none. */
  readonly last: (d: number) => MasterAnswer['cells'] | null;
}

export function openCentreLps(
  context: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  pool: ConfigurationPool,
  { engine, capShare, work }: { readonly engine: LpEngine; readonly capShare: number; readonly work: LpWork },
): CentreLps {
  const { epochs, centres } = context;
  const solved = new Map<number, MasterAnswer['cells']>();
  const all = Array.from({ length: epochs }, (_, t) => t);

  /** Adds to a centre's LP the configurations (what a node's cores run) last used by it and by the LPs of epochs. */
  function seed(master: GeoMaster, d: number): void {
    for (const t of all) {
      for (const { pooled } of cells[t * centres + d]?.used ?? []) master.addConfiguration(t * centres + d, pooled);
    }
    for (const t of all) {
      const one = cells[t * centres + d] ?? null;
      if (one !== null) addTangent(context, master, t * centres + d, one.powerW);
    }
    const own = solved.get(d);
    if (own !== undefined) addUsed(master, own);
  }

  return {
    last: (d) => solved.get(d) ?? null,
    solve(d, given, near) {
      const master = openGeoMaster(context, all, engine, { horizon: true, billed: 1, capShare, centre: d });
      let prices = given;
      let last: MasterAnswer | null = null;
      try {
        seed(master, d);
        master.charge(given);
        for (let round = 0; round < MAX_ROUNDS; round++) {
          const answer = master.solve();
          work.lpSolves++;
          if (answer !== null) countIterations(work, 'lpIterations', answer.iterations);
          if (answer === null) break;
          last = answer;
          prices = answer.writePrices(prices, true);
          const lines = addLines(context, master, answer, prices);
          const columns = addConfigurations(context, master, answer, prices, pool);
          if (lines.missedUsd + columns.missedUsd <= near || lines.added + columns.added === 0) break;
        }
        work.columns += master.columnCount;
      } finally {
        master.dispose();
      }
      if (last === null) return null;
      solved.set(d, last.cells);
      return { prices, costUsd: last.costUsd };
    },
  };
}
