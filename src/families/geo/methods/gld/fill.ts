import type { BoundContext, PooledConfiguration } from '../bound/context.js';
import { changePrice } from '../bound/change-price.js';
import type { GeoPrices } from '../bound/prices.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';
import type { PlanState } from './plan-state.js';

/** Share of an arrival rate that may be left unserved: below the checker's tolerance, above rounding errors. */
const SERVED = 1e-10;
/** Maximum number of nodes per epoch whose configuration (what each core runs) is replaced to serve missing rates. */
const MAX_REPLACEMENTS = 400;
/**
 * Ratio of the mean value of a task type (dual value x arrival rate) to the minimum value that every task type gets.
 */
const MEAN_TO_MIN = 1000;

/** Returns each task type's rate not served yet in epoch t, tasks/s; negative if more than arrives is served. */
export function missingPerS({ model, tasks }: BoundContext, state: PlanState, t: number): Float64Array {
  return Float64Array.from({ length: tasks }, (_, i) => {
    const key = t * tasks + i;
    return model.arrivalRatePerS[key]! * (1 - SERVED) - state.servedPerS[key]!;
  });
}

/**
 * Returns the value of serving each task type, USD per task/s. The value is the LP's dual value, raised to a positive
 * minimum for task types that arrive.
 */
export function worthOf({ model, tasks }: BoundContext, prices: GeoPrices, t: number): Float64Array {
  const rate = prices.rate.subarray(t * tasks, (t + 1) * tasks);
  let total = 0;
  for (let i = 0; i < tasks; i++) total += rate[i]! * model.arrivalRatePerS[t * tasks + i]!;
  const least = (total > 0 ? total : 1) / tasks / MEAN_TO_MIN;
  return rate.map((price, i) => {
    const arrival = model.arrivalRatePerS[t * tasks + i]!;
    return arrival > 0 ? Math.max(price, least / arrival) : 0;
  });
}

/**
 * Wakes whole nodes, those of most value per cost first, until epoch t is served. If no further node helps, replaces
 * configurations of awake nodes. Returns false if arrivals remain unserved.
 */
export function fillEpoch(
  context: BoundContext,
  state: PlanState,
  prices: GeoPrices,
  pool: ConfigurationPool,
  t: number,
): boolean {
  const { tasks } = context;
  const worth = worthOf(context, prices, t);
  const refused = new Set<string>();
  for (;;) {
    const missing = missingPerS(context, state, t);
    if (missing.every((rate) => rate <= 0)) return true;
    const candidate = bestCandidate(context, state, prices, pool, t, worth, missing, refused);
    if (candidate === null) return replaceUntilServed(context, state, pool, t, worth);
    const { cell, pooled } = candidate;
    // As many as are all of use.
    let count = Infinity;
    for (let i = 0; i < tasks; i++) {
      const rate = pooled.configuration.ratePerS[i]!;
      if (rate > 0) count = Math.min(count, Math.floor(missing[i]! / rate));
    }
    const free =
      context.model.centres[cell % context.centres]!.nodeCount[pooled.type]! - state.awake(cell, pooled.type);
    count = Math.max(1, Math.min(count, free));
    while (count > 1 && state.changeUsd(cell, [[pooled, count]]) === Infinity) count = count >> 1;
    if (state.changeUsd(cell, [[pooled, count]]) === Infinity) refused.add(`${cell}/${pooled.id}`);
    else state.add(cell, pooled, count);
  }
}

function bestCandidate(
  context: BoundContext,
  state: PlanState,
  prices: GeoPrices,
  pool: ConfigurationPool,
  t: number,
  worth: Float64Array,
  missing: Float64Array,
  refused: ReadonlySet<string>,
): { readonly cell: number; readonly pooled: PooledConfiguration } | null {
  const { centres, types, tasks, model, classes, classOf } = context;
  let best: { readonly cell: number; readonly pooled: PooledConfiguration } | null = null;
  let most = 0;
  for (const c of classes.keys()) {
    for (let j = 0; j < types; j++) {
      const { sleepW } = model.nodeTypes[j]!;
      const open: { readonly cell: number; readonly perW: number; readonly changeUsd: number }[] = [];
      for (let d = 0; d < centres; d++) {
        const cell = t * centres + d;
        if (classOf[d] !== c || state.awake(cell, j) >= model.centres[d]!.nodeCount[j]!) continue;
        open.push({ cell, perW: prices.power[cell * types + j]!, changeUsd: changePrice(context, prices, cell, j) });
      }
      if (open.length === 0) continue;
      for (const pooled of pool.of(c, j)) {
        let useful = 0;
        for (let i = 0; i < tasks; i++) {
          if (missing[i]! > 0) useful += worth[i]! * Math.min(missing[i]!, pooled.configuration.ratePerS[i]!);
        }
        if (useful <= 0) continue;
        for (const { cell, perW, changeUsd } of open) {
          const usd = Math.max(1e-12, perW * (pooled.powerW - sleepW) + changeUsd);
          if (useful / usd <= most || refused.has(`${cell}/${pooled.id}`)) continue;
          most = useful / usd;
          best = { cell, pooled };
        }
      }
    }
  }
  return best;
}

/** Replaces configurations of awake nodes until epoch t is served; returns false if it cannot be. */
function replaceUntilServed(
  context: BoundContext,
  state: PlanState,
  pool: ConfigurationPool,
  t: number,
  worth: Float64Array,
): boolean {
  const { centres, tasks, classOf } = context;
  for (let n = 0; n < MAX_REPLACEMENTS; n++) {
    const missing = missingPerS(context, state, t);
    if (missing.every((rate) => rate <= 0)) return true;
    let best: { readonly cell: number; readonly from: PooledConfiguration; readonly to: PooledConfiguration } | null =
      null;
    let most = 0;
    for (let d = 0; d < centres; d++) {
      const cell = t * centres + d;
      for (const from of state.nodes(cell).keys()) {
        for (const to of pool.of(classOf[d]!, from.type)) {
          let gain = 0;
          for (let i = 0; i < tasks; i++) {
            const after = missing[i]! + from.configuration.ratePerS[i]! - to.configuration.ratePerS[i]!;
            gain += worth[i]! * (Math.max(0, missing[i]!) - Math.max(0, after));
          }
          if (gain <= most) continue;
          if (
            state.changeUsd(cell, [
              [from, -1],
              [to, 1],
            ]) === Infinity
          )
            continue;
          most = gain;
          best = { cell, from, to };
        }
      }
    }
    if (best === null) return false;
    state.add(best.cell, best.from, -1);
    state.add(best.cell, best.to, 1);
  }
  return false;
}
