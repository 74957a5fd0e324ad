import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { RunControl } from '../../../../methods/control.js';
import { excludingRows } from './binding-rows.js';
import { type DayWork, dayWork } from './day-work.js';
import { hasDearOption } from './fitting-options.js';
import { type AscentOptions, priceAscent } from './price-ascent.js';
import { noPrices, type Prices, type Relaxation } from './prices.js';
import { startIndexed } from './start-indexed.js';
import { workInSlot } from './work-in-slot.js';

/** Upper bound on utility, with the dual values of nodes, energy and power limits that prove it. */
export interface UtilityBound {
  /**
   * Upper bound on the utility of any schedule in the measured time, even of a schedule made with all arrivals known.
   */
  readonly bound: number;
  /** Relaxation that gave the smallest bound. */
  readonly method: BoundMethod;
  /** Borders of the slots, s, ascending: one more than there are slots. */
  readonly borderS: Float64Array;
  /** Dual value of a node, utility per node-hour, [pool][slot]. */
  readonly utilityPerNodeH: readonly Float64Array[];
  /** Dual value of the energy budget, utility/MJ; null if the measured time has no energy budget. */
  readonly utilityPerMJ: number | null;
  /** Dual value of the budget of money, utility/USD; null without such a budget. */
  readonly utilityPerUsd: number | null;
  /**
   * Power limits with a dual value above 0 in some slot, with their dual values. If a limit is n units higher at all
   * times, the bound rises by at most n x `utilityPerUnit`.
   */
  readonly rows: readonly RowValue[];
  /**
   * Names of power limits that some option (pool and P-state of a task) exceeds even if it runs alone. The dual values
   * do not include what such options could earn under a higher limit.
   */
  readonly excluding: readonly string[];
  /** True if some option (pool and P-state of a task) alone exceeds the budget of the measured time. */
  readonly budgetExcludes: boolean;
  /** Number of passes over all tasks; each evaluates the relaxation exactly. */
  readonly passes: number;
}

/** Name of a power limit, with its dual values in the time slots. */
export interface RowValue {
  readonly name: string;
  readonly unit: 'K' | 'W';
  /** Largest rise, in `unit`, of the limited quantity above its value with all nodes idle. */
  readonly limit: number;
  /** Dual value of the limit in each slot, utility/(h K) or utility/(h W). */
  readonly utilityPerUnitH: Float64Array;
  /**
   * Sum over the slots of dual value x hours, utility/K or utility/W. The bound rises by at most this amount if the
   * limit is one unit higher at all times.
   */
  readonly utilityPerUnit: number;
}

export type BoundMethod = 'work-in-slot' | 'start-indexed';

export interface UtilityBoundOptions {
  /** Number of slots of the measured time; default 96, which is 15 minutes of a day each. */
  readonly slots?: number;
  /** Number of passes with the relaxation `work-in-slot` (a task's work may be divided among slots); at least 1. */
  readonly passes?: number;
  /**
   * Number of passes with the relaxation `start-indexed` (tasks run uninterrupted), after those with `work-in-slot`; at
   * least 0.
   */
  readonly startPasses?: number;
}

/**
 * Default number of slots. Our choice: 15 minutes of a day each. Three times as many lower the bound of parallel-5000 by
 * 0.12 % with converged prices, at three times the time per pass (docs/utility/bound.md).
 */
const SLOTS = 96;
/** Default number of passes with the relaxation `work-in-slot`. */
const PASSES = 120;
/** Default number of passes with the relaxation `start-indexed`, unless tasks are shorter than a slot. */
const START_PASSES = 4;
/**
 * Length of the first step with `start-indexed`, as a fraction of the dual value's typical size. Our choice: small,
 * because the initial dual values are already good.
 */
const START_STEP = 0.01;

/**
 * Returns an upper bound on the utility earned in the measured time. A step of `control` is one pass over all tasks;
 * every number of passes gives a bound. In the first passes, a task's work may be divided among slots. If tasks run
 * uninterrupted, passes with undivided runs follow and tighten the bound.
 *
 * @throws RangeError if passes with undivided runs are requested although tasks may be preempted
 */
