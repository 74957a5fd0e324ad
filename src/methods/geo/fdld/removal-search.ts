import { purchaseUsdPerKwh } from '../../../../models/problems/geo/cell-cost.js';
import type { GeoProblem } from '../../../../models/problems/geo/problem.js';
import { CostForce } from './cost-force.js';
import { type EpochState, insertSlot, RATE_TOLERANCE, removeSlot, type Slot, sumRates } from './epoch-state.js';
import { ASLEEP, type NodeSet, type NodeSets } from './node-sets.js';
import type { FdldOptions } from './options.js';
import type { SetRates } from './set-rates.js';
import { SlotMaker } from './slot-maker.js';
import { Tournament } from './tournament.js';

/** Removals of an epoch after which its rates are summed afresh: sums kept up by so many changes are good to RATE_TOLERANCE. */
const REMOVALS_PER_SUM = 50_000;
/** Cost forces of centres that differ by less are equal: they are of the order of 1, and round at 1e-16. */
const FORCE_TOLERANCE = 1e-13;
/** Exponents of Eq. 42 above it are scaled down, all by the same; e^709 is the greatest number there is. */
const GREATEST_EXPONENT = 500;
const GREATEST_TERM_EXPONENT = 650;
/** Scaled forces below it have lost what told them apart. */
const LEAST_SCALED_FORCE = 1e-100;

/** One removal as it was made: `times` nodes of a centre lost a task type of their set. */
export interface Removal {
  readonly epoch: number;
  readonly centre: number;
  readonly set: NodeSet;
  readonly task: number;
  readonly times: number;
}

/**
 * Algorithm 4 on counts: nodes of the same type, centre, epoch and task set are interchangeable, so per epoch there are as many different
 * removals as (node type, task set, task type) with nodes, and centres matter only where a node goes to sleep. Changes of force are
 * exact: with Z_k the rate of task type k and c_k its change, sum_k e^(Z_k/AR_k - 1) (e^(c_k/AR_k) - 1), the second factor known
 * beforehand, and for a sleeping node what CostForce says. Only epochs whose forces a removal changes are judged anew.
 */
export class RemovalSearch {
  removals = 0;
  last: Removal | null = null;
  readonly cost: CostForce;
  readonly epochs: readonly EpochState[];
  private readonly problem: GeoProblem;
  private readonly tournament: Tournament;
  private readonly slots: SlotMaker;
  /** Subtracted from all exponents of Eqs. 42 and 46; 0 unless a rate is hundreds of times its arrivals. */
  private scale = 0;
  private costScale = 1;
  private isOverflowing = false;

  constructor(
    readonly sets: NodeSets,
    rates: SetRates,
    private readonly options: FdldOptions,
  ) {
    const { problem } = sets;
    this.problem = problem;
    this.slots = new SlotMaker(sets, rates);
    const { epochCount, centres, nodeTypes } = problem;
    const awake = new Int32Array(centres.length * nodeTypes.length * epochCount);
    this.epochs = Array.from({ length: epochCount }, (_, t) => this.firstState(t, awake));
    this.cost = new CostForce(problem, awake, options);
    this.tournament = new Tournament(epochCount);
    this.rescale();
  }

  /** Z by epoch * I + task, tasks/s. */
  get ratePerS(): Float64Array {
    const tasks = this.problem.taskNames.length;
    const all = new Float64Array(this.epochs.length * tasks);
    for (const { epoch, ratePerS } of this.epochs) all.set(ratePerS, epoch * tasks);
    return all;
  }

  /** Makes the removal of least force (several identical ones with `batch`). False when none is possible. */
  remove(): boolean {
    let { least, leastValue } = this.tournament;
    if (!this.epochs[least]?.found) return false;
    while (this.isOverflowing || (this.scale > 0 && Math.abs(leastValue) < LEAST_SCALED_FORCE)) {
      const scale = this.scale;
      this.rescale();
      ({ least, leastValue } = this.tournament);
      if (this.scale === scale) break;
    }
    this.apply(this.epochs[least]!);
    return true;
  }

