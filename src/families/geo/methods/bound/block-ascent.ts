import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { carbonSearch, emissionKg } from './carbon-search.js';
import { openCentreLps } from './centre-lps.js';
import type { BoundContext } from './context.js';
import type { EpochLps, LpWork } from './epoch-lps.js';
import type { MasterAnswer } from './master-answer.js';
import { copyOf, type GeoPrices } from './prices.js';
import type { RelaxedCell } from './relaxed-cell.js';
import type { ConfigurationPool } from './configuration-pool.js';

/** Greatest number of rounds over all blocks without a carbon cap (ours). */
const MAX_ROUNDS = 7;
/** Greatest number of rounds with a carbon cap, whose price is searched for, too (ours). */
const MAX_CARBON_ROUNDS = 14;
/** Share of the value that a round must add for the ascent to go on (ours): of the rounds after the fourth all together add less than that on `us-200`, and each takes 10 s. */
const MIN_GAIN = 5e-4;
/** Share of the cost below which columns and lines are left out of epochs' LPs, because they can save no more (ours). */
const NEAR = 1e-4;
/** Such a share for the LPs of centres, whose values tell whether a round gained anything (ours). */
const CENTRE_NEAR = 1e-5;

/**
 * Prices for horizons too large for one LP (docs/geo/bound.md). At given prices of arrivals and carbon every centre is on its own: an LP each
 * gives the best prices of starts and stops and of demand. At these every epoch is on its own: an LP each gives the best prices of arrivals. In turn,
 * neither step lowers the value; starts and stops are carried on a little in the direction they last moved. Returns the prices of the best round.
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
  },
): Promise<GeoPrices> {
  const { centres, epochs, tasks, problem } = context;
  const { tell, answered, capShare } = options;
  const centreLps = openCentreLps(context, cells, pool, options);
  const isCapped = problem.carbonCapKg < Infinity;
  const carbon = carbonSearch(capShare * problem.carbonCapKg);
  let prices = { ...given, carbon: isCapped ? carbon.next(emissionKg(context, cells), 0, context) : 0 };
  let best = { prices, usd: -Infinity };
  let changeBefore: Float64Array | null = null;
  for (let round = 1; ; round++) {
    let usd = isCapped ? -prices.carbon * problem.carbonCapKg : 0;
    for (let n = 0; n < epochs * tasks; n++) usd += prices.rate[n]! * problem.arrivalRatePerS[n]!;
    prices = copyOf(prices);
    const nearUsd = (CENTRE_NEAR * Math.abs(usd)) / centres;
    for (let d = 0; d < centres; d++) {
      const found = centreLps.solve(d, prices, nearUsd);
      if (found === null) continue;
      prices = found.prices;
      usd += found.costUsd;
      if (await tell()) return best.usd > -Infinity ? best.prices : prices;
    }
    const gainUsd = usd - best.usd;
    if (gainUsd > 0) best = { prices, usd };
    const small = round > 2 && gainUsd <= MIN_GAIN * Math.abs(usd);
    if (round >= (isCapped ? MAX_CARBON_ROUNDS : MAX_ROUNDS) || (small && !(isCapped && carbon.searching))) break;
    const { change } = prices;
    if (changeBefore !== null && gainUsd > 0) {
      const from = changeBefore;
      prices = { ...prices, change: change.map((price, n) => price + (price - from[n]!)) };
    }
    changeBefore = change;
    for (let t = 0; t < epochs; t++) {
      const { answer, prices: found } = await epochLps.solve(t, prices, NEAR, { fromPool: true });
      if (answer === null) continue;
      prices = found;
      answered(answer);
      if (await tell()) return best.prices;
    }
    if (isCapped) {
      prices = { ...prices, carbon: carbon.next(emissionKg(context, cells), prices.carbon, context) };
    }
  }
  return best.prices;
}
