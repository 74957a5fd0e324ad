import { purchaseUsdPerKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import type { NodeSet } from './node-sets.js';
import type { FdldOptions } from './options.js';

/**
 * Relative shortfall of rates below arrivals that is allowed. Our choice: a tenth of the checker's tolerance, and more
 * than rounding.
 */
export const RATE_TOLERANCE = 1e-10;

/** The nodes of one type with the same task set in one epoch; n task types. */
export interface Slot {
  readonly set: NodeSet;
  /** Task types of the set. */
  readonly tasks: Int32Array;
  /** Number of nodes by place, i.e. position of the centre in EpochState.order. */
  readonly nodes: Int32Array;
  total: number;
  /** First place that may have nodes; all earlier ones are empty. */
  firstPlace: number;
  /** Rates of a single node, tasks/s, by position in `tasks`. */
  readonly ratePerS: Float64Array;
  /**
   * Change of the rate of the task type at position k when the one at i is removed from a node, tasks/s: entry i * n +
   * k.
   */
  readonly changePerS: Float64Array;
  /** Relative change of each task type's term of Eq. 42 by that removal: e^(change / AR) - 1. */
  readonly growth: Float64Array;
  /**
   * Growth of the term at position k when another task type is removed, if it does not matter which (as without
   * co-location); null if it does. `own` holds what a type's own removal adds: growth[i * n + i] - common[i].
   */
  readonly common: Float64Array | null;
  readonly own: Float64Array;
  /**
   * For each position i, other positions whose rates fall when the task type at i is removed (only with co-location).
   */
  readonly falling: readonly Int32Array[];
  /** Slots without the task type at each position; null if not known yet or if the node then sleeps. */
  readonly smaller: (Slot | null)[];
}

/** One epoch of a search. */
export interface EpochState {
  readonly epoch: number;
  /** Centres in the order in which they give up nodes when forces are equal. */
  readonly order: Int32Array;
  readonly slots: Map<number, Slot>;
  /** Slots that have nodes, by node type, then by task types in lexicographic order. */
  readonly present: Slot[];
  /** Served rate Z of Eq. 42 by task type, tasks/s. */
  readonly ratePerS: Float64Array;
  /** Smallest allowed Z, tasks/s. */
  readonly leastPerS: Float64Array;
  /** Scaled term e^(Z/AR - 1 - scale) of each task type. */
  readonly term: Float64Array;
  /** Number of removals since the rates were last summed from scratch. */
  removals: number;
  /** Removal of least force among those that leave the node awake. */
  readonly thinning: Choice;
  /** Removal of least force among those that put a node to sleep. */
  readonly sleeping: Choice;
}

/** A possible removal; null if there is none. */
export interface Choice {
  slot: Slot | null;
  force: number;
  position: number;
  /** Place of the node put to sleep. */
  place: number;
}

/** Returns an epoch without nodes. */
export function emptyState(model: GeoModel, epoch: number, { ties }: FdldOptions): EpochState {
  const { centres, taskNames, arrivalRatePerS } = model;
  const tasks = taskNames.length;
  const order = Int32Array.from(centres, (_, d) => d);
  if (ties === 'dearest') {
    const wattUsd = centres.map(
      (centre) => purchaseUsdPerKwh(model, centre, epoch) * centre.powerOverhead * (1 + 1 / centre.coolingPerPower),
    );
    order.sort((a, b) => wattUsd[b]! - wattUsd[a]! || a - b);
  }
  return {
    epoch,
    order,
    slots: new Map(),
    present: [],
    ratePerS: new Float64Array(tasks),
    leastPerS: arrivalRatePerS.slice(epoch * tasks, (epoch + 1) * tasks).map((rate) => rate * (1 - RATE_TOLERANCE)),
    term: new Float64Array(tasks),
    removals: 0,
    thinning: { slot: null, force: Infinity, position: 0, place: 0 },
    sleeping: { slot: null, force: Infinity, position: 0, place: 0 },
  };
}

/** Inserts a slot into the ordered list of present slots. */
export function insertSlot(present: Slot[], slot: Slot): void {
  let low = 0;
  let high = present.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(present[middle]!.set, slot.set)) low = middle + 1;
    else high = middle;
  }
  present.push(slot);
  for (let n = present.length - 1; n > low; n--) present[n] = present[n - 1]!;
  present[low] = slot;
}

export function removeSlot(present: Slot[], slot: Slot): void {
  for (let n = present.indexOf(slot) + 1; n < present.length; n++) present[n - 1] = present[n]!;
  present.pop();
}

function isBefore(a: NodeSet, b: NodeSet): boolean {
  if (a.type !== b.type) return a.type < b.type;
  const common = Math.min(a.tasks.length, b.tasks.length);
  for (let k = 0; k < common; k++) if (a.tasks[k] !== b.tasks[k]) return a.tasks[k]! < b.tasks[k]!;
  return a.tasks.length < b.tasks.length;
}

/** Sums Z from the nodes. */
export function sumRates({ ratePerS, present }: EpochState): void {
  ratePerS.fill(0);
  for (const { set, total, ratePerS: one } of present) {
    for (let k = 0; k < one.length; k++) ratePerS[set.tasks[k]!]! += total * one[k]!;
  }
}
