import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { adaptiveSteps } from '../../../../pricing/adaptive-steps.js';
import { type Bids, bidsOf, drawsOf, takenBy } from './fluid-bids.js';

/** Maximum number of arrivals that a program holds. Ours: twice as many change what is earned by less than a hundredth. */
const MAX_SAMPLED = 200;
/** Number of subgradient steps from the prices of the program before; twice as many from none. */
const PASSES = 60;
/**
 * Number of equal tasks from which half of the steps are enough. Ours, chosen on 142 days of logs, 80 drawn days and
 * serial-100, which earn the same in the mean within 0.001; with half of them everywhere, single days of logs lose a third.
 */
const MANY_EQUAL_TASKS = 100;
/** Length of the first step with and without prices to begin from, and of the last one, as fractions of a typical price. */
const [WARM_STEP, COLD_STEP, LAST_STEP] = [0.1, 0.3, 0.003];
/** Maximum of a resource's use over its supply less 1 in a step. Ours: one wide job may take several times what is left. */
const MAX_EXCESS = 5;
/** Number of halvings of the interval in which the price of energy is found. */
const HALVINGS = 12;
/** Quantiles of the normal distribution in the middle of each third. */
const QUANTILES = [-0.967, 0, 0.967];
/**
 * Standard deviation of the logarithm of demand in the rest of the day over that so far, if arrivals without number were
 * known. Ours: on one day in three, demand later in the day is less than half or more than double.
 */
const DEMAND_SPREAD = 0.7;
/**
 * Logarithm of the median factor on demand. Ours, chosen on 94 days that docs/utility/policies.md does not report: with
 * less, serial days earn less; with more, parallel days leave more energy over.
 */
const DEMAND_SHIFT = -0.15;
/** Number of equal shares of the energy left for which a price is computed. */
export const SHARES = 16;
/** Factor between the prices of energy at which draws are computed, and the first of them as a fraction of a typical price. */
const [PRICE_RATIO, MIN_GRID_PRICE] = [1.3, 0.1];
/** Maximum number of prices of energy at which draws are computed. They reach to some four hundred times the first one. */
const MAX_GRID = 24;
/** Minimum time gone by from which arrivals are projected, s: a burst at the start says nothing of a rate. */
const MIN_SEEN_S = 60;
/** Minimum fraction of its nodes' time for which a pool counts as free, so that its price stays finite. */
const MIN_FREE = 0.02;

/** The part of a day for which energy is left. */
export interface RestOfDay {
  readonly nowS: number;
  /** The present moment, or the beginning of the day if that is later, s. */
  readonly fromS: number;
  readonly endS: number;
  /** Energy of the day's budget that is not committed to runs, J, above 0; Infinity if it cannot run out. */
  readonly leftJ: number;
  /** Fraction of the node-seconds from `fromS` to `endS` that decided runs leave free. */
  readonly free: number;
}

/** Dual values of the program: prices that a run would have to be worth. */
export interface FluidPrices {
  /**
   * Mean price of the energy of a run that takes k sixteenths of what is left, utility/J, k from 0 (a run that takes
   * next to nothing) to 16. It rises with k, as each joule is worth more the fewer there are.
   */
  readonly energy: Float64Array;
  /** Price of a node in each pool, utility/node-second. */
  readonly node: Float64Array;
  /** Number of tasks of equal energy whose number would tell as much about the demand for energy. */
  readonly equalTasks: number;
}

/**
 * Returns the function that solves the fluid program of the rest of a day. It keeps the prices that it found last, to
 * begin the next search from them.
 *
 * The program (docs/utility/policies.md): tasks like those that have arrived come again as often as the time left is
 * longer than the time gone by. Each runs at once on one of its options, or never. All together take no more than the
 * energy left and the free node-seconds of each pool. It is solved for three factors on demand, since a day's arrivals
 * may rise or fall, and prices are the means of the three. Returns null if no task that has arrived can earn anything.
 *
 * Later arrivals have no influence.
 */
export function fluidProgram(
  model: UtilityModel,
  firstPrice: number,
): (arrived: number, rest: RestOfDay) => FluidPrices | null {
  const searches = QUANTILES.map(() => priceSearch(model.pools.length, firstPrice));
  return (arrived, rest) => {
    const { nowS, fromS, endS, leftJ, free } = rest;
    const aheadS = endS - fromS;
    const stride = Math.max(1, Math.ceil(arrived / MAX_SAMPLED));
    const bids = bidsOf(model, arrived, stride, fromS, endS);
    if (bids.first.length === 1) return null;
    const ratio = aheadS / Math.max(nowS, MIN_SEEN_S);
    const supply = Float64Array.from([
      ...model.pools.map(({ nodes }) => nodes * aheadS * Math.max(MIN_FREE, free)),
      leftJ,
    ]);
    const spread = Math.sqrt(DEMAND_SPREAD ** 2 + (1 + 1 / ratio) / bids.equalTasks);
    const typical = Math.log(ratio * stride) + DEMAND_SHIFT;
    const found = searches.map((search, s) => search(bids, supply, Math.exp(typical + spread * QUANTILES[s]!)));
    const mean = (amount: (one: Found) => number): number =>
      found.reduce((sum, one) => sum + amount(one), 0) / found.length;
    return {
      energy: Float64Array.from({ length: SHARES + 1 }, (_, k) => mean(({ byShare }) => byShare[k]!)),
      node: Float64Array.from(model.pools, (_, j) => mean(({ prices }) => prices[j]!)),
      equalTasks: bids.equalTasks,
    };
  };
}

