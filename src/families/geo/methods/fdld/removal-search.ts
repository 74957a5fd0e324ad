import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { CostForce } from './cost-force.js';
import {
  type Choice,
  emptyState,
  type EpochState,
  insertSlot,
  removeSlot,
  type Slot,
  sumRates,
} from './epoch-state.js';
import { ASLEEP, type NodeSet, type NodeSets } from './node-sets.js';
import type { FdldOptions } from './options.js';
import type { SetRates } from './set-rates.js';
import { SlotMaker } from './slot-maker.js';
import { LeastOf } from '../../../../methods/least-of.js';

/** Number of removals after which rates are summed anew. Our choice: errors stay within RATE_TOLERANCE till then. */
const REMOVALS_PER_SUM = 50_000;
/** Difference up to which two data centres' cost forces count as equal; they are about 1, with errors of 1e-16. */
const FORCE_TOLERANCE = 1e-13;
/**
 * Largest exponent Z / AR - 1 of a force (Eq. 42) that is used as it is; Z is the served rate and AR the arrival rate.
 * Beyond it a constant is subtracted from all exponents, because doubles overflow at e^709.
 */
const MAX_EXPONENT = 500;
/** Exponent of a term of Eq. 42 above which the constant subtracted from exponents is chosen anew, against overflow. */
const MAX_TERM_EXPONENT = 650;
/** Smallest scaled force at which removals can still be compared; below it `scale` is chosen anew. */
const MIN_SCALED_FORCE = 1e-100;

/** One removal: `times` nodes of a data centre lost one task type of their set. */
export interface Removal {
  readonly epoch: number;
  readonly centre: number;
  readonly set: NodeSet;
  readonly task: number;
  readonly times: number;
}

/**
 * Search of FDLD (Algorithm 4) for the next removal of a task type, with counts of nodes instead of single nodes. Nodes
 * of equal type, centre, epoch and task set are interchangeable. An epoch therefore has one removal to evaluate for
 * each node type, task set and task type. Centres matter only when a node goes to sleep.
 *
 * A removal changes the system force (Eq. 47) by the amount below, which is computed exactly. Z_k is the served rate of
 * task type k, c_k its change, and AR_k its arrival rate.
 *
 * sum_k e^(Z_k/AR_k - 1) (e^(c_k/AR_k) - 1)
 *
 * If a node goes to sleep, the change of CostForce is added. After a removal only the affected epochs are evaluated
 * again.
 */
export class RemovalSearch {
  removals = 0;
  /**
   * Number of candidates of all removals: of each removal the triples (data centre, node type, task type) of its epoch
   * with a node that can lose the task type. Identical nodes count once; a batch is one removal.
   */
  candidates = 0;
  last: Removal | null = null;
  readonly cost: CostForce;
  readonly epochs: readonly EpochState[];
  private readonly model: GeoModel;
  private readonly tournament: LeastOf;
  private readonly slots: SlotMaker;
  /** Amount subtracted from all exponents of Eqs. 42 and 46 against overflow; mostly 0. */
  private scale = 0;
  private costScale = 1;
  private isOverflowing = false;

  constructor(
    readonly sets: NodeSets,
    rates: SetRates,
    private readonly options: FdldOptions,
  ) {
    const { model } = sets;
    this.model = model;
    this.slots = new SlotMaker(sets, rates);
    const { epochCount, centres, nodeTypes } = model;
    const awake = new Int32Array(centres.length * nodeTypes.length * epochCount);
    this.epochs = Array.from({ length: epochCount }, (_, t) => this.firstState(t, awake));
    this.cost = new CostForce(model, awake, options);
    this.tournament = new LeastOf(epochCount);
    this.rescale();
  }

  /** Returns the served rates Z, tasks/s, at index epoch * I + task type, for I task types. */
  get ratePerS(): Float64Array {
    const tasks = this.model.taskNames.length;
    const all = new Float64Array(this.epochs.length * tasks);
    for (const { epoch, ratePerS } of this.epochs) all.set(ratePerS, epoch * tasks);
    return all;
  }

  /**
   * Removes a task type from up to `batch` identical nodes at once: the type and nodes after whose removal the system
   * force (Eq. 47), the measure that FDLD lowers, is least. Returns false if no removal is possible.
   */
  remove(): boolean {
    let choice = this.choice;
    while (choice !== null && (this.isOverflowing || (this.scale > 0 && Math.abs(choice.force) < MIN_SCALED_FORCE))) {
      const scale = this.scale;
      this.rescale();
      choice = this.choice;
      if (this.scale === scale) break;
    }
    if (choice === null) return false;
    this.apply(this.epochs[this.tournament.position]!, choice);
    return true;
  }

