import { utilityAt } from '../../../../../models/families/utility-function.js';
import type { DayWork } from './day-work.js';
import { noPass, type Prices, priceOfAll, type Relaxation, roundedUp, rowCharges } from './prices.js';

/**
 * Maximum number of iterations that improve a task price. A task price is the dual value of the limit that a task is
 * done at most once. Our choice: any number gives a bound.
 */
const ROUNDS = 12;
/**
 * Relative difference at which the search for the minimum of a convex function ends. It is the difference between the
 * function and the intersection of two of its tangents. Our choice: near the rounding error of sums.
 */
const MEETS = 1e-12;

/** A tangent of a task's dual function, which is convex in the task price. */
interface Tangent {
  /** The task price, utility: dual value of doing the task at most once. */
  readonly price: number;
  /** Value of the convex function at `price`, utility. */
  readonly value: number;
  /** Slope of the convex function to the right of `price`. */
  readonly slope: number;
}

/**
 * Returns the relaxation in which a task's work may be divided among slots, pools and P-states; it also holds with
 * preemption. Work in a slot earns the utility of a completion at the start of the slot, or at the earliest possible
 * completion if that is later. In a slot, a task does at most the fraction of its work that fits into the slot's
 * length.
 */
export function workInSlot(work: DayWork): Relaxation {
  const { slots, borderS, model, kinds, firstOption, firstClass, pool, nodes, timeS, powerW } = work;
  const { size, earliestS, firstAtOnce, atOnce, headS, tailS } = work;
  const reach = slotsInReach(work);
  const widest = Math.max(1, ...Array.from({ length: kinds }, (_, k) => firstOption[k + 1]! - firstOption[k]!));
  const out = noPass(work);
  const charges = new Float64Array(model.pools.length * slots);

  // Options of the kind at hand that take the same time differ in cost alone, so that in a slot the cheapest stands for all of them: by time, the
  // first of its options; by time and slot, the cheapest one, its cost for all the work, the least cost over this and all shorter times, and whose.
  const firstOf = new Int32Array(widest);
  const cheapest = new Int32Array(widest * slots);
  const cost = new Float64Array(widest * slots);
  const least = new Float64Array(widest * slots);
  const leastOf = new Int32Array(widest * slots);
  // Entries of the class at hand, one for each slot in which its work is worth something, by the best option for the whole of it.
  const worth = new Float64Array(slots);
  const share = new Float64Array(slots);
  const slotOf = new Int32Array(slots);
  const timeOf = new Int32Array(slots);
  // Times by entry: at a price, and left and right of the least value.
  const timeAt = new Int32Array(slots);
  const timeLow = new Int32Array(slots);
  const timeHigh = new Int32Array(slots);
  // Task price that splits the entries, and how much of the task is done above it; set by `split`.
  let taskPrice = 0;
  let above = 0;
  let sum = 0;
  let scale = 0;
  let times = 0;

  /**
   * Tabulates the costs of the options (pools and P-states) of kind of work k at the dual values. Returns the number of
   * different execution times.
   */
  const tabulate = (k: number, prices: Prices): number => {
    const { node } = prices;
    // By a tariff it is in the charges.
    const energy = work.weight === null ? prices.energy : 0;
    const first = firstOption[k]!;
    const count = firstOption[k + 1]! - first;
    const [from, to] = [reach.kindFrom[k]!, reach.kindTo[k]!];
    let found = 0;
    for (let i = 0; i < count; i++) {
      const o = first + i;
      const energyJ = timeS[o]! * powerW[o]!;
      const weight = timeS[o]! * nodes[o]!;
      const ofPool = pool[o]! * slots;
      const isNew = i === 0 || timeS[o]! > timeS[o - 1]!;
      if (isNew) firstOf[found++] = i;
      const row = (found - 1) * slots;
      for (let s = from; s < to; s++) {
        const isOpen = borderS[s]! < headS[o]! || borderS[s + 1]! > tailS[o]!;
        const costs = isOpen ? energyJ * (energy + charges[ofPool + s]!) + weight * node[ofPool + s]! : Infinity;
        if (!isNew && cost[row + s]! <= costs) continue;
        cost[row + s] = costs;
        cheapest[row + s] = i;
      }
    }
    for (let t = 0; t < found; t++) {
      const row = t * slots;
      for (let s = from; s < to; s++) {
        const isLess = t > 0 && least[row - slots + s]! <= cost[row + s]!;
        least[row + s] = isLess ? least[row - slots + s]! : cost[row + s]!;
        leastOf[row + s] = isLess ? leastOf[row - slots + s]! : t;
      }
    }
    return found;
  };

  const take = (o: number, s: number, amount: number): void => {
    const joules = amount * timeS[o]! * powerW[o]!;
    out.takenNodeS[pool[o]! * slots + s]! += amount * timeS[o]! * nodes[o]!;
    out.takenJ[pool[o]! * slots + s]! += joules;
    out.drawnJ += work.weight === null ? joules : joules * work.weight[s]!;
  };

  /**
   * Finds the task price (dual value of doing the task at most once) at which the fractions of the task done in the
   * slots sum to 1. Entries are slots in which the task may work. Entries with a net utility above the price are moved
   * to the front, unsorted, and counted in `above`.
   */
  const split = (entries: number): void => {
    let [low, high, need] = [0, entries, 1];
    while (low < high) {
      const pivot = worth[(low + high) >> 1]!;
      let [more, at, less] = [low, low, high];
      let moreShare = 0;
      let sameShare = 0;
      while (at < less) {
        if (worth[at]! > pivot) {
          moreShare += share[at]!;
          swap(at++, more++);
        } else if (worth[at]! < pivot) swap(at, --less);
        else sameShare += share[at++]!;
      }
      if (moreShare >= need) high = more;
      else if (moreShare + sameShare >= need) {
        taskPrice = pivot;
        above = more;
        return;
      } else {
        need -= moreShare + sameShare;
        low = less;
      }
    }
    // All of `low` is less than the task; or shares were rounded, and the entry before `low` is the one.
    const isLess = low === entries;
    taskPrice = isLess ? 0 : worth[low - 1]!;
    above = isLess ? entries : low - 1;
  };
  const swap = (a: number, b: number): void => {
    if (a === b) return;
    const [w, h, s, o] = [worth[a]!, share[a]!, slotOf[a]!, timeOf[a]!];
    worth[a] = worth[b]!;
    share[a] = share[b]!;
    slotOf[a] = slotOf[b]!;
    timeOf[a] = timeOf[b]!;
    worth[b] = w;
    share[b] = h;
    slotOf[b] = s;
    timeOf[b] = o;
  };

  /**
   * Returns the cheapest option (pool and P-state) of kind of work k with a given execution time in slot s.
   *
   * @param time index of the execution time
   */
  const optionIn = (k: number, time: number, s: number): number => firstOption[k]! + cheapest[time * slots + s]!;
  const openS = (s: number, beginS: number): number => borderS[s + 1]! - Math.max(borderS[s]!, beginS);

  /**
   * Returns the dual function of a task of class c at a task price (dual value of doing the task at most once), with
   * its slope there. It is convex and exact; its minimum is the task's value in the relaxation.
   *
   * @param price task price, at least 0
   * @param done receives for each entry (a slot in which the task may work) the index of the execution time used; -1 if
   * the slot is not used
   */
  const evaluate = (k: number, c: number, entries: number, price: number, done: Int32Array): Tangent => {
    const first = firstOption[k]!;
    const utilities = firstAtOnce[c]!;
    const begin = reach.first[c]! - reach.from[c]!;
    let [value, shares] = [price, 0];
    for (let e = 0; e < entries; e++) {
      done[e] = -1;
      if (!(worth[e]! > price)) continue;
      const s = slotOf[e]!;
      const utility = reach.utility[begin + s]!;
      let density = 0;
      for (let t = 0; t < times; t++) {
        const i = firstOf[t]!;
        const gain = Math.min(utility, atOnce[utilities + i]!) - cost[t * slots + s]! - price;
        if (!(gain > density * timeS[first + i]!)) continue;
        density = gain / timeS[first + i]!;
        done[e] = t;
      }
      const lengthS = openS(s, earliestS[c]!);
      value += density * lengthS;
      if (done[e]! >= 0) shares += lengthS / timeS[first + firstOf[done[e]!]!]!;
    }
    scale += size[c]! * atOnce[utilities]! * shares;
    return { price, value, slope: 1 - shares };
  };

  const priceClass = (k: number, c: number): void => {
    const first = firstOption[k]!;
    const beginS = earliestS[c]!;
    const utilities = firstAtOnce[c]!;
    const [begin, end] = [reach.first[c]!, reach.first[c + 1]!];
    const [from, most] = [reach.from[c]!, atOnce[utilities]!];
    let entries = 0;
    let best = 0;
    let bestAt = -1;
    for (let u = begin, s = from, faster = 0; u < end; u++, s++) {
      const sinceS = borderS[s]! - beginS;
      while (faster < times && timeS[first + firstOf[faster]!]! <= sinceS) faster++;
      let value = -1;
      let time = 0;
      if (faster > 0) {
        value = reach.utility[u]! - least[(faster - 1) * slots + s]!;
        time = leastOf[(faster - 1) * slots + s]!;
      }
      for (let t = faster; t < times; t++) {
        const here = atOnce[utilities + firstOf[t]!]! - cost[t * slots + s]!;
        if (here <= value) continue;
        value = here;
        time = t;
      }
      if (!(value > 0)) continue;
      worth[entries] = value;
      slotOf[entries] = s;
      timeOf[entries] = time;
      share[entries] = openS(s, beginS) / timeS[first + firstOf[time]!]!;
      if (value > best) {
        best = value;
        bestAt = entries;
      }
      entries++;
    }
    if (bestAt < 0) return;
    scale += size[c]! * most;
    if (share[bestAt]! >= 1) {
      sum += size[c]! * best;
      take(optionIn(k, timeOf[bestAt]!, slotOf[bestAt]!), slotOf[bestAt]!, size[c]!);
      return;
    }
    split(entries);
    let here = evaluate(k, c, entries, taskPrice, timeAt);
    // Right of this price the value rises, left of it it falls for the best options already: nothing is less.
    if (here.slope >= 0) {
      sum += size[c]! * here.value;
      let left = 1;
      for (let e = 0; e < entries && left > 0; e++) {
        if (e >= above && (taskPrice === 0 || worth[e]! < taskPrice)) continue;
        const o = optionIn(k, timeAt[e]! < 0 ? timeOf[e]! : timeAt[e]!, slotOf[e]!);
        const amount = Math.min(left, openS(slotOf[e]!, beginS) / timeS[o]!);
        left -= amount;
        take(o, slotOf[e]!, size[c]! * amount);
      }
      return;
    }
    // Tangents left and right of the least value of a convex function, until they meet on it. At the price of the best work none is done.
    let [low, high] = [here, { price: best, value: best, slope: 1 }];
    let bound = Math.min(here.value, best);
    timeLow.set(timeAt.subarray(0, entries));
    timeHigh.fill(-1, 0, entries);
    for (let round = 0; round < ROUNDS; round++) {
      const price =
        (high.value - low.value + low.slope * low.price - high.slope * high.price) / (low.slope - high.slope);
      if (!(price > low.price && price < high.price)) break;
      here = evaluate(k, c, entries, price, timeAt);
      bound = Math.min(bound, here.value);
      const meet = low.value + low.slope * (price - low.price);
      if (here.slope < 0) {
        low = here;
        timeLow.set(timeAt.subarray(0, entries));
      } else {
        high = here;
        timeHigh.set(timeAt.subarray(0, entries));
      }
      if (here.value <= meet * (1 + MEETS)) break;
    }
    sum += size[c]! * bound;
    const weight = high.slope / (high.slope - low.slope);
    for (let e = 0; e < entries; e++) {
      const lengthS = openS(slotOf[e]!, beginS);
      for (const [part, done] of [[weight, timeLow] as const, [1 - weight, timeHigh] as const]) {
        if (done[e]! < 0 || !(part > 0)) continue;
        const o = optionIn(k, done[e]!, slotOf[e]!);
        take(o, slotOf[e]!, (size[c]! * part * lengthS) / timeS[o]!);
      }
    }
  };

  return (prices) => {
    out.takenNodeS.fill(0);
    out.takenJ.fill(0);
    out.drawnJ = 0;
    rowCharges(work, prices, charges);
    const all = priceOfAll(work, prices);
    [sum, scale] = [all, 0];
    for (let k = 0; k < kinds; k++) {
      times = tabulate(k, prices);
      for (let c = firstClass[k]!; c < firstClass[k + 1]!; c++) priceClass(k, c);
    }
    out.bound = roundedUp(sum, work.classes + prices.node.length + prices.row.length, scale + all);
    return out;
  };
}