/** Prices found for one factor on demand. */
interface Found {
  /** Prices of the pools' nodes and, as the last entry, of energy. The next search begins from them. */
  readonly prices: Float64Array;
  /** See `FluidPrices.energy`. */
  readonly byShare: Float64Array;
}

/** @param copies number of times that each bid comes again */
type PriceSearch = (bids: Bids, supply: Float64Array, copies: number) => Found;

function priceSearch(pools: number, firstPrice: number): PriceSearch {
  const count = pools + 1;
  const prices = new Float64Array(count);
  let isWarm = false;
  return (bids, supply, copies) => {
    const { scales } = bids;
    const isPriced = supply[pools]! < Infinity;
    if (!isPriced) prices[pools] = 0;
    else if (!isWarm) prices[pools] = firstPrice;
    const passes = (isWarm ? PASSES : 2 * PASSES) * (bids.equalTasks < MANY_EQUAL_TASKS ? 1 : 0.5);
    const firstStep = isWarm ? WARM_STEP : COLD_STEP;
    isWarm = true;
    const best = prices.slice();
    const taken = new Float64Array(count);
    const steps = adaptiveSteps(count);
    let least = Infinity;
    for (let pass = 1; pass <= passes; pass++) {
      const worth = copies * takenBy(bids, prices, taken);
      const value = supply.reduce((sum, held, r) => (prices[r]! > 0 ? sum + held * prices[r]! : sum), worth);
      if (value < least) {
        least = value;
        best.set(prices);
      }
      const reach = firstStep * (LAST_STEP / firstStep) ** (pass / passes);
      steps.begin();
      for (let r = 0; r < (isPriced ? count : pools); r++) {
        const excess = Math.min(MAX_EXCESS, (copies * taken[r]!) / supply[r]! - 1);
        prices[r] = Math.max(0, prices[r]! + scales[r]! * steps.step(r, excess, reach));
      }
    }
    prices.set(best);
    if (!isPriced) return { prices, byShare: new Float64Array(SHARES + 1) };
    const heldJ = supply[pools]! / copies;
    const draws = drawsOf(bids, prices);
    const energy = priceWithin(draws, heldJ, Math.max(best[pools]!, 1e-3 * scales[pools]!));
    const byShare = pricesByShare(draws, heldJ, energy, MIN_GRID_PRICE * scales[pools]!);
    prices[pools] = energy;
    return { prices, byShare };
  };
}

/**
 * Returns the least price of energy at which, with the prices of nodes, the bids draw no more than `heldJ`, utility/J. It
 * may be too high by 1/4096 of itself or of the guess.
 *
 * @param draws returns what the bids draw at a price, J
 * @param guess a price above 0
 */
export function priceWithin(draws: (price: number) => number, heldJ: number, guess: number): number {
  if (draws(0) <= heldJ) return 0;
  let [low, high] = [0, guess];
  while (draws(high) > heldJ) [low, high] = [high, 2 * high];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (draws(middle) > heldJ) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the mean prices of the first k sixteenths of the energy left, k = 0 to 16: the mean of the prices at which the
 * bids draw what is left behind them. Between the prices tried, a draw is taken to be linear in the price.
 */
function pricesByShare(draws: (price: number) => number, heldJ: number, price: number, least: number): Float64Array {
  const [grid, drawn] = [[price], [heldJ]];
  let next = Math.max(price * PRICE_RATIO, least);
  while (grid.length < MAX_GRID && drawn.at(-1)! > heldJ / (2 * SHARES)) {
    grid.push(next);
    drawn.push(Math.min(drawn.at(-1)!, draws(next)));
    next *= PRICE_RATIO;
  }
  const means = new Float64Array(SHARES + 1);
  means[0] = price;
  let [sum, at] = [0, 1];
  for (let k = 0; k < SHARES; k++) {
    const leftJ = heldJ * (1 - (k + 0.5) / SHARES);
    while (at < grid.length - 1 && drawn[at]! > leftJ) at++;
    const [moreJ, lessJ] = [drawn[at - 1]!, drawn[at]!];
    const part = moreJ > lessJ ? Math.min(1, (moreJ - leftJ) / (moreJ - lessJ)) : 1;
    sum += grid[at - 1]! + part * (grid[at]! - grid[at - 1]!);
    means[k + 1] = sum / (k + 1);
  }
  return means;
}