  /** The removal of a task type with the least system force over all epochs; null if no removal is possible. */
  private get choice(): Choice | null {
    const state = this.epochs[this.tournament.position];
    return state === undefined ? null : lesser(state);
  }

  private firstState(t: number, awake: Int32Array): EpochState {
    const { model } = this;
    const { centres, nodeTypes, epochCount } = model;
    const state = emptyState(model, t, this.options);
    for (const [place, d] of state.order.entries()) {
      for (let j = 0; j < nodeTypes.length; j++) {
        const count = centres[d]!.nodeCount[j]!;
        const id = count > 0 ? this.sets.first(t, d, j) : ASLEEP;
        if (id === ASLEEP) continue;
        awake[(d * nodeTypes.length + j) * epochCount + t] = count;
        this.add(state, this.slots.of(state, id), place, count);
        for (const task of this.sets.get(id).tasks) this.run(state, place, j, task, count);
      }
    }
    sumRates(state);
    return state;
  }

  private add(state: EpochState, slot: Slot, place: number, count: number): void {
    if (slot.total === 0) {
      insertSlot(state.present, slot);
      slot.firstPlace = place;
    }
    slot.nodes[place]! += count;
    slot.total += count;
    if (place < slot.firstPlace) slot.firstPlace = place;
  }

  /** Changes by `change` how many nodes of a type run a task type in a centre. */
  private run(state: EpochState, place: number, type: number, task: number, change: number): void {
    const { nodeTypes, taskNames } = this.model;
    const at = (place * nodeTypes.length + type) * taskNames.length + task;
    if (state.running[at] === 0) state.candidates++;
    state.running[at]! += change;
    if (state.running[at] === 0) state.candidates--;
  }

  private apply(state: EpochState, choice: Choice): void {
    const { epoch, ratePerS, leastPerS } = state;
    const slot = choice.slot!;
    const { position } = choice;
    const { set, changePerS } = slot;
    const size = set.tasks.length;
    const task = set.tasks[position]!;
    const place = size === 1 ? choice.place : firstPlaceWithNodes(slot);
    let times = 1;
    if (this.options.batch > 1) {
      times = Math.min(this.options.batch, slot.nodes[place]!);
      for (let k = 0; k < size; k++) {
        const change = changePerS[position * size + k]!;
        const slack = ratePerS[set.tasks[k]!]! - leastPerS[set.tasks[k]!]!;
        if (change < 0) times = Math.min(times, Math.floor(slack / -change));
      }
      times = Math.max(1, times);
    }
    this.candidates += state.candidates;
    this.run(state, place, set.type, task, -times);
    slot.nodes[place]! -= times;
    slot.total -= times;
    if (slot.total === 0) removeSlot(state.present, slot);
    const centre = state.order[place]!;
    let stale: readonly number[] | null = null;
    if (size === 1) stale = this.cost.sleep(epoch, centre, set.type, times);
    else {
      const smaller = (slot.smaller[position] ??= this.slots.of(state, this.sets.without(set.id, position)));
      this.add(state, smaller, place, times);
    }
    for (let k = 0; k < size; k++) ratePerS[set.tasks[k]!]! += times * changePerS[position * size + k]!;
    state.removals += times;
    this.removals += times;
    this.last = { epoch, centre, set, task, times };
    if (state.removals >= REMOVALS_PER_SUM) {
      sumRates(state);
      state.removals = 0;
      this.refreshTerms(state);
    } else for (let k = 0; k < size; k++) this.refreshTerm(state, set.tasks[k]!);
    this.judgeThinning(state);
    if (stale === null) this.judgeSleeping(state);
    else for (const near of stale) this.judgeSleeping(this.epochs[near]!);
  }

  private refreshTerms(state: EpochState): void {
    for (let task = 0; task < state.term.length; task++) this.refreshTerm(state, task);
  }

  private refreshTerm({ epoch, ratePerS, term }: EpochState, task: number): void {
    const arrivals = this.model.arrivalRatePerS[epoch * term.length + task]!;
    const exponent = arrivals > 0 ? ratePerS[task]! / arrivals - 1 - this.scale : -Infinity;
    if (exponent > MAX_TERM_EXPONENT) this.isOverflowing = true;
    term[task] = Math.exp(Math.min(exponent, MAX_TERM_EXPONENT));
  }