  private firstState(t: number, awake: Int32Array): EpochState {
    const { problem } = this;
    const { centres, nodeTypes, epochCount, taskNames, arrivalRatePerS } = problem;
    const wattUsd = centres.map(
      (centre) => purchaseUsdPerKwh(problem, centre, t) * centre.powerOverhead * (1 + 1 / centre.coolingPerPower),
    );
    const order = Int32Array.from(centres, (_, d) => d);
    // Sorting is stable: among equals the one listed first.
    if (this.options.ties === 'dearest') order.sort((a, b) => wattUsd[b]! - wattUsd[a]!);
    const arrivals = arrivalRatePerS.subarray(t * taskNames.length, (t + 1) * taskNames.length);
    const state: EpochState = {
      epoch: t,
      order,
      slots: new Map(),
      present: [],
      ratePerS: new Float64Array(taskNames.length),
      leastPerS: arrivals.map((rate) => rate * (1 - RATE_TOLERANCE)),
      term: new Float64Array(taskNames.length),
      removals: 0,
      found: false,
      slot: null,
      position: 0,
      place: 0,
    };
    for (const [place, d] of order.entries()) {
      for (let j = 0; j < nodeTypes.length; j++) {
        const count = centres[d]!.nodeCount[j]!;
        const id = count > 0 ? this.sets.first(t, d, j) : ASLEEP;
        if (id === ASLEEP) continue;
        awake[(d * nodeTypes.length + j) * epochCount + t] = count;
        this.add(state, this.slots.of(state, id), place, count);
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

  private apply(state: EpochState): void {
    const { epoch, position, place, ratePerS, leastPerS } = state;
    const slot = state.slot!;
    const { set, changePerS } = slot;
    const size = set.tasks.length;
    const task = set.tasks[position]!;
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
    if (stale === null) this.judge(state);
    else for (const near of stale) this.judge(this.epochs[near]!);
  }

  private refreshTerms(state: EpochState): void {
    for (let task = 0; task < state.term.length; task++) this.refreshTerm(state, task);
  }

  private refreshTerm({ epoch, ratePerS, term }: EpochState, task: number): void {
    const arrivals = this.problem.arrivalRatePerS[epoch * term.length + task]!;
    const exponent = arrivals > 0 ? ratePerS[task]! / arrivals - 1 - this.scale : -Infinity;
    if (exponent > GREATEST_TERM_EXPONENT) this.isOverflowing = true;
    term[task] = Math.exp(Math.min(exponent, GREATEST_TERM_EXPONENT));
  }

  /** Chooses the scale for the rates as they are, and judges every epoch. */
  private rescale(): void {
    let greatest = 0;
    const tasks = this.problem.taskNames.length;
    for (const { epoch, ratePerS } of this.epochs) {
      for (let task = 0; task < tasks; task++) {
        const arrivals = this.problem.arrivalRatePerS[epoch * tasks + task]!;
        if (arrivals > 0) greatest = Math.max(greatest, ratePerS[task]! / arrivals - 1);
      }
    }
    this.isOverflowing = false;
    this.scale = Math.max(0, greatest - GREATEST_EXPONENT);
    this.costScale = Math.exp(-this.scale);
    for (const state of this.epochs) {
      this.refreshTerms(state);
      this.judge(state);
    }
  }

  /** Finds the removal of least force in an epoch. */
  private judge(state: EpochState): void {
    const { present, ratePerS, leastPerS, term } = state;
    let found: Slot | null = null;
    let least = Infinity;
    for (const slot of present) {
      const { tasks } = slot.set;
      const size = tasks.length;
      const { changePerS, growth } = slot;
      for (let i = 0; i < size; i++) {
        const task = tasks[i]!;
        if (ratePerS[task]! + changePerS[i * size + i]! < leastPerS[task]!) continue;
        const falls = slot.falling[i]!;
        if (falls !== null && !keepsArrivals(state, slot, i, falls)) continue;
        let force = 0;
        for (let k = 0; k < size; k++) force += term[tasks[k]!]! * growth[i * size + k]!;
        let place = -1;
        if (size === 1) {
          place = this.sleeperPlace(state, slot);
          force += this.costScale * this.cost.sleepChange(state.epoch, state.order[place]!, slot.set.type);
        }
        if (force < least || found === null) {
          found = slot;
          least = force;
          state.position = i;
          state.place = place;
        }
      }
    }
    state.found = found !== null;
    state.slot = found;
    if (found !== null && state.place < 0) state.place = firstPlaceWithNodes(found);
    // Beyond all numbers is not nowhere.
    this.tournament.set(state.epoch, found === null ? Infinity : Math.min(least, Number.MAX_VALUE));
  }

  /** Where a node of a set of one task type goes to sleep with the least force. */
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

function firstPlaceWithNodes(slot: Slot): number {
  while (slot.nodes[slot.firstPlace] === 0) slot.firstPlace++;
  return slot.firstPlace;
}

/** Whether those of the other task types that lose with a removal can afford to. */
function keepsArrivals({ ratePerS, leastPerS }: EpochState, slot: Slot, i: number, falls: Int32Array): boolean {
  const { tasks } = slot.set;
  for (const k of falls) {
    const task = tasks[k]!;
    if (ratePerS[task]! + slot.changePerS[i * tasks.length + k]! < leastPerS[task]!) return false;
  }
  return true;
}
