import { S_PER_MIN } from '../../../../../models/units.js';
import { stepAt } from '../../../../../models/families/utility/energy-tariff.js';
import { type Day, shortestTimesS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { startingUtility, utilityAt } from '../../../../../models/families/utility-function.js';
import { MAX_MAX, type MappingEvent, type Policy } from '../policy.js';
import { type CapacityPrices, pricesOfDayBefore } from './capacity-prices.js';
import { greatestDraw } from './greatest-draw.js';
import { rowPrices } from './row-prices.js';
import { arrivalGoal, evenGoal } from './spending-goal.js';
import { steadyPrice } from './steady-price.js';

export interface PriceOptions {
  /** Initial price, utility/J, above 0. By default it is derived from the arrivals, see `energyPrice`. */
  readonly startPrice?: number;
  /** Largest change of the logarithm of the price in a minute. */
  readonly gainPerMinute: number;
  /** Spending goal: an even rate, or proportional to the arrivals of the day before. */
  readonly goal: 'even' | 'arrivals';
  /** Whether nodes have prices in addition to energy: none, or those of the day before if there is one. */
  readonly capacityPrices: 'none' | 'previous-day';
  /** True if power rows have prices, too. */
  readonly rows: boolean;
  /** Weight of the utility lost by waiting for the next event; 0 ignores it. */
  readonly slope: number;
}

/**
 * Default options of the price policy. The gain was chosen by trials 1 to 5 of the bundled instances
 * (docs/utility/policies.md).
 */
export const PRICE_DEFAULTS: PriceOptions = {
  gainPerMinute: 0.01,
  goal: 'even',
  capacityPrices: 'none',
  rows: true,
  slope: 0,
};

/**
 * Maximum factor between the price and its start, up or down. Our choice: it can return within hours after days of
 * plenty.
 */
const RANGE = 1e3;
/** Time from which arrivals determine the initial price, s. Our choice: some hundred tasks in the bundled days. */
const FIRST_LOOK_S = 900;
/**
 * Minimum initial price, as a share of mean utility over mean energy of arrivals. Chosen on the same trials, where
 * hours with little work come first.
 */
const MIN_START = 0.3;

/**
 * Returns the policy with a price lambda of energy. A candidate's key is (utility - lambda x energy) per time (for
 * parallel tasks per time and core), and candidates with a key of at most 0 are refused. At every event of a day with a
 * budget, lambda follows the spending goal:
 *
 * lambda *= exp(gain x clamp(rate / goal - 1, -1, 1)), even goal: energy left / time left of the day.
 *
 * For parallel tasks, which may run for hours, the rate is the nodes' power and the energy left is what has not been
 * drawn; otherwise both refer to commitments, averaged over half an hour. When everything is committed, nothing is
 * taken. Without a budget, or when the remaining energy suffices for full power until midnight, energy is free. In both
 * cases lambda stays.
 *
 * Initial price: until the first event a quarter of an hour into the time with a budget that can run out, mean starting
 * utility over mean energy of an option; then the price at which arrivals like those so far use the budget evenly
 * (docs/utility/policies.md).
 */
export function energyPrice(model: UtilityModel, options: PriceOptions = PRICE_DEFAULTS): Policy {
  const { environment, tasks, functions, eventIntervalS, charging } = model;
  const isParallel = environment === 'parallel';
  const goalW = (options.goal === 'even' ? evenGoal : arrivalGoal)(model);
  const gain = (options.gainPerMinute * eventIntervalS) / S_PER_MIN;
  const mostW = greatestPowerW(model, isParallel);
  const greatestJ = greatestDraw(model);
  const fastestS = shortestTimesS(model.options);
  const rows = options.rows ? rowPrices(model, scaleOf(model)) : null;
  const bids = options.capacityPrices === 'none' ? null : bidPrices(model);
  let start = options.startPrice ?? scaleOf(model);
  let hasStarted = options.startPrice !== undefined;
  let price = start;
  /** Price charged in this event, utility/J; at Infinity nothing is taken. */
  let charged = Infinity;
  let rise = Infinity;
  let nowS = 0;

  const findStart = (day: Day): void => {
    if (nowS < FIRST_LOOK_S) return;
    hasStarted = true;
    const found = steadyPrice(model, nowS, day.budgetJ / (day.endS - day.startS));
    if (found === null) return;
    start = Math.max(found.price, MIN_START * found.scale);
    price = start;
  };
  const step = ({ day, consumedJ, committedJ, committedW, powerW }: MappingEvent): number => {
    if (day.budgetJ === Infinity) return 0;
    if (!(day.budgetJ > committedJ && nowS < day.endS)) return Infinity;
    if (greatestJ(nowS, day.endS) <= day.budgetJ - consumedJ) return 0;
    if (!hasStarted) findStart(day);
    const leftJ = day.budgetJ - (isParallel ? consumedJ : committedJ);
    const weight = charging === undefined ? 1 : charging.weight[stepAt(charging, nowS)]!;
    const beyond = (isParallel ? powerW * weight : committedW) / goalW(leftJ, nowS, day) - 1;
    price *= Math.exp(gain * Math.max(-1, Math.min(1, beyond)));
    price = Math.max(start / RANGE, Math.min(start * RANGE, price));
    return price;
  };
  /**
   * Returns the utility that a task loses by starting one event later on its fastest option; constant during an event.
   */
  const lossOf = (task: number): number => {
    const ageS = nowS + fastestS[tasks.kind[task]!]! - tasks.arrivalS[task]!;
    const f = tasks.utility[task]!;
    return utilityAt(functions, f, ageS) - utilityAt(functions, f, ageS + eventIntervalS);
  };
  const { slope } = options;

  return {
    ...MAX_MAX,
    keyFalls: 'within-event',
    refusesWorthless: true,
    tellsPoolsApart: rows !== null || bids !== null,
    key({ task, option, pool, nodes, utility, energyJ, timeS, cores }) {
      if (charged === Infinity) return -Infinity;
      const paid = bids === null ? 0 : bids.perNodeS[option]! * nodes * timeS;
      const net = utility - (rows === null ? charged : charged + rows.charge[pool]!) * energyJ - paid;
      // Urgency orders what is worth taking; it makes nothing worth taking.
      const worth = slope > 0 && net > 0 ? net + slope * lossOf(task) : net;
      return isParallel ? worth / (timeS * cores) : worth / timeS;
    },
    begin(event) {
      const before = charged;
      nowS = event.nowS;
      charged = step(event);
      const cheaper = bids?.begin(event) ?? 0;
      const cooler = rows?.begin(event) ?? 0;
      if (charged === Infinity) rise = 0;
      else if (before === Infinity || slope > 0 || charging !== undefined) rise = Infinity;
      else rise = (Math.max(0, before - charged) + cooler) * mostW + cheaper;
    },
    mayRise: () => rise,
    // Nothing is charged where there is no budget or it cannot run out, whatever was learnt before.
    price: () => (charged === 0 ? NaN : price),
  };
}

interface BidPrices {
  /** Length O: mean price of a node during an option that starts now, utility/node-second. */
  readonly perNodeS: Float64Array;
  /**
   * Begins an event; returns the largest decrease of any option's charge per second (for parallel tasks per second and
   * core).
   */
  readonly begin: (event: MappingEvent) => number;
}

/** Returns the current node prices at an event by option: those of the day before, or 0. */
function bidPrices(model: UtilityModel): BidPrices {
  const { options, pools, environment } = model;
  const perNodeS = new Float64Array(options.timeS.length);
  let day: Day | null = null;
  let prices: CapacityPrices | null = null;
  return {
    perNodeS,
    begin(event) {
      if (event.day !== day) {
        day = event.day;
        prices = pricesOfDayBefore(model, day);
      }
      let fall = 0;
      for (let o = 0; o < perNodeS.length; o++) {
        const j = options.pool[o]!;
        const now = prices?.mean(j, event.nowS, options.timeS[o]!) ?? 0;
        const per = environment === 'parallel' ? 1 / pools[j]!.coresPerNode : options.nodes[o]!;
        fall = Math.max(fall, (perNodeS[o]! - now) * per);
        perNodeS[o] = now;
      }
      return fall;
    },
  };
}

/**
 * Returns mean starting utility over mean energy of an option, utility/J, roughly the worth of energy in this instance;
 * 1 if either is 0.
 */
function scaleOf({ functions, options }: UtilityModel): number {
  let utility = 0;
  for (let f = 0; f < functions.count; f++) utility += startingUtility(functions, f) / functions.count;
  let energyJ = 0;
  const count = options.timeS.length;
  for (let o = 0; o < count; o++) energyJ += (options.powerW[o]! * options.timeS[o]!) / count;
  return utility > 0 && energyJ > 0 ? utility / energyJ : 1;
}

/** Returns the largest power of an option, W; for parallel tasks of one core. */
function greatestPowerW({ options, pools }: UtilityModel, perCore: boolean): number {
  let mostW = 0;
  for (let o = 0; o < options.timeS.length; o++) {
    const cores = perCore ? options.nodes[o]! * pools[options.pool[o]!]!.coresPerNode : 1;
    mostW = Math.max(mostW, options.powerW[o]! / cores);
  }
  return mostW;
}