  /** Chooses a new `scale` for the present served rates, then evaluates every epoch again. */
  private rescale(): void {
    let greatest = 0;
    const tasks = this.model.taskNames.length;
    for (const { epoch, ratePerS } of this.epochs) {
      for (let task = 0; task < tasks; task++) {
        const arrivals = this.model.arrivalRatePerS[epoch * tasks + task]!;
        if (arrivals > 0) greatest = Math.max(greatest, ratePerS[task]! / arrivals - 1);
      }
    }
    this.isOverflowing = false;
    this.scale = Math.max(0, greatest - MAX_EXPONENT);
    this.costScale = Math.exp(-this.scale);
    for (const state of this.epochs) {
      this.refreshTerms(state);
      this.judgeThinning(state);
      this.judgeSleeping(state);
    }
  }

  /** Finds the best removal after which the node stays awake. `judgeSleeping` must be called next. */
  private judgeThinning(state: EpochState): void {
    const { present, ratePerS, leastPerS, term, thinning } = state;
    let found = -1;
    let least = Infinity;
    let position = 0;
    for (let n = 0; n < present.length; n++) {
      const slot = present[n]!;
      const { tasks, common } = slot;
      const size = tasks.length;
      if (size === 1) continue;
      // What all removals have in common is summed when the first possible one is met.
      let others = NaN;
      for (let i = 0; i < size; i++) {
        const task = tasks[i]!;
        if (ratePerS[task]! - slot.ratePerS[i]! < leastPerS[task]!) continue;
        const falls = slot.falling[i]!;
        if (falls.length > 0 && !keepsArrivals(state, slot, i, falls)) continue;
        let force = 0;
        if (common === null) {
          for (let k = 0; k < size; k++) force += term[tasks[k]!]! * slot.growth[i * size + k]!;
        } else {
          if (Number.isNaN(others)) {
            others = 0;
            for (let k = 0; k < size; k++) others += term[tasks[k]!]! * common[k]!;
          }
          force = others + term[task]! * slot.own[i]!;
        }
        if (found < 0 || force < least) {
          found = n;
          least = force;
          position = i;
        }
      }
    }
    thinning.slot = found < 0 ? null : present[found]!;
    thinning.force = least;
    thinning.position = position;
  }

  /** Finds the best removal that puts a node to sleep, then enters the epoch's least force into the tournament. */
  private judgeSleeping(state: EpochState): void {
    const { present, ratePerS, leastPerS, term, sleeping } = state;
    sleeping.slot = null;
    sleeping.force = Infinity;
    for (let n = 0; n < present.length; n++) {
      const slot = present[n]!;
      if (slot.set.tasks.length > 1) continue;
      const task = slot.set.tasks[0]!;
      if (ratePerS[task]! + slot.changePerS[0]! < leastPerS[task]!) continue;
      const place = this.sleeperPlace(state, slot);
      const change = this.cost.sleepChange(state.epoch, state.order[place]!, slot.set.type);
      const force = term[task]! * slot.growth[0]! + this.costScale * change;
      if (force < sleeping.force || sleeping.slot === null) {
        sleeping.slot = slot;
        sleeping.force = force;
        sleeping.place = place;
      }
    }
    const choice = lesser(state);
    // Stay finite: Infinity means that no removal is left.
    this.tournament.set(state.epoch, choice === null ? Infinity : Math.min(choice.force, Number.MAX_VALUE));
  }

  /** Returns the position in `order` of the centre where a node of the slot goes to sleep at least cost force. */
  private sleeperPlace({ epoch, order }: EpochState, slot: Slot): number {
    let best = -1;
    let least = Infinity;
    for (let place = firstPlaceWithNodes(slot); place < slot.nodes.length; place++) {
      if (slot.nodes[place] === 0) continue;
      const change = this.cost.sleepChange(epoch, order[place]!, slot.set.type);
      if (best >= 0 && change >= least - FORCE_TOLERANCE) continue;
      best = place;
      least = change;
    }
    return best;
  }
}

function lesser({ thinning, sleeping }: EpochState): Choice | null {
  if (sleeping.slot === null) return thinning.slot === null ? null : thinning;
  return thinning.slot !== null && thinning.force <= sleeping.force ? thinning : sleeping;
}

function firstPlaceWithNodes(slot: Slot): number {
  while (slot.nodes[slot.firstPlace] === 0) slot.firstPlace++;
  return slot.firstPlace;
}

/**
 * Returns true if the i-th task type of a slot's set can be removed without leaving other task types unserved. Only
 * task types whose rates fall by co-location are examined.
 *
 * @param falls positions, in the slot's set, of the task types whose rates fall
 */
function keepsArrivals({ ratePerS, leastPerS }: EpochState, slot: Slot, i: number, falls: Int32Array): boolean {
  const { tasks } = slot.set;
  for (const k of falls) {
    const task = tasks[k]!;
    if (ratePerS[task]! + slot.changePerS[i * tasks.length + k]! < leastPerS[task]!) return false;
  }
  return true;
}
