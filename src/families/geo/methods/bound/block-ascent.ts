import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { carbonSearch, emissionKg } from './carbon-search.js';
import { openCentreLps } from './centre-lps.js';
import type { BoundContext } from './context.js';
import type { EpochLps, LpWork } from './epoch-lps.js';
import type { MasterAnswer } from './master-answer.js';
import { copyOf, type GeoPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';
import type { ConfigurationPool } from './configuration-pool.js';

/** Maximum number of rounds without a carbon cap. A round solves every centre's LP and every epoch's LP. */
const MAX_ROUNDS = 8;
/** Maximum number of rounds of block ascent with a carbon cap, whose dual value must be found as well. */
const MAX_CARBON_ROUNDS = 14;
/** Relative gain of the bound over two rounds below which block ascent ends. */
const MIN_GAIN = 2e-4;
/**
 * Tolerance of the LPs of epochs. Columns and tangents are left out of an LP if they can save less than this share of
 * the epoch's cost.
 */
const NEAR = 1e-4;
/**
 * Tolerance of the LPs of centres, as a share of the value of all arrivals at their dual values, divided by the number
 * of centres. It is smaller than NEAR, because the values of these LPs decide whether a round gained anything.
 */
const CENTRE_NEAR = 1e-5;

/**
 * Returns dual values ("prices") for horizons too large for one LP, by block coordinate ascent (docs/geo/bound.md).
 *
 * 1. Given the dual values of arrivals and carbon, data centres are independent. One LP for each finds the best dual
 * values of starts, stops and demand charges.
 *
 * 2. Given the dual values of starts, stops and demand charges, epochs are independent. One LP for each finds the best
 * dual values of arrivals.
 *
 * Neither step lowers the bound. After every second round the dual values of starts and stops are extrapolated. The
 * dual values of the best round are returned.
 */
export async function blockAscent(
  context: BoundContext,
  given: GeoPrices,
  cells: readonly (RelaxedCell | null)[],
  epochLps: EpochLps,
  pool: ConfigurationPool,
  options: {
    readonly engine: LpEngine;
    readonly capShare: number;
    readonly work: LpWork;
    readonly tell: () => Promise<boolean>;
    readonly answered: (answer: MasterAnswer) => void;
    /** Maximum number of rounds if there is no carbon cap; default MAX_ROUNDS. */
    readonly rounds?: number;
    /** True to close the LP of an epoch once it is solved. This saves memory and costs time. */
    readonly release?: boolean;
  },
): Promise<GeoPrices> {
  const { centres, epochs, tasks, model } = context;
  const { tell, answered, capShare, rounds = MAX_ROUNDS, release = false } = options;
  const centreLps = openCentreLps(context, cells, pool, options);
  const isCapped = model.carbonCapKg < Infinity;
  const carbon = carbonSearch(capShare * model.carbonCapKg);
  let prices = { ...given, carbon: isCapped ? carbon.next(emissionKg(context, cells, 0), 0, context) : 0 };
  let best = { prices, usd: -Infinity };
  let changeBefore = given.change;
  let pairUsd = -Infinity;
  for (let round = 1; ; round++) {
    let usd = isCapped ? -prices.carbon * model.carbonCapKg : 0;
    for (let n = 0; n < epochs * tasks; n++) usd += prices.payingRate[n]! * model.arrivalRatePerS[n]!;
    prices = copyOf(prices);
    const nearUsd = (CENTRE_NEAR * Math.abs(usd)) / centres;
    for (let d = 0; d < centres; d++) {
      const found = centreLps.solve(d, prices, nearUsd);
      if (found === null) continue;
      prices = found.prices;
      usd += found.costUsd;
      if (await tell()) return best.usd > -Infinity ? best.prices : prices;
    }
    if (usd > best.usd) best = { prices, usd };
    // Rounds come in twos: one from prices carried on, which may have been too far, and one from what it found.
    const isPair = round % 2 === 0;
    const small = isPair && best.usd - pairUsd <= MIN_GAIN * Math.abs(best.usd);
    if (round >= (isCapped ? MAX_CARBON_ROUNDS : rounds) || (small && !(isCapped && carbon.searching))) break;
    const { change } = prices;
    if (isPair) {
      const from = changeBefore;
      prices = { ...prices, change: change.map((price, n) => price + (price - from[n]!)) };
      pairUsd = best.usd;
    }
    changeBefore = change;
    for (let t = 0; t < epochs; t++) {
      const { answer, prices: found } = await epochLps.solve(t, prices, NEAR, {
        fromPool: true,
        release,
        seed: centreLps.last,
      });
      if (answer === null) continue;
      prices = found;
      answered(answer);
      if (await tell()) return best.prices;
    }
    if (isCapped) {
      prices = { ...prices, carbon: carbon.next(emissionKg(context, cells, prices.carbon), prices.carbon, context) };
    }
  }
  return best.prices;
}
