import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { blockAscent } from './block-ascent.js';
import { openCentreLps } from './centre-lps.js';
import type { ConfigurationPool } from './configuration-pool.js';
import type { BoundContext } from './context.js';
import { type LpWork, openEpochLps } from './epoch-lps.js';
import { extendPool } from './improve.js';
import type { MasterAnswer } from './master-answer.js';
import { copyOf, type GeoPrices, noPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';
import type { Representatives } from './representatives.js';

/** Gap at which an epoch's first LP ends; it is solved many times. */
const FIRST_NEAR = 1e-3;
/** Share of the cost below which columns and lines are left out of centres' LPs. Our choice: a tenth of MIN_GAIN. */
const CENTRE_NEAR = 5e-5;
/**
 * Relative gain that a correction must bring for another to follow: on `us-200` corrections add 438, 18 and 3 USD of
 * 80,500.
 */
const MIN_GAIN = 5e-4;
/** Maximum number of corrections. */
const MAX_CORRECTIONS = 6;
/** Maximum number of rounds of the representatives' block ascent at first. */
const FIRST_ROUNDS = 6;
/** Number of rounds of block ascent after a correction. */
const LATER_ROUNDS = 2;

interface AscentOptions {
  readonly engine: LpEngine;
  readonly capShare: number;
  readonly work: LpWork;
  /** Reports progress; returns true to stop. */
  readonly tell: () => Promise<boolean>;
}

/** Prices, with relaxed cells that are nearly optimal but may serve somewhat more or less than arrives. */
export interface LeaderAnswer {
  readonly prices: GeoPrices;
  readonly cells: readonly (RelaxedCell | null)[];
}

/**
 * Returns prices for very many centres (docs/geo/bound.md); null if some arrivals cannot be served. Representatives
 * find the prices of arrivals, at which every centre finds its own prices of starts and stops. Then the
 * representatives' arrivals are corrected by the ratio of arriving to served worth, and so on. When stopped it returns
 * what it has.
 */
export async function leaderAscent(
  whole: BoundContext,
  few: Representatives,
  pool: ConfigurationPool,
  options: AscentOptions,
): Promise<LeaderAnswer | null> {
  const { epochs, tasks, centres, model } = whole;
  const leaders = leaderPrices(few, pool, options);
  const arrivals = model.arrivalRatePerS.slice();
  let prices = await leaders.next(arrivals);
  if (prices === null) return null;
  const cells = few.cellsOf(leaders.cells);
  const centreLps = openCentreLps(whole, cells, pool, options);
  let best = { prices: few.pricesOf(prices), usd: -Infinity };
  for (let correction = 0; ; correction++) {
    let tried: GeoPrices = copyOf(few.pricesOf(prices));
    let usd = 0;
    for (let n = 0; n < epochs * tasks; n++) usd += tried.rate[n]! * model.arrivalRatePerS[n]!;
    const nearUsd = (CENTRE_NEAR * Math.abs(usd)) / centres;
    for (let d = 0; d < centres; d++) {
      if (await options.tell()) return { prices: best.prices, cells };
      const found = centreLps.solve(d, tried, nearUsd);
      if (found === null) continue;
      tried = found.prices;
      usd += found.costUsd;
      for (const one of centreLps.last(d)?.values() ?? []) cells[one.cell] = one;
    }
    const gainUsd = usd - best.usd;
    if (gainUsd > 0) best = { prices: tried, usd };
    if (correction === MAX_CORRECTIONS || gainUsd <= MIN_GAIN * Math.abs(usd)) break;
    const worth = worthServed(whole, tried, cells);
    for (let n = 0; n < arrivals.length; n++) arrivals[n]! *= worth[Math.floor(n / tasks)]!;
    const corrected = await leaders.next(arrivals);
    if (corrected === null) break;
    prices = corrected;
  }
  return { prices: best.prices, cells };
}

/**
 * Returns the worth of an epoch's arrivals divided by the worth of what is served at given prices, limited to 0.5 to 2;
 * 1 if nothing is served.
 */
function worthServed(
  { epochs, centres, tasks, model }: BoundContext,
  { rate }: GeoPrices,
  cells: readonly (RelaxedCell | null)[],
): Float64Array {
  return Float64Array.from({ length: epochs }, (_, t) => {
    let arriving = 0;
    for (let n = t * tasks; n < (t + 1) * tasks; n++) arriving += rate[n]! * model.arrivalRatePerS[n]!;
    let served = 0;
    for (const one of cells.slice(t * centres, (t + 1) * centres)) {
      for (const { pooled, nodes } of one?.used ?? []) {
        for (let i = 0; i < tasks; i++) served += nodes * rate[t * tasks + i]! * pooled.configuration.ratePerS[i]!;
      }
    }
    return served > 0 ? Math.min(2, Math.max(0.5, arriving / served)) : 1;
  });
}

/** Solves the representatives' own model by blocks; each call continues from the last. */
function leaderPrices(
  { context }: Representatives,
  pool: ConfigurationPool,
  options: AscentOptions,
): {
  /** Returns the prices for these arrival rates; null if some cannot be served. */
  readonly next: (arrivalRatePerS: Float64Array) => Promise<GeoPrices | null>;
  readonly cells: readonly (RelaxedCell | null)[];
} {
  const { epochs, centres } = context;
  const cells: (RelaxedCell | null)[] = new Array<RelaxedCell | null>(epochs * centres).fill(null);
  let prices: GeoPrices | null = null;
  const run = { stopped: false, missing: false };
  const tell = async (): Promise<boolean> => (run.stopped = await options.tell());
  const answered = (answer: MasterAnswer): void => {
    for (const one of answer.cells.values()) cells[one.cell] = one;
    run.missing ||= answer.missing.size > 0;
  };
  return {
    cells,
    async next(arrivalRatePerS) {
      const own = { ...context, model: { ...context.model, arrivalRatePerS } };
      const isFirst = prices === null;
      let found = prices ?? noPrices(own);
      const epochLps = openEpochLps(own, cells, pool, { ...options, tell, large: true });
      try {
        for (let t = 0; isFirst && t < epochs && !run.stopped; t++) {
          const { answer, prices: after } = await epochLps.solve(t, found, FIRST_NEAR, { release: true });
          if (answer === null) return null;
          found = after;
          answered(answer);
        }
        if (!run.stopped && !run.missing) {
          const rounds = isFirst ? FIRST_ROUNDS : LATER_ROUNDS;
          found = await blockAscent(own, found, cells, epochLps, pool, { ...options, tell, answered, rounds });
        }
      } finally {
        epochLps.dispose();
      }
      if (run.missing) return null;
      if (isFirst && !run.stopped)
        extendPool(
          own,
          Array.from({ length: epochs }, (_, t) => t),
          found,
          pool,
        );
      prices = found;
      return found;
    },
  };
}
