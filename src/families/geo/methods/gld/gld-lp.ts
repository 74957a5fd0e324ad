import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import type { GeoAllocation } from '../../../../../models/families/geo/allocation.js';
import { loadHighs } from '../../../../solvers/linear/highs.js';
import { certificateOf } from '../bound/bound.js';
import { boundContext } from '../bound/context.js';
import { relax, type Relaxation } from '../bound/relaxation.js';
import { configurationPool } from '../bound/configuration-pool.js';
import { finishedAllocation } from '../finish/finished.js';
import type { GeoMethodRequest, GeoMethodOutcome } from '../outcome.js';
import { addFewConfigurations } from './all-configurations.js';
import type { CoreSteps } from './core-steps.js';
import { countedCells } from './counted.js';
import { billOf, planWithSharedCores } from './sharing.js';
import { roundedPlan } from './rounding.js';
import { wholeNodePlans } from './whole-nodes.js';

/** Shares of the power and carbon caps that the LP may use, tried in turn until the rounded plan keeps the caps. */
const CAP_SHARES = [1, 0.998, 0.99, 0.97] as const;

/**
 * Relative gap below which no better plan is sought. It is also the share of the bill that a plan with time-sharing
 * cores must save.
 */
const WORTH_SHARING = 1e-3;

interface BilledPlan {
  readonly allocation: GeoAllocation;
  readonly costUsd: number;
}

function cheaper(a: BilledPlan | null, b: BilledPlan | null): BilledPlan | null {
  return a === null || (b !== null && b.costUsd < a.costUsd) ? b : a;
}

/** Returns the cost that a plan with time-sharing cores must stay below to replace the best plan so far, USD. */
function mostUsefulUsd(best: BilledPlan | null): number {
  return best === null ? Infinity : best.costUsd - WORTH_SHARING * Math.abs(best.costUsd);
}

/** Runs `gld-lp` (docs/geo/gld-lp.md): rounds the LP relaxation to whole nodes and improves the plan. */
export async function gldLpMethod({ model, control }: GeoMethodRequest): Promise<GeoMethodOutcome> {
  const engine = await loadHighs();
  const context = boundContext(model, 'room');
  const found = configurationPool(context);
  const first = await relax(context, { engine, control, pool: found, forPlan: true });
  // The certificate is that of `bound`, whatever rounding adds.
  const pool = found.copy();
  if (!first.stopped) addFewConfigurations(context, pool);
  let relaxation = first;
  let best: BilledPlan | null = null;
  let warning = '';
  let stoppedEarly = first.stopped;
  for (const capShare of CAP_SHARES) {
    if (capShare < 1) relaxation = await relax(context, { engine, control, pool, capShare, forPlan: true });
    const step = async (epoch: number): Promise<boolean> =>
      control.step({ phase: `round ${epoch}`, bound: first.bound.costUsd, incumbent: best?.costUsd ?? null });
    const run = { capsOnly: false, stopped: false };
    const round = async (cells: Relaxation['cells'], steps?: CoreSteps): Promise<BilledPlan | null> => {
      const rounded = await roundedPlan(context, relaxation, cells, pool, { capShare, step, steps });
      run.stopped ||= rounded.stopped;
      const costUsd = billOf(model, rounded.allocation);
      if (costUsd !== null) return { allocation: rounded.allocation, costUsd };
      const { violations } = evaluateAllocation(model, finishedAllocation(model, rounded.allocation));
      const { constraint, where } = violations[0]!;
      warning = `no plan of whole nodes was found: ${violations.length} limits broken, the first ${constraint} ${where}`;
      run.capsOnly ||= violations.every((one) => one.constraint === 'powerCap' || one.constraint === 'carbonCap');
      return null;
    };
    const program = {
      engine,
      capShare,
      step: async () => {
        const stop = await step(0);
        run.stopped ||= stop;
        return stop;
      },
    };
    const counted = stoppedEarly ? null : await countedCells(context, relaxation.cells, pool, program);
    if (counted !== null) best = await round(counted.cells, counted.steps);
    if (mostUsefulUsd(best) > first.bound.costUsd && !(run.stopped && best !== null)) {
      const whole =
        stoppedEarly || run.stopped
          ? []
          : await wholeNodePlans(context, relaxation.cells, pool, { ...program, whole: 'configurations' });
      for (const cells of [relaxation.cells, ...whole]) best = cheaper(best, await round(cells));
    }
    stoppedEarly ||= run.stopped;
    if (best !== null || run.stopped || !run.capsOnly) break;
  }
  const mostUsd = mostUsefulUsd(best);
  if (!stoppedEarly && mostUsd > first.bound.costUsd) {
    const step = async (): Promise<boolean> => {
      const incumbent = best?.costUsd ?? null;
      const stop = await control.step({ phase: 'share', bound: first.bound.costUsd, incumbent });
      stoppedEarly ||= stop;
      return stop;
    };
    const own = best?.allocation ?? null;
    const shared = await planWithSharedCores(context, first.cells, own, pool, { engine, mostUsd, step });
    if (shared !== null && shared.costUsd < mostUsd) best = shared;
  }
  if (best !== null) {
    await control.step({ phase: 'plan', bound: first.bound.costUsd, incumbent: best.costUsd });
  }
  const certificate = await certificateOf(model, first, { engine, control, pool: found });
  return {
    allocation: best?.allocation ?? null,
    certificate,
    stoppedEarly,
    warnings: best === null && certificate.infeasibility === undefined ? [warning] : [],
    work: { ...certificate.work, ways: pool.size },
    // With rates missing it is a price of missing them.
    figures: first.lpUsd === null || certificate.infeasibility !== undefined ? {} : { lpUsd: first.lpUsd },
  };
}
