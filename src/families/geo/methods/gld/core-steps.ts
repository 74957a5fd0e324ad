import { type Configuration, idleConfiguration } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';
import type { BoundContext, PooledConfiguration } from '../bound/context.js';
import type { GeoPrices } from '../bound/prices.js';
import { missingPerS, worthOf } from './fill.js';
import type { PlanState } from './plan-state.js';

/** Gives, for a node configuration (what each core of a node runs), the configurations that are one core step away. */
export interface CoreSteps {
  /**
   * Returns the configurations one step away. In a step, one core stops working, starts working or changes its task
   * type, or all cores on a task type change to the next faster or slower P-state.
   */
  neighbours(pricingClass: number, pooled: PooledConfiguration): readonly PooledConfiguration[];
  /** Returns the configuration of an awake node whose cores all idle. */
  idle(pricingClass: number, type: number): PooledConfiguration;
}

/**
 * Penalties for a rate that is not served, as multiples of the rate's dual value in the LP. They are tried in turn.
 * With 1, serving more is worth exactly as much as in the LP. With 4,096, hardly any change that serves more is too
 * expensive.
 *
 * With fewer multiples than these five, plans cost more. With 1, 64 and 4,096 the cost is higher by a fraction of
 * 1.6e-6 on us-4 and of 5e-7 on us-8. With 4,096 alone it is higher by a fraction of 8e-6 on us-4, in no less time.
 */
const CHARGES = [1, 8, 64, 512, 4096] as const;
/** Maximum number of core steps per epoch and penalty, in case a search goes on with negligible gains. */
const MAX_STEPS = 1000;
/**
 * Maximum number of nodes woken per epoch for rates that core steps cannot serve. After that, whole nodes are woken
 * (fill.ts).
 */
const MAX_WOKEN = 3;
/** Saving of a core step up to which it counts as rounding error, USD. */
const GAIN_USD = 1e-9;

/** Returns the core steps (changes of one core), computed once by configuration; new ones are added to `pool`. */
export function openCoreSteps({ classes, tasks }: BoundContext, pool: ConfigurationPool): CoreSteps {
  const known = new Map<PooledConfiguration, readonly PooledConfiguration[]>();
  return {
    neighbours(c, pooled) {
      const there = known.get(pooled);
      if (there !== undefined) return there;
      const { type, configuration } = pooled;
      const nodeType = classes[c]!.nodeTypes[type]!;
      const found: PooledConfiguration[] = [];
      for (const { counts, choices } of stepsFrom(configuration, nodeType)) {
        const next = configurationFrom(type, nodeType, tasks, counts, choices);
        if (next !== null) found.push(pool.add(c, type, next));
      }
      known.set(pooled, found);
      return found;
    },
    idle: (c, j) => pool.add(c, j, idleConfiguration(j, classes[c]!.nodeTypes[j]!.tasks.length, tasks)),
  };
}

type Choice = Pick<Configuration, 'counts' | 'choices'>;

function* stepsFrom(
  { counts, choices }: Choice,
  { cores, tasks }: BoundContext['classes'][0]['nodeTypes'][0],
): Generator<Choice> {
  const idle = counts.reduce((left, count) => left - count, cores);
  /**
   * Returns the configuration with one core moved from task type `from` to task type `to` in P-state `choice`. All are
   * local indices; -1 means that the core idles.
   */
  const moved = (from: number, to: number, choice: number): Choice => {
    const next = { counts: counts.slice(), choices: choices.slice() };
    if (from >= 0) next.counts[from]! -= 1;
    if (to >= 0) {
      next.counts[to]! += 1;
      next.choices[to] = choice;
    }
    return next;
  };
  for (const [k, count] of counts.entries()) {
    if (count === 0) continue;
    for (const choice of [choices[k]! - 1, choices[k]! + 1]) {
      if (choice < 0 || choice >= tasks[k]!.pStates.length) continue;
      const next = choices.slice();
      next[k] = choice;
      yield { counts, choices: next };
    }
    yield moved(k, -1, 0);
  }
  for (let from = -1; from < tasks.length; from++) {
    if (from < 0 ? idle === 0 : counts[from] === 0) continue;
    for (const [to, { pStates }] of tasks.entries()) {
      if (to === from) continue;
      if (counts[to]! > 0) yield moved(from, to, choices[to]!);
      else for (let choice = 0; choice < pStates.length; choice++) yield moved(from, to, choice);
    }
  }
}

/** The core steps possible in one cell (one data centre in one epoch). Each changes one node. */
interface CellSteps {
  readonly pairs: readonly (readonly [from: PooledConfiguration, to: PooledConfiguration])[];
  /**
   * Change in cost of each step, USD. It is the change in power, valued at the dual value of power in the LP, plus
   * `beyondUsd`.
   */
  readonly usd: Float64Array;
  /** For each step, penalty for work beyond the arrivals where a kWh has a negative cost, USD. */
  readonly beyondUsd: Float64Array;
  /** Amount by which each step lowers each served rate, tasks/s, at index step * I + task type, with I task types. */
  readonly lessPerS: Float64Array;
  /**
   * Indices of steps that would raise the exact cost. The set is cleared when the penalty for missing rates changes.
   */
  readonly refused: Set<number>;
}