export async function utilityBound(
  model: UtilityModel,
  control: RunControl,
  { slots = SLOTS, passes = PASSES, startPasses: asked }: UtilityBoundOptions = {},
): Promise<UtilityBound> {
  const work = dayWork(model, slots);
  const startPasses = asked ?? startPassesOf(work);
  const { charging } = model;
  const best: Prices = noPrices(work);
  let [bound, done] = [Infinity, 0];
  let method: BoundMethod = 'work-in-slot';

  /**
   * Searches for dual values with one relaxation, from the best dual values so far. Resolves to true if the run was
   * stopped.
   */
  const search = async (by: BoundMethod, relaxation: Relaxation, options: AscentOptions): Promise<boolean> => {
    const { prices, move } = priceAscent(work, options);
    prices.node.set(best.node);
    prices.row.set(best.row);
    prices.energy = best.energy;
    for (let pass = 0; pass < options.passes; pass++) {
      const found = relaxation(prices);
      done++;
      if (found.bound < bound) {
        bound = found.bound;
        method = by;
        best.node.set(prices.node);
        best.row.set(prices.row);
        best.energy = prices.energy;
      }
      if (await control.step({ phase: by, bound, incumbent: null })) return true;
      move(found);
    }
    return false;
  };

  const isStopped = await search('work-in-slot', workInSlot(work), { passes });
  if (!isStopped && startPasses > 0) {
    if (model.environment === 'preemptive') throw new RangeError('Tasks that may be preempted have no single start');
    await search('start-indexed', startIndexed(work), { passes: startPasses, firstStep: START_STEP });
  }
  return {
    bound,
    method,
    borderS: work.borderS,
    passes: done,
    utilityPerNodeH: model.pools.map((_, j) =>
      best.node.slice(j * slots, (j + 1) * slots).map((perNodeS) => perNodeS * S_PER_H),
    ),
    utilityPerMJ: work.budgetJ < Infinity && charging === undefined ? best.energy * J_PER_MJ : null,
    utilityPerUsd: work.budgetJ < Infinity && charging !== undefined ? best.energy / charging.usdPerJ : null,
    rows: rowValues(work, best),
    excluding: excludingRows(model),
    budgetExcludes: hasDearOption(model),
  };
}

function rowValues({ model, slots, borderS, rows }: DayWork, { row }: Prices): RowValue[] {
  return Array.from(rows.index, (r, q) => {
    const ofSlots = row.subarray(q * slots, (q + 1) * slots);
    const { names, unit, limit } = model.powerRows!;
    return {
      name: names[r]!,
      unit: unit[r]!,
      limit: limit[r]!,
      utilityPerUnitH: ofSlots.map((perS) => perS * S_PER_H),
      utilityPerUnit: ofSlots.reduce((sum, perS, s) => sum + perS * (borderS[s + 1]! - borderS[s]!), 0),
    };
  }).filter(({ utilityPerUnit }) => utilityPerUnit > 0);
}

/**
 * Returns the default number of passes with undivided runs (`start-indexed`); 0 if tasks on their fastest options (pool
 * and P-state) take less than a slot on average. With such short tasks, measured on the models serial-100 and
 * room-1080, a pass costs at least seven times as much as one with `work-in-slot`, and lowers the bound by only a
 * thousandth.
 */
function startPassesOf({ model, kinds, firstClass, firstOption, size, timeS, borderS }: DayWork): number {
  if (model.environment === 'preemptive') return 0;
  let [tasks, sumS] = [0, 0];
  for (let k = 0; k < kinds; k++) {
    const ofKind = size.subarray(firstClass[k], firstClass[k + 1]).reduce((sum, count) => sum + count, 0);
    tasks += ofKind;
    sumS += ofKind * timeS[firstOption[k]!]!;
  }
  return sumS < tasks * (borderS[1]! - borderS[0]!) ? 0 : START_PASSES;
}
