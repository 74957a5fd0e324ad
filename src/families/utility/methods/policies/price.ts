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
   * Initial energy price, utility/J, above 0. By default derived from the arrivals (see the function `energyPrice`).
   */
  readonly startPrice?: number;
  /** Maximum change of the logarithm of the energy price per minute. */
  readonly gainPerMinute: number;
  /**
   * How the day's energy is spread over the day: at a constant rate, or in proportion to the arrivals of the day
   * before.
   */
  readonly goal: 'even' | 'arrivals';
  /**
   * Prices of nodes in addition to that of energy: none, or the dual values of the bound on the day before, if there is
   * one.
   */
  readonly capacityPrices: 'none' | 'previous-day';
  /**
   * True if the power limits also have prices, which estimate their dual values and raise the cost of a candidate's
   * energy.
   */
  readonly rows: boolean;
  /**
   * Weight, in a task's priority, of the utility that the task loses by waiting for the next mapping event; 0 ignores
   * this loss.
   */
  readonly slope: number;
}

/**
 * Default options of the policy `price`. The gain was chosen on trials 1 to 5 of the bundled instances
 * (docs/utility/policies.md, docs/decisions/utility-price.md).
 */
export const PRICE_DEFAULTS: PriceOptions = {
  gainPerMinute: 0.01,
  goal: 'even',
  capacityPrices: 'none',
  rows: true,
  slope: 0,
};

/**
 * Maximum factor by which the energy price may differ from its initial value, up or down. Our choice: after days of low
 * demand the price can return within hours.
 */
const RANGE = 1e3;
/**
 * Time after which the initial price is derived from the arrivals so far, s. Our choice: some hundred tasks in the
 * bundled days.
 */
const FIRST_LOOK_S = 900;
/**
 * Minimum initial price, as a fraction of mean utility divided by mean energy of the arrivals. Chosen on trials 1 to 5
 * of the bundled instances, in which hours with little work come first.
 */
const MIN_START = 0.3;

/**
 * Returns the policy with an energy price lambda, an estimate of the budget's dual value. A candidate's key (priority)
 * is (utility - lambda x energy) / time; for parallel tasks it is also divided by cores. Candidates with a key of at
 * most 0 are refused. At every event of a day with a budget, lambda is adjusted to the spending goal:
 *
 * lambda *= exp(gain x clamp(power / goal - 1, -1, 1)), where the even goal is energy left / time left of the day.
 *
 * For parallel tasks, which may run for hours, the power is that of the nodes, and the energy left is what has not been
 * drawn. Otherwise the power is the energy of the runs decided in the last half hour, divided by that time, and the
 * energy left is what is not committed to runs.
 *
 * When the whole budget is committed, no task starts. Without a budget, and when the remaining energy suffices for full
 * power until midnight, energy is free. In these cases lambda stays the same.
 *
 * At first, lambda is the mean utility at the start divided by the mean energy of an option. At the first event after a
 * quarter of an hour, lambda is set once. It becomes the price at which arrivals like those so far use the budget
 * evenly (docs/utility/policies.md). Only events at which the budget can run out count.
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
  /** Energy price by which waiting tasks are ranked in this mapping event, utility/J. At Infinity no task starts. */
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
   * Returns the utility that a task loses by starting one mapping event later, in its fastest pool and P-state. It is
   * constant during an event.
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
  /** Mean node price during a run that starts now, utility/node-second, by option (pool and P-state). */
  readonly perNodeS: Float64Array;
  /**
   * Updates the prices at a mapping event. Returns the largest decrease, over all options (pool and P-state), of a
   * run's node cost per second, utility/s. In `parallel` it is the cost per second and core, utility/(core s).
   */
  readonly begin: (event: MappingEvent) => number;
}

/**
 * Returns the node price of each option (pool and P-state), updated at each mapping event: the dual values of the bound
 * on the day before, or 0 without a day before.
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
 * Returns a typical price of energy, utility/J: mean initial utility of the utility functions divided by mean energy of
 * an option (pool and P-state). Returns 1 if either mean is 0.
 */
function scaleOf({ functions, options }: UtilityModel): number {
  let utility = 0;
  for (let f = 0; f < functions.count; f++) utility += startingUtility(functions, f) / functions.count;
  let energyJ = 0;
  const count = options.timeS.length;
  for (let o = 0; o < count; o++) energyJ += (options.powerW[o]! * options.timeS[o]!) / count;
  return utility > 0 && energyJ > 0 ? utility / energyJ : 1;
}

/**
 * Returns the largest power of any option (pool and P-state of a task), W.
 *
 * @param perCore true to divide power by the option's number of cores
 */
function greatestPowerW({ options, pools }: UtilityModel, perCore: boolean): number {
  let mostW = 0;
  for (let o = 0; o < options.timeS.length; o++) {
    const cores = perCore ? options.nodes[o]! * pools[options.pool[o]!]!.coresPerNode : 1;
    mostW = Math.max(mostW, options.powerW[o]! / cores);
  }
  return mostW;
}
