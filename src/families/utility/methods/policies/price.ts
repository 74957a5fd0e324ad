import type { UtilityProblem } from '../../../../../models/problems/utility/problem.js';
import { startingUtility, utilityAt } from '../../../../../models/problems/utility/utility-function.js';
import { MAX_MAX, type MappingEvent, type Policy } from '../policy.js';
import { arrivalGoal, evenGoal } from './spending-goal.js';

export interface PriceOptions {
  /** Price before the first step, utility/J, above 0. Absent: mean starting utility over mean energy of an option. */
  readonly startPrice?: number;
  /** Greatest change of the logarithm of the price in a minute. */
  readonly gainPerMinute: number;
  /** Goal of spending: an even rate, or one in step with the arrivals of the day before. */
  readonly goal: 'even' | 'arrivals';
  /** Weight of the utility that a task loses if it waits for the next event; at 0 it does not count. */
  readonly slope: number;
}

/** Default options of the price. Ours: gains of 0.01 and 0.05 change the utility of serial-100 by 0.13 % at most (docs/utility/policies.md). */
export const PRICE_DEFAULTS: PriceOptions = { gainPerMinute: 0.02, goal: 'even', slope: 0 };

/** Greatest factor between the price and its start, up or down. Ours: it must find back within hours when energy has been plenty for days. */
const RANGE = 1e3;
/** Seconds in a minute. */
const S_PER_MINUTE = 60;

/**
 * Policy with a price lambda of energy: a candidate is worth (utility - lambda x energy) per time (per time and core where tasks are parallel), and
 * one that is worth nothing is refused. At every event of a day with a budget lambda moves against the goal:
 *
 *     lambda *= exp(gain x clamp(rate / goal - 1, -1, 1)),   even goal: (budget - committed) / time left of the day.
 *
 * The rate is what was committed in the last half hour (serial), what the nodes draw (otherwise). Where everything is committed nothing
 * is taken and lambda stays. Without a budget energy costs nothing and lambda stays. docs/utility/policies.md.
 */
export function energyPrice(problem: UtilityProblem, options: PriceOptions = PRICE_DEFAULTS): Policy {
  const { environment, tasks, functions, eventIntervalS } = problem;
  const isParallel = environment === 'parallel';
  const startPrice = options.startPrice ?? scaleOf(problem);
  const goalW = (options.goal === 'even' ? evenGoal : arrivalGoal)(problem);
  const gain = (options.gainPerMinute * eventIntervalS) / S_PER_MINUTE;
  const mostW = greatestPowerW(problem, isParallel);
  const fastestS = fastestTimeS(problem);
  let price = startPrice;
  /** Price that candidates pay in this event, utility/J; at Infinity nothing is taken. */
  let charged = Infinity;
  let rise = Infinity;
  let nowS = 0;

  const step = ({ day, committedJ, committedW, powerW, nowS: atS }: MappingEvent): number => {
    if (day.budgetJ === Infinity) return 0;
    const leftJ = day.budgetJ - committedJ;
    const leftS = day.endS - atS;
    if (!(leftJ > 0 && leftS > 0)) return Infinity;
    const beyond = (isParallel ? powerW : committedW) / goalW(leftJ, atS, day) - 1;
    price *= Math.exp(gain * Math.max(-1, Math.min(1, beyond)));
    price = Math.max(startPrice / RANGE, Math.min(startPrice * RANGE, price));
    return price;
  };
  /** Utility that a task loses if it starts one event later, on its fastest option: the same throughout an event. */
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
    key({ task, utility, energyJ, timeS, cores }) {
      if (charged === Infinity) return -Infinity;
      const net = utility - charged * energyJ;
      // Urgency orders what is worth taking; it makes nothing worth taking.
      const worth = slope > 0 && net > 0 ? net + slope * lossOf(task) : net;
      return isParallel ? worth / (timeS * cores) : worth / timeS;
    },
    begin(event) {
      const before = charged;
      nowS = event.nowS;
      charged = step(event);
      if (charged === Infinity) rise = 0;
      else if (before === Infinity || slope > 0) rise = Infinity;
      else rise = Math.max(0, before - charged) * mostW;
    },
    mayRise: () => rise,
    // Nothing is charged where there is no budget, whatever was learnt before.
    price: () => (charged === 0 ? NaN : price),
  };
}

/** Mean starting utility over mean energy of an option, utility/J: roughly the worth of energy in this instance; 1 where either is 0. */
function scaleOf({ functions, options }: UtilityProblem): number {
  let utility = 0;
  for (let f = 0; f < functions.count; f++) utility += startingUtility(functions, f) / functions.count;
  let energyJ = 0;
  const count = options.timeS.length;
  for (let o = 0; o < count; o++) energyJ += (options.powerW[o]! * options.timeS[o]!) / count;
  return utility > 0 && energyJ > 0 ? utility / energyJ : 1;
}

/** Greatest power of an option, W; of a core where tasks are parallel. */
function greatestPowerW({ options, pools }: UtilityProblem, perCore: boolean): number {
  let mostW = 0;
  for (let o = 0; o < options.timeS.length; o++) {
    const cores = perCore ? options.nodes[o]! * pools[options.pool[o]!]!.coresPerNode : 1;
    mostW = Math.max(mostW, options.powerW[o]! / cores);
  }
  return mostW;
}

/** Shortest execution time of each kind of work, s. */
function fastestTimeS({ options }: UtilityProblem): Float64Array {
  const fastestS = new Float64Array(options.kindCount);
  for (let kind = 0; kind < options.kindCount; kind++) {
    fastestS[kind] = options.timeS
      .subarray(options.first[kind], options.first[kind + 1])
      .reduce((a, b) => Math.min(a, b));
  }
  return fastestS;
}
