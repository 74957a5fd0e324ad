import { evaluateAllocation } from '../../../../models/problems/geo/evaluate.js';
import type { GeoAllocation } from '../../../../models/problems/geo/allocation.js';
import { loadHighs } from '../../../solvers/linear/highs.js';
import { certificateOf } from '../bound/bound.js';
import { type BoundContext, boundContext } from '../bound/context.js';
import { clipPrices, type GeoPrices } from '../bound/prices.js';
import { type Relaxation, relax } from '../bound/relaxation.js';
import { type WayPool, wayPool } from '../bound/ways.js';
import type { GeoMethodInput, GeoMethodOutcome } from '../outcome.js';
import { fillEpoch } from './fill.js';
import { planState } from './plan-state.js';
import { polishEpoch } from './polish.js';

/** Shares of caps the LP may use, one after the other, until the rounded plan keeps them. */
const CAP_SHARES = [1, 0.998, 0.99, 0.97] as const;
const SWEEPS = 3;

/** Global load distribution by LP: the relaxation of the bound, rounded to whole nodes and improved (docs/methods/gld-lp.md). */
export async function gldLpMethod({ problem, control }: GeoMethodInput): Promise<GeoMethodOutcome> {
  const engine = await loadHighs();
  const context = boundContext(problem, 'room');
  const pool = wayPool(context);
  const first = await relax(context, { engine, control, pool });
  let relaxation = first;
  let best: { readonly allocation: GeoAllocation; readonly costUsd: number } | null = null;
  let warning = '';
  let stoppedEarly = first.stopped;
  for (const capShare of CAP_SHARES) {
    if (capShare < 1) relaxation = await relax(context, { engine, control, pool, capShare });
    const { allocation, stopped } = await roundedPlan(context, relaxation, pool, capShare, async (epoch) =>
      control.step({ phase: `round ${epoch}`, bound: first.bound.costUsd, incumbent: best?.costUsd ?? null }),
    );
    stoppedEarly ||= stopped;
    const { violations, costUsd } = evaluateAllocation(problem, allocation);
    if (violations.length === 0) {
      best = { allocation, costUsd };
      break;
    }
    const { constraint, where } = violations[0]!;
    warning = `no plan of whole nodes was found: ${violations.length} limits broken, the first ${constraint} ${where}`;
    if (stopped || !violations.every((one) => one.constraint === 'powerCap' || one.constraint === 'carbonCap')) break;
  }
  if (best !== null) {
    await control.step({ phase: 'plan', bound: first.bound.costUsd, incumbent: best.costUsd });
  }
  const certificate = await certificateOf(problem, first, { engine, control });
  return {
    allocation: best?.allocation ?? null,
    certificate,
    stoppedEarly,
    warnings: best === null && certificate.infeasibility === undefined ? [warning] : [],
    work: { ...certificate.work, ways: pool.size },
    figures: first.lpUsd === null ? {} : { lpUsd: first.lpUsd },
  };
}

async function roundedPlan(
  context: BoundContext,
  relaxation: Relaxation,
  pool: WayPool,
  capShare: number,
  step: (epoch: number) => Promise<boolean>,
): Promise<{ readonly allocation: GeoAllocation; readonly stopped: boolean }> {
  const { epochs } = context;
  const clipped = clipPrices(context, withFallbacks(context, relaxation), 1);
  const state = planState(context, clipped, capShare);
  for (const [cell, one] of relaxation.cells.entries()) {
    for (const { way, nodes } of one?.used ?? []) state.add(cell, way, Math.floor(nodes + 1e-6));
  }
  let stopped = false;
  for (let t = 0; t < epochs; t++) {
    fillEpoch(context, state, clipped.prices, pool, t);
    stopped = (await step(t)) || stopped;
  }
  for (let sweep = 0; sweep < SWEEPS && !stopped; sweep++) {
    let savedUsd = 0;
    for (let t = 0; t < epochs && !stopped; t++) {
      savedUsd += polishEpoch(context, state, pool, t);
      stopped = await step(t);
    }
    if (savedUsd <= 1e-6 * Math.abs(relaxation.bound.costUsd)) break;
  }
  return { allocation: state.allocation(), stopped };
}

/** Prices for epochs the relaxation did not come to: those of the epoch before, power at its purchase price. */
function withFallbacks(context: BoundContext, { prices, cells }: Relaxation): GeoPrices {
  const { epochs, centres, types, tasks } = context;
  const rate = prices.rate.slice();
  const power = prices.power.slice();
  const { range } = clipPrices(context, prices, 1);
  for (let t = 0; t < epochs; t++) {
    if (cells[t * centres] !== null) continue;
    if (t > 0) rate.copyWithin(t * tasks, (t - 1) * tasks, t * tasks);
    for (let cell = t * centres; cell < (t + 1) * centres; cell++) {
      const d = cell % centres;
      const perW = Math.max(1e-6, range.purchase[cell]!) * context.kwhPerW[d]! * 1.5;
      power.fill(perW, cell * types, (cell + 1) * types);
    }
  }
  return { ...prices, rate, power };
}
