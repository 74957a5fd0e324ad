import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';

/**
 * Length of the time before now whose arrivals are used, s. Our choice: a few hours, so that the price reflects recent
 * arrivals.
 */
const SPAN_S = 14_400;
/** Maximum number of arrivals used. Our choice: a thousand already determine the price within some per cent. */
const MAX_TASKS = 10_000;
/** Number of subgradient steps in the search for prices. */
const PASSES = 100;
/** Lengths of the first and the last subgradient step, as fractions of a price's typical size. */
const [FIRST_STEP, LAST_STEP] = [0.3, 0.001];
/** Weight of the old value in the running averages that determine subgradient steps (Adam's method). */
const MEMORY = 0.9;

/** Energy price derived from past arrivals. */
export interface SteadyPrice {
  /**
   * Energy price at which arrivals like those of the last hours, continued forever, draw the given power, utility/J. 0
   * if they draw less even when energy is free.
   */
  readonly price: number;
  /** Mean utility divided by mean energy of the tasks' options (pools and P-states), utility/J. */
  readonly scale: number;
}

/**
 * Returns the energy price at which arrivals like those of the last hours draw a given power; null if no task that
 * could earn utility has arrived. It is the dual value of energy in a linear program, found by subgradient steps.
 * - Every task runs at its arrival in one pool and P-state, or never. There are no queues, so the arrivals of a few
 * hours are enough.
 * - In each pool, all tasks together may use at most number of nodes x length of the time of the arrivals.
 * - All tasks together may draw at most `powerW` x that length.
 *
 * @param nowS present moment, s; later arrivals are not used
 * @param powerW the power, W, above 0
 */
export function steadyPrice(model: UtilityModel, nowS: number, powerW: number): SteadyPrice | null {
  const { tasks, options, functions, pools } = model;
  let to = 0;
  while (to < tasks.count && tasks.arrivalS[to]! <= nowS) to++;
  let from = to;
  while (from > 0 && tasks.arrivalS[from - 1]! >= nowS - SPAN_S && to - from < MAX_TASKS) from--;
  if (from === to) return null;
  const spanS = to - from < MAX_TASKS ? Math.min(SPAN_S, nowS) : nowS - tasks.arrivalS[from]!;
  if (!(spanS > 0 && powerW > 0)) return null;

  const first = new Int32Array(to - from + 1);
  const [option, utility]: [number[], number[]] = [[], []];
  for (let n = from; n < to; n++) {
    const kind = tasks.kind[n]!;
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
      if (options.nodes[o]! > pools[options.pool[o]!]!.nodes) continue;
      option.push(o);
      utility.push(utilityAt(functions, tasks.utility[n]!, options.timeS[o]!));
    }
    first[n - from + 1] = option.length;
  }
  const count = pools.length;
  // Rows: node-seconds of each pool, then energy.
  const held = Float64Array.from({ length: count + 1 }, (_, r) => (r < count ? pools[r]!.nodes : powerW) * spanS);
  const scales = typical(model, option, utility);
  const scale = scales[count]!;
  if (!(scale > 0)) return null;
  const prices = new Float64Array(count + 1);
  const taken = new Float64Array(count + 1);
  const mean = new Float64Array(count + 1);
  const square = new Float64Array(count + 1);
  let [least, price] = [Infinity, 0];
  for (let pass = 1; pass <= PASSES; pass++) {
    taken.fill(0);
    let value = held.reduce((sum, amount, r) => sum + amount * prices[r]!, 0);
    for (let k = 0; k < to - from; k++) {
      let [best, chosen] = [0, -1];
      for (let x = first[k]!; x < first[k + 1]!; x++) {
        const o = option[x]!;
        const perS = prices[count]! * options.powerW[o]! + options.nodes[o]! * prices[options.pool[o]!]!;
        const worth = utility[x]! - options.timeS[o]! * perS;
        if (worth > best) [best, chosen] = [worth, o];
      }
      if (chosen < 0) continue;
      value += best;
      taken[options.pool[chosen]!]! += options.nodes[chosen]! * options.timeS[chosen]!;
      taken[count]! += options.powerW[chosen]! * options.timeS[chosen]!;
    }
    if (value < least) [least, price] = [value, prices[count]!];
    const length = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** (pass / PASSES);
    const bias = 1 - MEMORY ** pass;
    for (let r = 0; r <= count; r++) {
      const excess = taken[r]! / held[r]! - 1;
      const average = MEMORY * mean[r]! + (1 - MEMORY) * excess;
      const size = MEMORY * square[r]! + (1 - MEMORY) * excess * excess;
      const step = average / bias / (Math.sqrt(size / bias) + Number.EPSILON);
      mean[r] = average;
      square[r] = size;
      prices[r] = Math.max(0, prices[r]! + length * scales[r]! * step);
    }
  }
  return { price, scale };
}

/**
 * Returns the typical price of a node-second in each pool (utility per node-second) and, as the last entry, of a joule
 * (utility/J). It is the mean utility of the tasks divided by their mean node-seconds or mean energy, or 0 where that
 * cannot be computed.
 */
function typical(
  { options, pools }: UtilityModel,
  option: readonly number[],
  utility: readonly number[],
): Float64Array {
  const count = pools.length;
  const worth = new Float64Array(count + 1);
  const used = new Float64Array(count + 1);
  for (const [x, o] of option.entries()) {
    const j = options.pool[o]!;
    worth[j]! += utility[x]!;
    worth[count]! += utility[x]!;
    used[j]! += options.nodes[o]! * options.timeS[o]!;
    used[count]! += options.powerW[o]! * options.timeS[o]!;
  }
  return worth.map((sum, r) => (used[r]! > 0 ? sum / used[r]! : 0));
}
