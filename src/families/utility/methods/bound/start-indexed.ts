import { type UtilityFunctions, utilityAt } from '../../../../../models/families/utility-function.js';
import type { DayWork } from './day-work.js';
import { noPass, type Prices, priceOfAll, type Relaxation, roundedUp, rowCharges } from './prices.js';

/**
 * Number of intervals, per execution time, into which starts before the measured time are divided. For each, the
 * utility is bounded by the largest fraction of a run inside the measured time x the largest utility. Our choice: with
 * 8 intervals the bound is 0.2 % higher.
 */
const PIECES = 64;

/**
 * Returns the relaxation in which a task runs uninterrupted on one option (pool and P-state) from some start; it is not
 * valid with preemption. It is solved exactly. The best start is the earliest start, a start with which the run begins
 * or ends on a slot border, or a start just before the utility drops.
 */
export function startIndexed(work: DayWork): Relaxation {
  const { slots, borderS, model, kinds, firstOption, firstClass, pool, nodes, timeS, powerW } = work;
  const { size, arrivalS, earliestS, functionOf, firstAtOnce, atOnce, earlierS, headS, tailS, sinceS } = work;
  const { functions } = model;
  const [fromS, toS] = [borderS[0]!, borderS[slots]!];
  const slotS = (toS - fromS) / slots;
  const out = noPass(work);
  /**
   * For each pool and slot border: the dual value of a node, integrated over time from the start of the measured time
   * to the border, utility per node, [pool][border].
   */
  const paid = new Float64Array(model.pools.length * (slots + 1));
  /**
   * For each pool and slot border: the cost of a watt, integrated over time from the start of the measured time to the
   * border, utility/W, [pool][border].
   */
  const paidW = new Float64Array(paid.length);
  const charges = new Float64Array(model.pools.length * slots);
  const deadAgeS = deadAges(functions);
  let prices: Prices;
  // The best start of the class at hand.
  let [best, bestOption, bestStartS] = [0, -1, 0];

  const slotOf = (atS: number): number => {
    let s = Math.min(slots - 1, Math.max(0, Math.floor((atS - fromS) / slotS)));
    while (s > 0 && borderS[s]! > atS) s--;
    while (s < slots - 1 && borderS[s + 1]! <= atS) s++;
    return s;
  };
  /**
   * Returns the cost at the dual values of a run's nodes and energy from the start of the measured time to a moment,
   * utility.
   *
   * @param j index of the pool
   * @param w number of nodes
   * @param watts power of all nodes together, W
   * @param atS the moment, s
   */
  const paidUntil = (j: number, w: number, watts: number, atS: number): number => {
    if (atS <= fromS) return 0;
    const s = atS >= toS ? slots : slotOf(atS);
    const at = j * (slots + 1) + s;
    const all = w * paid[at]! + watts * paidW[at]!;
    return s === slots
      ? all
      : all + (atS - borderS[s]!) * (w * prices.node[j * slots + s]! + watts * charges[j * slots + s]!);
  };
  const offer = (worth: number, o: number, startS: number): void => {
    if (worth <= best) return;
    [best, bestOption, bestStartS] = [worth, o, startS];
  };

  const tryOption = (o: number, c: number, mostUtility: number): void => {
    const [d, j, w] = [timeS[o]!, pool[o]!, nodes[o]!];
    const arrival = arrivalS[c]!;
    const f = functionOf[c]!;
    const watts = powerW[o]!;
    // By a tariff it is in the charges.
    const energyCost = work.weight === null ? prices.energy * watts * d : 0;
    // Its utility from the earliest start is the most it can earn, and free nodes the least it can pay.
    if (mostUtility - energyCost <= best) return;
    const earned = (startS: number): number => utilityAt(functions, f, Math.max(0, startS - arrival + d - earlierS));
    const worthAt = (startS: number): number => {
      const share = (Math.min(startS + d, toS) - startS) / d;
      const pay = paidUntil(j, w, watts, startS + d) - paidUntil(j, w, watts, startS);
      const most = share * (mostUtility - energyCost) - pay;
      return most <= best ? -1 : share * (earned(startS) - energyCost) - pay;
    };
    const first = Math.max(earliestS[c]!, fromS, tailS[o]!);
    const deadS = arrival + deadAgeS[f]! - d + 2 * earlierS;
    if (first < toS) offer(worthAt(first), o, first);
    // Starts on borders, and ends on borders; the measured time's end is one of them.
    for (let s = slotOf(first) + 1; s < slots; s++) {
      const startS = borderS[s]!;
      // Nothing that starts later earns anything.
      if (startS > deadS) break;
      offer(worthAt(startS), o, startS);
    }
    for (let s = slotOf(Math.min(first + d, toS)); s <= slots; s++) {
      const startS = borderS[s]! - d;
      if (startS < first) continue;
      if (startS > deadS) break;
      offer(worthAt(startS), o, startS);
    }
    for (let p = functions.firstPiece[f]! + 1; p < functions.firstPiece[f + 1]!; p++) {
      const startS = arrival + functions.startS[p]! - d;
      if (startS >= first && startS < toS) offer(worthAt(startS), o, startS);
    }
    // Across the start of the measured time: utility and share at their better ends, what is paid for nodes at its lesser.
    const begin = Math.max(earliestS[c]!, fromS - d, sinceS[o]!);
    const until = Math.min(fromS, headS[o]! - d);
    if (begin >= fromS || begin > until) return;
    const pieces = Math.max(1, Math.ceil(((until - begin) / d) * PIECES));
    for (let k = 0; k < pieces; k++) {
      const a = begin + ((until - begin) * k) / pieces;
      const b = begin + ((until - begin) * (k + 1)) / pieces;
      const shareOf = (startS: number): number => Math.min(1, Math.max(0, Math.min(startS + d, toS) - fromS) / d);
      const net = Math.max(0, earned(a) - energyCost);
      offer(shareOf(b) * net - paidUntil(j, w, watts, a + d), o, (a + b) / 2);
    }
  };

  const take = (c: number): void => {
    const o = bestOption;
    const startS = Math.max(bestStartS, fromS);
    const endS = Math.min(bestStartS + timeS[o]!, toS);
    if (work.weight === null) out.drawnJ += size[c]! * powerW[o]! * Math.max(0, endS - startS);
    const row = pool[o]! * slots;
    for (let s = slotOf(startS); s < slots && borderS[s]! < endS; s++) {
      const insideS = Math.min(endS, borderS[s + 1]!) - Math.max(startS, borderS[s]!);
      out.takenNodeS[row + s]! += size[c]! * nodes[o]! * insideS;
      const joules = size[c]! * powerW[o]! * insideS;
      out.takenJ[row + s]! += joules;
      if (work.weight !== null) out.drawnJ += joules * work.weight[s]!;
    }
  };

  return (given) => {
    prices = given;
    out.takenNodeS.fill(0);
    out.takenJ.fill(0);
    out.drawnJ = 0;
    rowCharges(work, prices, charges);
    let [dearest, dearestW] = [0, 0];
    for (let j = 0; j < model.pools.length; j++) {
      let [sum, sumW] = [0, 0];
      for (let s = 0; s < slots; s++) {
        sum += (borderS[s + 1]! - borderS[s]!) * prices.node[j * slots + s]!;
        sumW += (borderS[s + 1]! - borderS[s]!) * charges[j * slots + s]!;
        paid[j * (slots + 1) + s + 1] = sum;
        paidW[j * (slots + 1) + s + 1] = sumW;
      }
      dearest = Math.max(dearest, sum);
      dearestW = Math.max(dearestW, sumW);
    }
    const all = priceOfAll(work, prices);
    let [sum, scale, tasks] = [all, 0, 0];
    for (let k = 0; k < kinds; k++) {
      let most = 0;
      for (let o = firstOption[k]!; o < firstOption[k + 1]!; o++) {
        most = Math.max(most, nodes[o]! * dearest + powerW[o]! * dearestW);
      }
      for (let c = firstClass[k]!; c < firstClass[k + 1]!; c++) {
        [best, bestOption] = [0, -1];
        for (let o = firstOption[k]!; o < firstOption[k + 1]!; o++) {
          tryOption(o, c, atOnce[firstAtOnce[c]! + o - firstOption[k]!]!);
        }
        if (bestOption < 0) continue;
        sum += size[c]! * best;
        // A payment is a difference of two sums of prices: they, too, are rounded.
        scale += size[c]! * (atOnce[firstAtOnce[c]!]! + 2 * slots * most);
        tasks++;
        take(c);
      }
    }
    out.bound = roundedUp(sum, tasks + prices.node.length + prices.row.length, scale + all);
    return out;
  };
}

/**
 * Returns for each utility function the age (time since arrival) from which utility is 0, s; Infinity if there is none.
 */
function deadAges({ count, firstPiece, startS, value, floor, ratePerS }: UtilityFunctions): Float64Array {
  return Float64Array.from({ length: count }, (_, f) => {
    let deadS = Infinity;
    for (let p = firstPiece[f + 1]! - 1; p >= firstPiece[f]!; p--) {
      if (value[p]! > 0 || (ratePerS[p]! > 0 && floor[p]! > 0)) break;
      deadS = startS[p]!;
    }
    return deadS;
  });
}
