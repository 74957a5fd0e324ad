import type { EpochState, Slot } from './epoch-state.js';
import { ASLEEP, type NodeSets } from './node-sets.js';
import type { SetRates } from './set-rates.js';

/** Largest relative change of a term of Eq. 42 that is stored; the change itself can overflow if few tasks arrive. */
const MAX_GROWTH = 1e300;

/** Creates the slots of a search (nodes with equal type, task set and epoch) when they are first needed. */
export class SlotMaker {
  private readonly known: Float64Array[] = [];

  constructor(
    private readonly sets: NodeSets,
    private readonly rates: SetRates,
  ) {}

  /** Returns the slot (nodes of equal type and task set) of an epoch for the task set with number `id`. */
  of(state: EpochState, id: number): Slot {
    let slot = state.slots.get(id);
    if (slot === undefined) {
      slot = this.made(state, id);
      state.slots.set(id, slot);
    }
    return slot;
  }

  private made({ epoch, order }: EpochState, id: number): Slot {
    const { taskNames, arrivalRatePerS } = this.sets.model;
    const set = this.sets.get(id);
    const size = set.tasks.length;
    const ratePerS = this.ratesOf(id);
    const changePerS = new Float64Array(size * size);
    const growth = new Float64Array(size * size);
    const falling: Int32Array[] = [];
    for (let i = 0; i < size; i++) {
      const left = this.sets.without(id, i);
      const others = left === ASLEEP ? null : this.ratesOf(left);
      const falls: number[] = [];
      for (let k = 0; k < size; k++) {
        const change = (k === i ? 0 : others![k < i ? k : k - 1]!) - ratePerS[k]!;
        const arrivals = arrivalRatePerS[epoch * taskNames.length + set.tasks[k]!]!;
        changePerS[i * size + k] = change;
        growth[i * size + k] = Math.min(MAX_GROWTH, Math.expm1(change / arrivals));
        if (k !== i && change < 0) falls.push(k);
      }
      falling.push(Int32Array.from(falls));
    }
    const common = commonGrowth(growth, size);
    return {
      set,
      tasks: set.tasks,
      nodes: new Int32Array(order.length),
      total: 0,
      firstPlace: 0,
      ratePerS,
      changePerS,
      growth,
      common,
      own: Float64Array.from(set.tasks, (_, i) => growth[i * size + i]! - (common?.[i] ?? 0)),
      falling,
      smaller: new Array<Slot | null>(size).fill(null),
    };
  }

  private ratesOf(id: number): Float64Array {
    return (this.known[id] ??= this.rates(this.sets.get(id)));
  }
}

/** Largest relative change of a term of Eq. 42 for which `Slot.common` is used: beyond it rounding errors matter. */
const MAX_COMMON_GROWTH = 10;

/**
 * Returns, for each position k of a task set, the relative change of the k-th term of Eq. 42 when another task type, at
 * position i, is removed. The change is growth[i * n + k]. Returns null if it depends on i.
 *
 * @param size number n of task types of the set
 */
function commonGrowth(growth: Float64Array, size: number): Float64Array | null {
  const common = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    const known = k === 0 ? 1 : 0;
    if (size > 1) common[k] = growth[known * size + k]!;
    if (common[k]! > MAX_COMMON_GROWTH) return null;
    for (let i = 0; i < size; i++) if (i !== k && growth[i * size + k] !== common[k]) return null;
  }
  return common;
}
