import { evaluateAllocation } from '../../../../../models/problems/geo/evaluate.js';
import type { GeoAllocation } from '../../../../../models/problems/geo/allocation.js';
import { loadHighs } from '../../../../solvers/linear/highs.js';
import { certificateOf } from '../bound/bound.js';
import { boundContext } from '../bound/context.js';
import { relax } from '../bound/relaxation.js';
import { configurationPool } from '../bound/configuration-pool.js';
import type { GeoMethodInput, GeoMethodOutcome } from '../outcome.js';
import { addFewConfigurations } from './all-configurations.js';
import { billOf, planWithSharedCores } from './sharing.js';
import { roundedPlan } from './rounding.js';
import { wholeNodePlans } from './whole-nodes.js';

/** Shares of caps that the LP may use, one after the other, until the rounded plan keeps them (ours). */
const CAP_SHARES = [1, 0.998, 0.99, 0.97] as const;

/** Share of the bill that cores sharing their time must save (ours): plans of whole cores are simpler. */
const WORTH_SHARING = 1e-3;

/** Global load distribution by LP: the relaxation of the bound, rounded to whole nodes and improved (docs/geo/gld-lp.md). */
export async function gldLpMethod({ problem, control }: GeoMethodInput): Promise<GeoMethodOutcome> {
  const engine = await loadHighs();
  const context = boundContext(problem, 'room');
  const found = configurationPool(context);
  const first = await relax(context, { engine, control, pool: found, forPlan: true });
  // The certificate is that of `bound`, whatever rounding adds.
  const pool = found.copy();
  if (!first.stopped) addFewConfigurations(context, pool);
  let relaxation = first;
  let best: { readonly allocation: GeoAllocation; readonly costUsd: number } | null = null;
  let warning = '';
  let stoppedEarly = first.stopped;
  for (const capShare of CAP_SHARES) {
    if (capShare < 1) relaxation = await relax(context, { engine, control, pool, capShare, forPlan: true });
    const step = async (epoch: number): Promise<boolean> =>
      control.step({ phase: `round ${epoch}`, bound: first.bound.costUsd, incumbent: best?.costUsd ?? null });
    const whole = stoppedEarly
      ? []
      : await wholeNodePlans(context, relaxation.cells, pool, {
          engine,
          capShare,
          whole: 'configurations',
          step: () => step(0),
        });
    let capsOnly = false;
    let stopped = false;
    for (const cells of [relaxation.cells, ...whole]) {
      const rounded = await roundedPlan(context, relaxation, cells, pool, { capShare, step });
      stopped ||= rounded.stopped;
      const costUsd = billOf(problem, rounded.allocation);
      if (costUsd !== null) {
        if (best === null || costUsd < best.costUsd) best = { allocation: rounded.allocation, costUsd };
        continue;
      }
      const { violations } = evaluateAllocation(problem, rounded.allocation);
      const { constraint, where } = violations[0]!;
      warning = `no plan of whole nodes was found: ${violations.length} limits broken, the first ${constraint} ${where}`;
      capsOnly ||= violations.every((one) => one.constraint === 'powerCap' || one.constraint === 'carbonCap');
    }
    stoppedEarly ||= stopped;
    if (best !== null || stopped || !capsOnly) break;
  }
  const worthUsd = WORTH_SHARING * Math.abs(best?.costUsd ?? 0);
  const mostUsd = (best?.costUsd ?? Infinity) - worthUsd;
  if (!stoppedEarly && mostUsd > first.bound.costUsd) {
    const step = (): Promise<boolean> =>
      control.step({ phase: 'share', bound: first.bound.costUsd, incumbent: best?.costUsd ?? null });
    const own = best?.allocation ?? null;
    const shared = await planWithSharedCores(context, first.cells, own, pool, { engine, mostUsd, step });
    if (shared !== null && shared.costUsd < mostUsd) best = shared;
  }
  if (best !== null) {
    await control.step({ phase: 'plan', bound: first.bound.costUsd, incumbent: best.costUsd });
  }
  const certificate = await certificateOf(problem, first, { engine, control, pool: found });
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
