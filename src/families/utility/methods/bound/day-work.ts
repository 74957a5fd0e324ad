import { EVENT_TOLERANCE, firstEventS, forgivingJ } from '../../../../../models/families/utility/alone.js';
import { leastWeight } from '../../../../../models/families/utility/energy-tariff.js';
import { longestTimeS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { type UtilityFunctions, utilityAt } from '../../../../../models/families/utility-function.js';
import { type BindingRows, bindingRows } from './binding-rows.js';
import { type Crossing, CROSSINGS, type FittingOption, fittingOptions } from './fitting-options.js';

/**
 * The tasks that may earn utility in the measured time, which is divided into slots. A kind of work is a task type with
 * a number of cores. Tasks with equal arrival, kind and utility function form a class; classes are ordered by kind. An
 * option is a pool and P-state on which a kind can run. Times are in s.
 */
export interface DayWork {
  readonly model: UtilityModel;
  readonly slots: number;
  /** Borders of the slots, s, ascending, over the measured time: one more than there are slots. */
  readonly borderS: Float64Array;
  /**
   * Energy that may be drawn in the measured time, J: the budget plus the checker's tolerance; Infinity without a
   * budget.
   */
  readonly budgetJ: number;
  /**
   * For each slot, its lowest energy price divided by the mean price. A joule counts this many times towards a budget
   * of money. Null if budgets are of energy.
   */
  readonly weight: Float64Array | null;
  /**
   * Number of kinds of work (task type and cores). One kind counts as several if its tasks may use different "dear"
   * options (pools and P-states whose energy alone exceeds a budget).
   */
  readonly kinds: number;
  /**
   * Index of the first option (pool and P-state) of each kind of work; the last entry is the number of options. Options
   * of a kind are successive, ascending in time.
   */
  readonly firstOption: Int32Array;
  /** Index of the first class of equal tasks of each kind of work; the last entry is the number of classes. */
  readonly firstClass: Int32Array;
  /** Index of the pool of each option (pool and P-state of a kind of work). */
  readonly pool: Int32Array;
  /** Number of nodes on which a task runs with each option (pool and P-state). */
  readonly nodes: Float64Array;
  /** Execution time of each option (pool and P-state), s. */
  readonly timeS: Float64Array;
  /** Power of all nodes of a run together, for each option (pool and P-state), W. */
  readonly powerW: Float64Array;
  /**
   * For each option (pool and P-state), latest end of a run that starts before the measured time, s. Infinity and
   * -Infinity as in `FittingOption.headS`.
   */
  readonly headS: Float64Array;
  /**
   * For each option (pool and P-state), earliest start of a run within the measured time, s. Infinity and -Infinity as
   * in `FittingOption.tailS`.
   */
  readonly tailS: Float64Array;
  /**
   * For each option (pool and P-state), earliest start before the measured time with which a run keeps the energy
   * budget of the day before, s; -Infinity without such a budget.
   */
  readonly sinceS: Float64Array;
  /** Power limits that have dual values, because they may bind. */
  readonly rows: BindingRows;
  readonly classes: number;
  /** Number of tasks in each class of equal tasks. */
  readonly size: Float64Array;
  /** Arrival of the tasks of each class of equal tasks, s. */
  readonly arrivalS: Float64Array;
  /** Earliest start that the checker accepts for the tasks of each class of equal tasks, s. */
  readonly earliestS: Float64Array;
  /** Index of the utility function of each class of equal tasks. */
  readonly functionOf: Int32Array;
  /** For each class of equal tasks, index in `atOnce` of its value for the first option. */
  readonly firstAtOnce: Int32Array;
  /**
   * Utility of a run that starts as early as possible: for each class of equal tasks, one value for each option (pool
   * and P-state).
   */
  readonly atOnce: Float64Array;
  /**
   * Tolerance of a task's end, s. A task may end this much earlier than its arrival plus its execution time, because of
   * rounding errors in a schedule.
   */
  readonly earlierS: number;
}

/**
 * Bound on the relative rounding error of a moment. Our choice: 64 machine epsilons, because a moment is the sum of few
 * numbers.
 */
const ROUNDINGS = 64 * Number.EPSILON;

/**
 * Returns the tasks that may earn utility in the measured time, grouped into classes of equal tasks. The measured time
 * is divided into slots of equal length.
 *
 * @param slots number of slots, at least 1
 */
export function dayWork(model: UtilityModel, slots: number): DayWork {
  const { measuredFromS, endS, eventIntervalS, options, tasks } = model;
  const borderS = Float64Array.from({ length: slots + 1 }, (_, s) =>
    s === slots ? endS : measuredFromS + ((endS - measuredFromS) * s) / slots,
  );
  const budgetJ = forgivingJ(model.days.at(-1)?.budgetJ ?? Infinity);
  const { charging } = model;
  const weight =
    charging === undefined
      ? null
      : Float64Array.from({ length: slots }, (_, s) => leastWeight(charging, borderS[s]!, borderS[s + 1]!));
  const earlierS = ROUNDINGS * (endS + longestTimeS(options));
  const alike = functionsAlike(model.functions);

  const fitting = fittingOptions(model);
  const [kind, arrivalS, firstS, functionOf, size] = [
    [] as number[],
    [] as number[],
    [] as number[],
    [] as number[],
    [] as number[],
  ];
  let [momentS, earliestS] = [-1, -1];
  const now = new Map<number, number>();
  for (let n = 0; n < tasks.count; n++) {
    const f = alike[tasks.utility[n]!]!;
    const key = f * options.kindCount + tasks.kind[n]!;
    if (tasks.arrivalS[n] !== momentS) {
      momentS = tasks.arrivalS[n]!;
      earliestS = earliestStartS(momentS, eventIntervalS);
      now.clear();
    }
    const known = now.get(key);
    if (known !== undefined) {
      // Less than nothing: the class was found to be worthless.
      if (known < 0) continue;
      size[known]!++;
      continue;
    }
    const earnedFrom = (ageS: number): number => utilityAt(model.functions, f, Math.max(0, ageS - earlierS));
    const crossing = fitting.crossingOf(tasks.kind[n]!, earliestS, () => earnedFrom(endS - momentS) > 0);
    const k = tasks.kind[n]! * CROSSINGS + crossing;
    const [fastest] = optionsOf(k);
    const earnsNothing =
      fastest === undefined ||
      earliestS >= endS ||
      !(earnedFrom(earliestS - momentS + options.timeS[fastest.option]!) > 0) ||
      !(utilityAt(model.functions, f, Math.max(0, measuredFromS - momentS)) > 0);
    if (earnsNothing) {
      now.set(key, -1);
      continue;
    }
    now.set(key, size.length);
    kind.push(k);
    arrivalS.push(momentS);
    firstS.push(earliestS);
    functionOf.push(f);
    size.push(1);
  }

  const order = Int32Array.from(kind.keys()).sort((a, b) => kind[a]! - kind[b]! || a - b);
  const used = [...new Set(kind)].sort((a, b) => a - b);
  const chosen = used.flatMap((k) => optionsOf(k));
  const firstOption = new Int32Array(used.length + 1);
  const firstClass = new Int32Array(used.length + 1);
  const indexOf = new Map(used.map((k, q) => [k, q]));
  for (const [q, k] of used.entries()) firstOption[q + 1] = firstOption[q]! + optionsOf(k).length;
  for (const k of kind) firstClass[indexOf.get(k)! + 1]!++;
  for (let q = 0; q < used.length; q++) firstClass[q + 1]! += firstClass[q]!;
  const nodeW = new Float64Array(model.pools.length);
  for (const { option: o } of chosen) {
    const j = options.pool[o]!;
    nodeW[j] = Math.max(nodeW[j]!, options.powerW[o]! / options.nodes[o]!);
  }
  const earliest = Float64Array.from(order, (c) => firstS[c]!);
  const { firstAtOnce, atOnce } = utilitiesAtOnce();
  const gather = (from: ArrayLike<number>): Float64Array => Float64Array.from(order, (c) => from[c]!);
  return {
    model,
    slots,
    borderS,
    budgetJ,
    weight,
    kinds: used.length,
    firstOption,
    firstClass,
    earlierS,
    pool: Int32Array.from(chosen, ({ option }) => options.pool[option]!),
    nodes: Float64Array.from(chosen, ({ option }) => options.nodes[option]!),
    timeS: Float64Array.from(chosen, ({ option }) => options.timeS[option]!),
    powerW: Float64Array.from(chosen, ({ option }) => options.powerW[option]!),
    headS: Float64Array.from(chosen, ({ headS }) => headS),
    tailS: Float64Array.from(chosen, ({ tailS }) => tailS),
    sinceS: Float64Array.from(chosen, ({ sinceS }) => sinceS),
    rows: bindingRows(model, nodeW),
    classes: order.length,
    size: gather(size),
    arrivalS: gather(arrivalS),
    earliestS: earliest,
    functionOf: Int32Array.from(order, (c) => functionOf[c]!),
    firstAtOnce,
    atOnce,
  };

  /**
   * Returns the utilities of runs that start as early as possible, for each class of equal tasks and each option (pool
   * and P-state). They are in the order in which the bound reads them. Classes with the same utilities share the
   * values.
   */
  function utilitiesAtOnce(): Pick<DayWork, 'firstAtOnce' | 'atOnce'> {
    const known = new Map<string, number>();
    const found: number[] = [];
    const first = Int32Array.from(order, (c, at) => {
      const waitS = earliest[at]! - arrivalS[c]!;
      const alikeIn = `${kind[c]!} ${functionOf[c]!} ${waitS}`;
      const before = known.get(alikeIn);
      if (before !== undefined) return before;
      const begin = found.length;
      known.set(alikeIn, begin);
      for (const { option } of optionsOf(kind[c]!)) {
        const ageS = Math.max(0, waitS + options.timeS[option]! - earlierS);
        found.push(utilityAt(model.functions, functionOf[c]!, ageS));
      }
      return begin;
    });
    return { firstAtOnce: first, atOnce: Float64Array.from(found) };
  }

  function optionsOf(k: number): readonly FittingOption[] {
    return fitting.of(Math.floor(k / CROSSINGS), (k % CROSSINGS) as Crossing);
  }
}

/**
 * Returns the earliest start that the checker accepts, s: the first mapping event after arrival, minus the checker's
 * tolerance.
 */
function earliestStartS(arrivalS: number, eventIntervalS: number): number {
  const eventS = firstEventS(arrivalS, eventIntervalS);
  return eventS - EVENT_TOLERANCE * Math.max(1, eventS);
}

/** Returns for each utility function the index of the first function with the same pieces. */
function functionsAlike({ count, firstPiece, ...columns }: UtilityFunctions): Int32Array {
  const { startS, value, floor, ratePerS, slopePerS } = columns;
  const seen = new Map<string, number>();
  return Int32Array.from({ length: count }, (_, f) => {
    let text = '';
    for (let p = firstPiece[f]!; p < firstPiece[f + 1]!; p++) {
      text += `${startS[p]!} ${value[p]!} ${floor[p]!} ${ratePerS[p]!} ${slopePerS[p]!};`;
    }
    const known = seen.get(text);
    if (known !== undefined) return known;
    seen.set(text, f);
    return f;
  });
}
