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
  /**
   * Price before the first step, utility/J, above 0. If absent, it follows from what arrives, as described at
   * `energyPrice`.
   */
  readonly startPrice?: number;
  /** Largest change of the logarithm of the price in a minute. */
  readonly gainPerMinute: number;
  /** Goal of spending: an even rate, or one in step with the arrivals of the day before. */
  readonly goal: 'even' | 'arrivals';
  /** Prices of nodes in addition to that of energy: none, or those of the day before if there is one. */
  readonly capacityPrices: 'none' | 'previous-day';
  /** True if power rows, if there are any, have prices too. */
  readonly rows: boolean;
  /** Weight of the utility that a task loses if it waits for the next event; at 0 it does not count. */
  readonly slope: number;
}

/**
 * Default options of the price. Chosen: the gain by trials 1 to 5 of the bundled instances (docs/utility/policies.md).
 */
export const PRICE_DEFAULTS: PriceOptions = {
  gainPerMinute: 0.01,
  goal: 'even',
  capacityPrices: 'none',
  rows: true,
  slope: 0,
};

/**
 * Largest factor between the price and its start, up or down. Chosen so that it can return within hours after energy
 * has been plenty for days.
 */
const RANGE = 1e3;
/** Time from which on arrivals determine a start, s. Chosen: some hundred tasks in the bundled days. */
const FIRST_LOOK_S = 900;
/**
 * Least start, as a share of mean utility over mean energy of what arrived. Chosen on the same trials: hours without
 * much work come first.
 */
const MIN_START = 0.3;

/**
 * Returns the policy with a price lambda of energy: a candidate is worth (utility - lambda x energy) per time (per time
 * and core if tasks are parallel), and one that is worth nothing is refused. At every event of a day with a budget
 * lambda is adjusted to the goal:
 *
 *     lambda *= exp(gain x clamp(rate / goal - 1, -1, 1)),   even goal: energy left / time left of the day.
 *
 * Where tasks are parallel, and may run for many hours, the rate is what the nodes draw and the energy left what has
 * not been drawn; otherwise what was committed in the last half hour, and what is not committed. Where everything is
 * committed nothing is taken and lambda stays. Without a budget, and where the energy left suffices for all nodes at
 * their greatest power until midnight, energy costs nothing and lambda stays.
 *
 * Start: at the first event with a budget that can run out, once a quarter of an hour has gone by, lambda becomes the
 * price at which arrivals like those up to then draw the budget evenly; until then mean starting utility over mean
 * energy of an option. docs/utility/policies.md.
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
  /** Price that candidates pay in this event, utility/J; at Infinity nothing is taken. */
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
   * Returns the utility that a task loses if it starts one event later, on its fastest option: constant throughout an
   * event.
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
  /** Length O: price of a node over the time of an option that starts now, utility/node-second. */
  readonly perNodeS: Float64Array;
  /**
   * Begins an event; returns the largest fall of what an option pays per second (per second and core if tasks are
   * parallel).
   */
  readonly begin: (event: MappingEvent) => number;
}

/**
 * Returns the prices of nodes in force at an event, by option: those of the day before, 0 if there is no whole day
 * before.
 */
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
 * Returns the mean starting utility over mean energy of an option, utility/J: roughly the worth of energy in this
 * instance; 1 where either is 0.
 */
function scaleOf({ functions, options }: UtilityModel): number {
  let utility = 0;
  for (let f = 0; f < functions.count; f++) utility += startingUtility(functions, f) / functions.count;
  let energyJ = 0;
  const count = options.timeS.length;
  for (let o = 0; o < count; o++) energyJ += (options.powerW[o]! * options.timeS[o]!) / count;
  return utility > 0 && energyJ > 0 ? utility / energyJ : 1;
}

/** Returns the largest power of an option, W; of one core if tasks are parallel. */
function greatestPowerW({ options, pools }: UtilityModel, perCore: boolean): number {
  let mostW = 0;
  for (let o = 0; o < options.timeS.length; o++) {
    const cores = perCore ? options.nodes[o]! * pools[options.pool[o]!]!.coresPerNode : 1;
    mostW = Math.max(mostW, options.powerW[o]! / cores);
  }
  return mostW;
}
