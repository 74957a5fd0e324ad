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

/**
 * Upper bound on utility, with the marginal values of nodes and energy at the prices that prove it. J pools, S slots.
 */
export interface UtilityBound {
  /**
   * Upper bound on the utility of any schedule in the measured time, for any policy, even one that knows the future.
   */
  readonly bound: number;
  /** Relaxation that gave the bound. */
  readonly method: BoundMethod;
  /** Length S + 1: borders of the slots, s. */
  readonly borderS: Float64Array;
  /** Marginal value of a node by pool (J) and slot (S), utility per node-hour. */
  readonly utilityPerNodeH: readonly Float64Array[];
  /** Marginal value of energy, utility/MJ; null if the measured time has no budget. */
  readonly utilityPerMJ: number | null;
  /** Marginal value of the budget, utility/USD; null if it is not in money. */
  readonly utilityPerUsd: number | null;
  /**
   * Marginal values of power rows with a price. With n more units at all times the bound rises by at most n x sum of
   * value x hours.
   */
  readonly rows: readonly RowValue[];
  /**
   * Names of power rows that some option alone violates, so that it never runs. Prices do not show what a higher limit
   * would be worth there.
   */
  readonly excluding: readonly string[];
  /** True if some option alone exceeds the budget of the measured time. */
  readonly budgetExcludes: boolean;
  /** Number of exact passes over all tasks. */
  readonly passes: number;
}

/** Marginal value of a power row's limit. S slots. */
export interface RowValue {
  readonly name: string;
  readonly unit: 'K' | 'W';
  /** Limit for busy nodes, in `unit`. */
  readonly limit: number;
  /** Length S: utility per hour and unit. */
  readonly utilityPerUnitH: Float64Array;
  /** Value over the whole measured time, utility per unit. */
  readonly utilityPerUnit: number;
}

export type BoundMethod = 'work-in-slot' | 'start-indexed';

export interface UtilityBoundOptions {
  /** Number of slots of the measured time; 96 by default, 15 minutes of a day each. */
  readonly slots?: number;
  /** Number of passes with divisible work, at least 1. */
  readonly passes?: number;
  /** Number of later passes with whole runs, at least 0. */
  readonly startPasses?: number;
}

/** Default number of slots. Our choice: 15 minutes of a day each. */
const SLOTS = 96;
/** Default number of passes with divisible work. */
const PASSES = 120;
/** Default number of passes with whole runs, if tasks are not short compared with a slot. */
const START_PASSES = 4;
/**
 * First step of passes with whole runs, as a share of the price's typical size. Chosen small: they start from good
 * prices.
 */
const START_STEP = 0.01;

/**
 * Returns an upper bound on the utility earned in the measured time. A step is one pass; any number of them gives a
 * bound. Prices are first searched with divisible work; if tasks run without interruption, passes with whole runs
 * follow and tighten the bound.
 * @throws RangeError for passes with whole runs if tasks may be preempted
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

  /** Searches with one relaxation, from the best prices so far; resolves to true if it was told to stop. */
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
 * Returns the default number of passes with whole runs: none if the mean shortest task is shorter than a slot, where a
 * pass costs at least seven times as much and lowers the bound by a thousandth (serial-100, room-1080).
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
