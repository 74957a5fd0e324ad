import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { BoundContext, PooledConfiguration } from '../bound/context.js';
import { addLines, addTangent } from '../bound/improve.js';
import { openGeoMaster } from '../bound/master.js';
import { noPrices } from '../bound/prices.js';
import type { RelaxedCell } from '../bound/relaxed-cell.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';
import { undominated } from './all-configurations.js';

/** Maximum number of columns of the integer program. With more, there are so many nodes that rounding loses little. */
const MAX_COLUMNS = 600;
/** Maximum number of nodes, in all data centres together, for which the integer program is solved. */
const MAX_NODES = 60;
/** Maximum number of times that the integer program is solved; each time tangents of cooling power are added. */
const MAX_ROUNDS = 6;
/** Number of a room's limits up to which all are rows from the start; otherwise they are added when violated. */
const FEW_LIMITS = 12;
/** Maximum number of nodes of the branch-and-bound tree. */
const MAX_BRANCHES = 100;
/** Relative gap at which branch and bound ends. */
const GAP = 1e-3;

/**
 * Returns plans from the LP over the horizon, solved as an integer program; none if the model is too large. A plan
 * lists configurations with numbers of nodes, for each cell (data centre in one epoch). The caller must check the
 * limits.
 *
 * `whole` says what must be an integer: the number of nodes on each configuration, or only the number of awake nodes.
 */
export async function wholeNodePlans(
  context: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  pool: ConfigurationPool,
  {
    engine,
    capShare,
    whole,
    step,
  }: {
    readonly engine: LpEngine;
    readonly capShare: number;
    readonly whole: 'configurations' | 'awake';
    readonly step: () => Promise<boolean>;
  },
): Promise<RelaxedCell[][]> {
  const { epochs, centres, types, model, classOf, classes } = context;
  // Nodes not whole can mix all others from those on one task type, idle ones and, in company, those that the relaxation chose.
  const chosen = new Set(cells.flatMap((one) => (one?.used ?? []).map(({ pooled }) => pooled.id)));
  const candidates = classes.map((_, c) =>
    Array.from({ length: types }, (__, j) =>
      undominated(pool.of(c, j)).filter(
        (pooled) => whole === 'configurations' || chosen.has(pooled.id) || isPlain(pooled),
      ),
    ),
  );
  const configurationsOf = (d: number): PooledConfiguration[] =>
    candidates[classOf[d]!]!.flat().filter(({ type }) => model.centres[d]!.nodeCount[type]! > 0);
  const columns = epochs * model.centres.reduce((sum, _, d) => sum + configurationsOf(d).length, 0);
  const nodes = model.centres.reduce((sum, { nodeCount }) => nodeCount.reduce((total, count) => total + count, sum), 0);
  if (columns > MAX_COLUMNS || nodes > MAX_NODES) return [];
  const all = Array.from({ length: epochs }, (_, t) => t);
  const master = openGeoMaster(context, all, engine, { horizon: true, billed: 1, capShare, whole });
  const plans: RelaxedCell[][] = [];
  try {
    for (let cell = 0; cell < epochs * centres; cell++)
      for (const pooled of configurationsOf(cell % centres)) master.addConfiguration(cell, pooled);
    for (const [cell, one] of cells.entries()) if (one !== null) addTangent(context, master, cell, one.powerW);
    for (let cell = 0; cell < epochs * centres; cell++) {
      const { length } = context.cooling[cell % centres]!.limits;
      for (let row = 0; length <= FEW_LIMITS && row < length; row++) master.addLimit(cell, row);
    }
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const answer = master.solve({ mipNodeLimit: MAX_BRANCHES, mipRelativeGap: GAP });
      if (answer === null) break;
      plans.push(Array.from({ length: epochs * centres }, (_, cell) => answer.cells.get(cell)!));
      if (addLines(context, master, answer, noPrices(context)).added === 0 || (await step())) break;
    }
  } finally {
    master.dispose();
  }
  return plans;
}

/** Returns true if a configuration (work of each core of a node) has no work or only one task type. */
function isPlain({ configuration: { counts } }: PooledConfiguration): boolean {
  return counts.reduce((kinds, count) => kinds + (count > 0 ? 1 : 0), 0) <= 1;
}
