import { purchaseUsdPerKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import type { NodeSet } from './node-sets.js';
import type { FdldOptions } from './options.js';

/** Relative amount by which a rate may miss its arrivals: between rounding errors and the checker's tolerance. */
export const RATE_TOLERANCE = 1e-10;

/** The nodes of one type that have the same task set in one epoch. The set has n task types. */
export interface Slot {
  readonly set: NodeSet;
  /** Task types of the set, ascending. */
  readonly tasks: Int32Array;
  /** Number of nodes in each data centre, in the order of the centres in `EpochState.order`. */
  readonly nodes: Int32Array;
  total: number;
  /** Index of the first entry of `nodes` that may be positive; all earlier entries are 0. */
  firstPlace: number;
  /** Rate of each task type of the set on a single node, tasks/s, in the order of `tasks`. */
  readonly ratePerS: Float64Array;
  /** Change of a node's rate of the k-th task type when the i-th is removed, tasks/s, at index i * n + k. */
  readonly changePerS: Float64Array;
  /** Relative change e^(changePerS / AR) - 1 of the k-th term of Eq. 42 when the i-th type is removed, at i * n + k. */
  readonly growth: Float64Array;
  /**
   * For each k, relative change of the k-th term of Eq. 42 when another task type is removed. The field is null if the
   * change depends on which task type is removed.
   */
  readonly common: Float64Array | null;
  /**
   * For each i, growth[i * n + i] - common[i]: how much more the i-th term grows when the i-th task type is removed
   * than when another one is removed.
   */
  readonly own: Float64Array;
  /**
   * For each i, positions in `tasks` of the other task types whose rates fall when the i-th is removed. This happens
   * only by co-location.
   */
  readonly falling: readonly Int32Array[];
  /** For each i, the slot of the set without its i-th task type; null if not known yet, or if the node then sleeps. */
  readonly smaller: (Slot | null)[];
}

/** State of one epoch in a search by FDLD: nodes by task set, served rates, and the best next removals. */
export interface EpochState {
  readonly epoch: number;
  /** Data centres in the order in which their nodes lose task types when the forces (Eq. 47) are equal. */
  readonly order: Int32Array;
  readonly slots: Map<number, Slot>;
  /** Slots (nodes of equal type and task set) that have nodes, by node type, then by task types. */
  readonly present: Slot[];
  /** Served rate Z of Eq. 42 by task type, tasks/s. */
  readonly ratePerS: Float64Array;
  /** Smallest served rate allowed by task type, tasks/s. */
  readonly leastPerS: Float64Array;
  /** Term e^(Z/AR - 1 - scale) by task type, of served rate Z and arrival rate AR; `scale` prevents overflow. */
  readonly term: Float64Array;
  /** Number of task types removed from nodes since the rates were last summed from scratch. */
  removals: number;
  /** Number of nodes that run a task type, at index (place in `order` * J + node type) * I + task type. */
  readonly running: Int32Array;
  /** Number of triples (data centre, node type, task type) with a node that can lose the task type. */
  candidates: number;
  /** Removal of a task type with the least system force (Eq. 47) among those after which the node stays awake. */
  readonly thinning: Choice;
  /** Removal of a task type with the least system force (Eq. 47) among those that put a node to sleep. */
  readonly sleeping: Choice;
}

/** A possible removal of a task type from a node. `slot` is null if no removal is possible. */
export interface Choice {
  slot: Slot | null;
  force: number;
  position: number;
  /** Position, in `EpochState.order`, of the data centre whose node is put to sleep. */
  place: number;
}

/** Returns the state of an epoch before any nodes are added. */
export function emptyState(model: GeoModel, epoch: number, { ties }: FdldOptions): EpochState {
  const { centres, nodeTypes, taskNames, arrivalRatePerS } = model;
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
    running: new Int32Array(centres.length * nodeTypes.length * tasks),
    candidates: 0,
    thinning: { slot: null, force: Infinity, position: 0, place: 0 },
    sleeping: { slot: null, force: Infinity, position: 0, place: 0 },
  };
}

/** Inserts a slot (nodes of equal type and task set) into the ordered list of slots. */
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

/** Sums the served rates Z over all nodes from scratch. */
export function sumRates({ ratePerS, present }: EpochState): void {
  ratePerS.fill(0);
  for (const { set, total, ratePerS: one } of present) {
    for (let k = 0; k < one.length; k++) ratePerS[set.tasks[k]!]! += total * one[k]!;
  }
}