/**
 * Serves missing rates of an epoch and saves power by changing what single cores run; returns true if all arrivals are
 * served. Each step is the change that saves most by dual values and penalty, as long as the exact cost falls, too.
 *
 * With `toServe`, only changes that do not increase the missing rates, weighted by their dual values, are made.
 */
export function fitEpoch(
  context: BoundContext,
  state: PlanState,
  prices: GeoPrices,
  { steps, t, toServe }: { readonly steps: CoreSteps; readonly t: number; readonly toServe: boolean },
): boolean {
  const { centres, tasks } = context;
  const worth = worthOf(context, prices, t);
  const missing = missingPerS(context, state, t);
  const all = Array.from({ length: centres }, (_, d) => cellSteps(context, state, prices, steps, t, d));
  const last = CHARGES.length - 1;

  /** Returns the change of the cost of missing rates, at their dual values, if step n is made, USD. */
  const missedUsd = ({ lessPerS }: CellSteps, n: number): number => {
    let usd = 0;
    for (let i = 0; i < tasks; i++) {
      const less = lessPerS[n * tasks + i]!;
      if (less === 0) continue;
      const before = missing[i]!;
      const after = before + less;
      usd += worth[i]! * ((after > 0 ? after : 0) - (before > 0 ? before : 0));
    }
    return usd;
  };

  function bestStep(round: number): readonly [d: number, step: number] | null {
    let best: readonly [number, number] | null = null;
    let least = -GAIN_USD;
    for (const [d, own] of all.entries()) {
      for (let n = 0; n < own.usd.length; n++) {
        const missed = missedUsd(own, n);
        const usd = own.usd[n]! + CHARGES[round]! * missed;
        if (usd >= least || (round === last && missed > 0) || own.refused.has(n)) continue;
        least = usd;
        best = [d, n];
      }
    }
    return best;
  }

  for (let round = toServe ? last : 0; round <= last; round++) {
    const charge = CHARGES[round]!;
    for (const { refused } of all) refused.clear();
    for (let taken = 0; taken < MAX_STEPS;) {
      const best = bestStep(round);
      if (best === null) break;
      const [d, n] = best;
      const own = all[d]!;
      const cell = t * centres + d;
      const [from, to] = own.pairs[n]!;
      const usd = state.changeUsd(cell, [
        [from, -1],
        [to, 1],
      ]);
      if (usd + own.beyondUsd[n]! + charge * missedUsd(own, n) >= -GAIN_USD) {
        own.refused.add(n);
        continue;
      }
      taken++;
      state.add(cell, from, -1);
      state.add(cell, to, 1);
      for (let i = 0; i < tasks; i++) missing[i]! += own.lessPerS[n * tasks + i]!;
      all[d] = cellSteps(context, state, prices, steps, t, d);
    }
  }
  return missing.every((rate) => rate <= 0);
}

/** Serves an epoch by core steps and, if needed, wakes nodes, cheapest first. Some rates may still be missing. */
export function serveByCores(
  context: BoundContext,
  state: PlanState,
  prices: GeoPrices,
  steps: CoreSteps,
  t: number,
): void {
  let served = fitEpoch(context, state, prices, { steps, t, toServe: false });
  for (let n = 0; n < MAX_WOKEN && !served; n++) {
    const woken = cheapestIdle(context, state, steps, t);
    if (woken === null) return;
    state.add(woken.cell, woken.idle, 1);
    served = fitEpoch(context, state, prices, { steps, t, toServe: true });
  }
}

function cheapestIdle(
  { centres, types, classOf }: BoundContext,
  state: PlanState,
  steps: CoreSteps,
  t: number,
): { readonly cell: number; readonly idle: PooledConfiguration } | null {
  let best: { readonly cell: number; readonly idle: PooledConfiguration } | null = null;
  let least = Infinity;
  for (let d = 0; d < centres; d++) {
    const cell = t * centres + d;
    for (let j = 0; j < types; j++) {
      const idle = steps.idle(classOf[d]!, j);
      const usd = state.changeUsd(cell, [[idle, 1]]);
      if (usd >= least) continue;
      least = usd;
      best = { cell, idle };
    }
  }
  return best;
}

function cellSteps(
  { centres, types, tasks, classOf, pays }: BoundContext,
  state: PlanState,
  prices: GeoPrices,
  steps: CoreSteps,
  t: number,
  d: number,
): CellSteps {
  const cell = t * centres + d;
  const pairs = [...state.nodes(cell).keys()].flatMap((from) =>
    steps.neighbours(classOf[d]!, from).map((to) => [from, to] as const),
  );
  const beyondUsd = new Float64Array(pairs.length);
  const lessPerS = new Float64Array(pairs.length * tasks);
  for (const [n, [from, to]] of pairs.entries()) {
    for (let i = 0; i < tasks; i++) {
      lessPerS[n * tasks + i] = from.configuration.ratePerS[i]! - to.configuration.ratePerS[i]!;
    }
  }
  for (let i = 0; i < tasks && pays[cell] === 1; i++) {
    const usd = prices.rate[t * tasks + i]! - prices.payingRate[t * tasks + i]!;
    for (let n = 0; n < pairs.length; n++) beyondUsd[n]! -= usd * lessPerS[n * tasks + i]!;
  }
  const usd = Float64Array.from(
    pairs,
    ([from, to], n) => beyondUsd[n]! + prices.power[cell * types + from.type]! * (to.powerW - from.powerW),
  );
  return { pairs, usd, beyondUsd, lessPerS, refused: new Set() };
}