interface SlotsInReach {
  /** For each class of equal tasks, the slot of its earliest start. */
  readonly from: Int32Array;
  /**
   * For each class of equal tasks, index in `utility` of its first value; the last entry is the number of values. A
   * class has one value per slot in which it may earn utility, from slot `from` on.
   */
  readonly first: Int32Array;
  /** For each class of equal tasks, utility of a completion at the start of each slot in which it may earn utility. */
  readonly utility: Float64Array;
  /** For each kind of work, index of the first slot that its tasks can use. */
  readonly kindFrom: Int32Array;
  /** For each kind of work, index of the slot after the last one that its tasks can use. */
  readonly kindTo: Int32Array;
}

/**
 * Returns for each class of equal tasks the slots in which it may still earn utility, with the utility in each. The
 * utility does not depend on the option (pool and P-state).
 */
function slotsInReach(work: DayWork): SlotsInReach {
  const { classes, slots, borderS, arrivalS, earliestS, functionOf, kinds, firstClass, model } = work;
  const from = new Int32Array(classes);
  const first = new Int32Array(classes + 1);
  const kindFrom = new Int32Array(kinds).fill(slots);
  const kindTo = new Int32Array(kinds);
  let utility = new Float64Array(16 * classes + slots);
  let length = 0;
  for (let k = 0; k < kinds; k++) {
    for (let c = firstClass[k]!; c < firstClass[k + 1]!; c++) {
      let s = 0;
      while (s < slots - 1 && borderS[s + 1]! <= earliestS[c]!) s++;
      from[c] = s;
      kindFrom[k] = Math.min(kindFrom[k]!, s);
      if (length + slots > utility.length) {
        const more = new Float64Array(2 * utility.length);
        more.set(utility);
        utility = more;
      }
      for (; s < slots; s++) {
        const ageS = Math.max(0, borderS[s]! - arrivalS[c]!);
        const value = utilityAt(model.functions, functionOf[c]!, ageS);
        if (!(value > 0)) break;
        utility[length++] = value;
      }
      kindTo[k] = Math.max(kindTo[k]!, s);
      first[c + 1] = length;
    }
  }
  return { from, first, utility: utility.slice(0, length), kindFrom, kindTo };
}
