import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { type Broken, brokenBy } from '../../../studies/broken.js';
import type { RunRequest } from '../runs/request.js';
import { type Solved, solveOpened } from '../runs/solve.js';
import type { RunSummary } from './summary.js';
import type { VariantShelf } from './variants.js';

/** Request for the runs of a sweep or a day. */
export type SeriesOfRuns = Omit<RunRequest, 'start' | 'started'>;

/**
 * Returns a function that solves one run after another, and the LP engine that all runs share. Each run takes over the
 * columns that earlier runs generated. Columns depend only on dual values, so reusing them does not change the run's
 * plan (docs/reward-rate/sweeps.md).
 */
export function runsInTurn(request: SeriesOfRuns, shelf: VariantShelf) {
  let engine: LpEngine | undefined;
  let pricing: Pick<RunRequest, 'start'> = {};
  /** Returns the solved run, or why it crashed; null if it was interrupted. */
  const solve = async (
    instance: RewardRateInstance,
    prices: Pick<RunRequest, 'prices'> = {},
  ): Promise<Solved | Broken | null> => {
    const started = (engine ??= await loadLpEngine(request.engine));
    const solving = async () => solveOpened({ ...request, ...prices, started, ...pricing }, shelf.open(instance));
    const solved = await solving().catch(brokenBy);
    const isBroken = 'failure' in solved;
    // An engine that broke down is not used again.
    if (isBroken || !answered(request, solved.record.result)) engine = undefined;
    if (isBroken) return solved;
    if (solved.record.result.termination === 'interrupted') return null;
    if (solved.next !== null) {
      const { pricing: columns } = solved.next;
      pricing = columns === undefined ? {} : { start: { assignments: new Map(), plan: null, pricing: columns } };
    }
    return solved;
  };
  return { solve, engine: (): Pick<RunRequest, 'started'> => (engine === undefined ? {} : { started: engine }) };
}

/** Returns false for a run that failed, or whose LP engine gave no bound although one was asked for. */
export function answered(
  { withBound }: Pick<RunRequest, 'withBound'>,
  { termination, bound }: Pick<RunSummary, 'termination' | 'bound'>,
): boolean {
  return termination !== 'failed' && !(withBound && termination === 'finished' && bound === null);
}
