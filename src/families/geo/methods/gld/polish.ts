import type { BoundContext, PooledConfiguration } from '../bound/context.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';
import { missingPerS } from './fill.js';
import type { PlanState } from './plan-state.js';

/** Maximum number of moves per epoch and sweep. A move takes the work of one node to another data centre. */
const MAX_MOVES = 200;
/** Maximum number of moves times data centres, per epoch and sweep: each move examines all centres. */
const MAX_CENTRE_MOVES = 3200;
/** Maximum number of improving changes within one data centre in one pass over an epoch. */
const MAX_STEPS = 20;
/** Maximum number of passes over an epoch; a pass changes nodes within data centres, then moves work between them. */
const MAX_PASSES = 4;
/**
 * Number of source nodes, and of target centres, among which the best move is sought. Those with the largest savings
 * are taken.
 */
const NEIGHBOURS = 12;
/** Saving of a change up to which it counts as rounding error, USD. */
const GAIN_USD = 1e-9;

interface Step {
  readonly usd: number;
  readonly changes: readonly { readonly cell: number; readonly pooled: PooledConfiguration; readonly nodes: number }[];
}

/**
 * Improves epoch t by changes of single nodes that keep all arrivals served. Returns the USD saved. Costs are exact and
 * include starts and stops before and after the epoch.
 *
 * 1. In each data centre, a node is removed or its configuration is replaced. The best such change is made as long as
 * one saves.
 *
 * 2. The work of one node moves to another data centre. The best of all moves is made as long as one saves.
 */
export function polishEpoch(context: BoundContext, state: PlanState, pool: ConfigurationPool, t: number): number {
  let savedUsd = 0;
  const take = (step: Step): void => {
    for (const { cell, pooled, nodes } of step.changes) state.add(cell, pooled, nodes);
    savedUsd -= step.usd;
  };
  const most = Math.max(5, Math.min(MAX_MOVES, Math.floor(MAX_CENTRE_MOVES / context.centres)));
  let moves = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = savedUsd;
    for (let d = 0; d < context.centres; d++) {
      for (let n = 0; n < MAX_STEPS; n++) {
        const step = cheaperNode(context, state, pool, t, d);
        if (step === null) break;
        take(step);
      }
    }
    while (moves++ < most) {
      const step = cheaperPlace(context, state, t);
      if (step === null) break;
      take(step);
    }
    if (savedUsd - before <= GAIN_USD) break;
  }
  return savedUsd;
}

/** Returns the best removal or replacement of a node in a centre that keeps arrivals served; null if none saves. */
function cheaperNode(
  context: BoundContext,
  state: PlanState,
  pool: ConfigurationPool,
  t: number,
  d: number,
): Step | null {
  const { centres, tasks, classOf } = context;
  const spare = missingPerS(context, state, t).map((rate) => -rate);
  const cell = t * centres + d;
  let best: Step | null = null;
  const least = (): number => best?.usd ?? -GAIN_USD;
  for (const from of state.nodes(cell).keys()) {
    const { ratePerS } = from.configuration;
    if (ratePerS.every((rate, i) => rate <= spare[i]!)) {
      const usd = state.changeUsd(cell, [[from, -1]]);
      if (usd < least()) best = { usd, changes: [{ cell, pooled: from, nodes: -1 }] };
    }
    for (const to of pool.of(classOf[d]!, from.type)) {
      if (to.powerW >= from.powerW) continue;
      let keeps = true;
      for (let i = 0; i < tasks && keeps; i++) keeps = ratePerS[i]! - to.configuration.ratePerS[i]! <= spare[i]!;
      if (!keeps) continue;
      const usd = state.changeUsd(cell, [
        [from, -1],
        [to, 1],
      ]);
      if (usd >= least()) continue;
      best = {
        usd,
        changes: [
          { cell, pooled: from, nodes: -1 },
          { cell, pooled: to, nodes: 1 },
        ],
      };
    }
  }
  return best;
}

/** Returns the best move of a node's work to a sleeping node in another data centre; null if none saves anything. */
function cheaperPlace({ centres, types, model, classOf }: BoundContext, state: PlanState, t: number): Step | null {
  let best: Step | null = null;
  for (let j = 0; j < types; j++) {
    const sources: { readonly cell: number; readonly pooled: PooledConfiguration; readonly usd: number }[] = [];
    const examples = new Map<number, PooledConfiguration>();
    for (let d = 0; d < centres; d++) {
      const cell = t * centres + d;
      for (const pooled of state.nodes(cell).keys()) {
        if (pooled.type !== j) continue;
        sources.push({ cell, pooled, usd: state.changeUsd(cell, [[pooled, -1]]) });
        examples.set(classOf[d]!, pooled);
      }
    }
    sources.sort((a, b) => a.usd / a.pooled.powerW - b.usd / b.pooled.powerW || a.cell - b.cell);
    const targets: { readonly cell: number; readonly usd: number }[] = [];
    for (let d = 0; d < centres; d++) {
      const cell = t * centres + d;
      const example = examples.get(classOf[d]!);
      if (example === undefined || state.awake(cell, j) >= model.centres[d]!.nodeCount[j]!) continue;
      targets.push({ cell, usd: state.changeUsd(cell, [[example, 1]]) });
    }
    targets.sort((a, b) => a.usd - b.usd || a.cell - b.cell);
    for (const { cell, pooled, usd } of sources.slice(0, NEIGHBOURS)) {
      for (const target of targets.slice(0, NEIGHBOURS)) {
        if (target.cell === cell || classOf[target.cell % centres] !== classOf[cell % centres]) continue;
        const total = usd + state.changeUsd(target.cell, [[pooled, 1]]);
        if (total >= (best?.usd ?? -GAIN_USD)) continue;
        best = {
          usd: total,
          changes: [
            { cell, pooled, nodes: -1 },
            { cell: target.cell, pooled, nodes: 1 },
          ],
        };
      }
    }
  }
  return best;
}
