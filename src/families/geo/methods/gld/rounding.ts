import type { GeoAllocation } from '../../../../../models/families/geo/allocation.js';
import type { BoundContext } from '../bound/context.js';
import { clipPrices, type GeoPrices } from '../bound/prices.js';
import type { Relaxation } from '../bound/relaxation.js';
import type { RelaxedCell } from '../bound/relaxed-cell.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';
import { fillEpoch } from './fill.js';
import { type CoreSteps, fitEpoch, serveByCores } from './core-steps.js';
import { planState, type PlanState } from './plan-state.js';
import { polishEpoch } from './polish.js';
import { billOf } from './sharing.js';

/** Maximum number of sweeps over all epochs in which single changes improve the plan. */
const SWEEPS = 3;

/**
 * Options for rounding. `capShare` is the share of the caps that may be used. `step` is called for each epoch and
 * returns true to stop.
 */
export interface RoundingOptions {
  readonly capShare: number;
  readonly step: (epoch: number) => Promise<boolean>;
  /**
   * Changes of single cores that fit the plan to the arrivals. If given, the LP's numbers of awake nodes are rounded to
   * the nearest whole number.
   */
  readonly steps?: CoreSteps | undefined;
}

/**
 * Makes a plan of whole nodes from an LP's plan: rounds the numbers of nodes down, serves the missing rates, and then
 * improves the plan. Limits are not checked.
 */
export async function roundedPlan(
  context: BoundContext,
  relaxation: Relaxation,
  cells: readonly (RelaxedCell | null)[],
  pool: ConfigurationPool,
  { capShare, step, steps }: RoundingOptions,
): Promise<{ readonly allocation: GeoAllocation; readonly stopped: boolean }> {
  const { epochs } = context;
  const clipped = clipPrices(context, withFallbacks(context, relaxation), 1);
  const state = planState(context, clipped, capShare);
  for (const [cell, one] of cells.entries()) {
    for (const { pooled, nodes } of one?.used ?? []) state.add(cell, pooled, Math.floor(nodes + 1e-6));
    if (steps !== undefined && one !== null) addRests(context, state, cell, one);
  }
  let stopped = false;
  for (let t = 0; t < epochs; t++) {
    if (steps !== undefined) serveByCores(context, state, clipped.prices, steps, t);
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
  const polished = state.allocation();
  if (steps === undefined) return { allocation: polished, stopped };
  for (let t = 0; t < epochs; t++) fitEpoch(context, state, clipped.prices, { steps, t, toServe: true });
  const fitted = state.allocation();
  // Core steps know peaks and carbon by their prices alone.
  return { allocation: isCheaper(context, polished, fitted) ? polished : fitted, stopped };
}

function isCheaper({ model }: BoundContext, one: GeoAllocation, other: GeoAllocation): boolean {
  const [costUsd, otherUsd] = [billOf(model, one), billOf(model, other)];
  return costUsd !== null && (otherUsd === null || costUsd < otherUsd);
}

/**
 * Wakes further nodes of a rounded-down cell, up to the LP's number. Configurations with the largest fractional parts
 * come first.
 */
function addRests({ types }: BoundContext, state: PlanState, cell: number, { used }: RelaxedCell): void {
  for (let j = 0; j < types; j++) {
    const rests = used
      .filter(({ pooled }) => pooled.type === j)
      .map(({ pooled, nodes }) => ({ pooled, rest: nodes - Math.floor(nodes + 1e-6) }))
      .sort((a, b) => b.rest - a.rest || a.pooled.id - b.pooled.id);
    const count = Math.round(rests.reduce((sum, { rest }) => sum + rest, 0));
    for (const { pooled } of rests.slice(0, count)) {
      if (Number.isFinite(state.changeUsd(cell, [[pooled, 1]]))) state.add(cell, pooled, 1);
    }
  }
}

/**
 * Returns the dual values of the relaxation, completed for epochs that it did not reach. There, dual values of arrivals
 * are copied from the epoch before, and those of power follow from the purchase price.
 */
function withFallbacks(context: BoundContext, { prices, cells }: Relaxation): GeoPrices {
  const { epochs, centres, types, tasks } = context;
  const rate = prices.rate.slice();
  const payingRate = prices.payingRate.slice();
  const power = prices.power.slice();
  const { range } = clipPrices(context, prices, 1);
  for (let t = 0; t < epochs; t++) {
    if (cells[t * centres] !== null) continue;
    for (const one of t > 0 ? [rate, payingRate] : []) one.copyWithin(t * tasks, (t - 1) * tasks, t * tasks);
    for (let cell = t * centres; cell < (t + 1) * centres; cell++) {
      const d = cell % centres;
      const perW = Math.max(1e-6, range.purchase[cell]!) * context.kwhPerW[d]! * 1.5;
      power.fill(perW, cell * types, (cell + 1) * types);
    }
  }
  return { ...prices, rate, payingRate, power };
}
