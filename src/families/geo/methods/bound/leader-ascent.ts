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

/** Relative gap at which the representatives' first LP of an epoch ends. Our choice: large, as it is solved often. */
const FIRST_NEAR = 1e-3;
/**
 * Tolerance of the LPs of centres: columns and tangents are left out if they save less than this share of the value of
 * all arrivals at their dual values, divided by the number of centres. Our choice: MIN_GAIN / 10.
 */
const CENTRE_NEAR = 5e-5;
/**
 * Relative gain of the bound below which the representatives' arrivals are not corrected further. A representative
 * stands for several similar centres. On `us-200` three corrections add 438, 18 and 3 USD to a bound of 80,500.
 */
const MIN_GAIN = 5e-4;
/** Maximum number of corrections of the arrivals of the representatives (each for several similar centres). */
const MAX_CORRECTIONS = 6;
/** Maximum number of rounds of the first block ascent on the representatives. */
const FIRST_ROUNDS = 6;
/** Maximum number of rounds of block ascent on the representatives after each correction. */
const LATER_ROUNDS = 2;

interface AscentOptions {
  readonly engine: LpEngine;
  readonly capShare: number;
  readonly work: LpWork;
  /** Reports progress; returns true to stop. */
  readonly tell: () => Promise<boolean>;
}

/** Dual values with a nearly optimal LP plan. The plan may serve somewhat more or less than arrives. */
export interface LeaderAnswer {
  readonly prices: GeoPrices;
  readonly cells: readonly (RelaxedCell | null)[];
}

/**
 * Returns dual values ("prices") for very many data centres (docs/geo/bound.md); null if some arrivals cannot be
 * served.
 *
 * 1. Representatives, each standing for a few similar centres, give the dual values of arrivals.
 *
 * 2. Given these dual values, an LP for each centre finds the centre's own dual values of starts and stops.
 *
 * 3. If all centres together serve less than arrives in an epoch, the representatives' arrivals are raised for the next
 * round, else lowered. The factor is the value of all arrivals at their dual values, divided by the value of all served
 * tasks.
 *
 * The steps repeat while the bound gains enough. When stopped, the best dual values so far are returned.
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
 * Returns, by epoch, the value of arrivals at their dual values divided by that of served tasks, limited to the range
 * 0.5 to 2. The ratio is 1 if nothing is served.
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

/**
 * Solves the model of the representatives by block ascent. Each call of `next` continues from the result of the last
 * call.
 */
function leaderPrices(
  { context }: Representatives,
  pool: ConfigurationPool,
  options: AscentOptions,
): {
  /** Returns the dual values for these arrival rates; null if some arrivals cannot be served. */
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
