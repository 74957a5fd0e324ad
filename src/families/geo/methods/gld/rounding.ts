import type { GeoAllocation } from '../../../../../models/problems/geo/allocation.js';
import type { BoundContext } from '../bound/context.js';
import { clipPrices, type GeoPrices } from '../bound/prices.js';
import type { Relaxation } from '../bound/relaxation.js';
import type { RelaxedCell } from '../bound/relaxed-cell.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';
import { fillEpoch } from './fill.js';
import { planState } from './plan-state.js';
import { polishEpoch } from './polish.js';

/** Number of sweeps of polishing over all epochs (ours). */
const SWEEPS = 3;

/**
 * Nodes rounded down, the missing rates filled up, and the plan polished; whether it keeps the limits is for the caller
 * to see.
 */
export async function roundedPlan(
  context: BoundContext,
  relaxation: Relaxation,
  cells: readonly (RelaxedCell | null)[],
  pool: ConfigurationPool,
  { capShare, step }: { readonly capShare: number; readonly step: (epoch: number) => Promise<boolean> },
): Promise<{ readonly allocation: GeoAllocation; readonly stopped: boolean }> {
  const { epochs } = context;
  const clipped = clipPrices(context, withFallbacks(context, relaxation), 1);
  const state = planState(context, clipped, capShare);
  for (const [cell, one] of cells.entries()) {
    for (const { pooled, nodes } of one?.used ?? []) state.add(cell, pooled, Math.floor(nodes + 1e-6));
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

/** Prices for epochs that the relaxation did not reach: those of the epoch before, power at its purchase price. */
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
