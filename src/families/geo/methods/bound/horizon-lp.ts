import { countIterations } from '../../../../methods/count-iterations.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { BoundContext } from './context.js';
import type { LpWork } from './epoch-lps.js';
import { addLines, addTangent, addConfigurations, extendPool } from './improve.js';
import { type GeoMaster, openGeoMaster } from './master.js';
import type { CentreGroup } from './master-model.js';
import type { MasterAnswer } from './master-answer.js';
import type { GeoPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';
import type { ConfigurationPool } from './configuration-pool.js';

/**
 * Share of the cost at which column generation ends: missing columns and tangents (of cooling power) can save at most
 * this.
 */
const NEAR = 5e-5;
/** Maximum number of rounds of generating columns and tangents (of cooling power) in the LP over the horizon. */
const MAX_ROUNDS = 12;

/**
 * Solves one LP over the horizon, starting with the configurations and tangents of the epochs' LPs. If the LP has no
 * solution, the returned prices are null.
 */
export async function solveHorizon(
  context: BoundContext,
  given: GeoPrices,
  cells: readonly (RelaxedCell | null)[],
  pool: ConfigurationPool,
  options: {
    readonly engine: LpEngine;
    readonly capShare: number;
    readonly work: LpWork;
    readonly tell: () => Promise<boolean>;
    readonly answered: (answer: MasterAnswer) => void;
    readonly group?: CentreGroup;
  },
): Promise<{ readonly costUsd: number | null; readonly prices: GeoPrices | null }> {
  const { engine, capShare, work, tell, answered, group } = options;
  const all = Array.from({ length: context.epochs }, (_, t) => t);
  const master = openGeoMaster(context, all, engine, { horizon: true, billed: 1, capShare, group });
  let prices: GeoPrices | null = null;
  let costUsd: number | null = null;
  try {
    seedHorizon(context, master, cells, group?.centres ?? [...context.model.centres.keys()]);
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      // Of rows and columns that come together, see epoch-lps.ts.
      const answer = master.solve(group !== undefined && round > 1 ? { algorithm: 'primalSimplex' } : {});
      work.lpSolves++;
      if (answer !== null) countIterations(work, 'lpIterations', answer.iterations);
      if (answer === null) break;
      prices = answer.writePrices(given);
      ({ costUsd } = answer);
      answered(answer);
      const lines = addLines(context, master, answer, prices);
      if (group === undefined) extendPool(context, all, prices, pool);
      const columns = addConfigurations(context, master, answer, prices, pool);
      const missedUsd = lines.missedUsd + columns.missedUsd;
      if (lines.added + columns.added === 0 || missedUsd <= NEAR * Math.abs(costUsd) || (await tell())) break;
    }
    work.columns += master.columnCount;
  } finally {
    master.dispose();
  }
  return { costUsd, prices };
}

function seedHorizon(
  context: BoundContext,
  master: GeoMaster,
  cells: readonly (RelaxedCell | null)[],
  among: readonly number[],
): void {
  const { epochs, centres } = context;
  for (let t = 0; t < epochs; t++) {
    for (const d of among) {
      for (const { pooled } of cells[t * centres + d]?.used ?? []) master.addConfiguration(t * centres + d, pooled);
    }
  }
  for (let t = 0; t < epochs; t++) {
    for (const d of among) {
      for (const epoch of neighbours(context, t)) {
        const one = cells[epoch * centres + d] ?? null;
        if (one !== null) addTangent(context, master, t * centres + d, one.powerW);
      }
    }
  }
}

function neighbours({ previous, next }: BoundContext, t: number): number[] {
  return [...new Set([t, previous[t]!, next[t]!])].filter((epoch) => epoch >= 0);
}
