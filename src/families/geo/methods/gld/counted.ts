import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';
import type { BoundContext } from '../bound/context.js';
import type { RelaxedCell } from '../bound/relaxed-cell.js';
import { type CoreSteps, openCoreSteps } from './core-steps.js';
import { addIdleConfigurations, awakeIn, isShareable, solveShared } from './sharing.js';

/**
 * LP plan with whole numbers of awake nodes. `steps` are the changes of single cores by which rounding fits the plan to
 * the arrivals.
 */
export interface CountedCells {
  readonly cells: readonly RelaxedCell[];
  readonly steps: CoreSteps;
}

/**
 * Solves the LP over the horizon again with the number of awake nodes fixed at the nearest whole numbers. Rounding then
 * loses no capacity. Returns null if these nodes cannot serve all arrivals or if the LP would be too large.
 */
export async function countedCells(
  context: BoundContext,
  relaxed: readonly (RelaxedCell | null)[],
  given: ConfigurationPool,
  {
    engine,
    capShare,
    step,
  }: { readonly engine: LpEngine; readonly capShare: number; readonly step: () => Promise<boolean> },
): Promise<CountedCells | null> {
  if (!isShareable(context)) return null;
  const pool = given.copy();
  addIdleConfigurations(context, pool);
  const demand = context.model.arrivalRatePerS;
  const awake = awakeIn(context, relaxed, Math.round);
  const answer = await solveShared(context, relaxed, { awake, demand, capShare }, pool, { engine, step });
  if (answer === null) return null;
  const cells = Array.from(relaxed.keys(), (cell) => answer.cells.get(cell)!);
  return { cells, steps: openCoreSteps(context, pool) };
}
