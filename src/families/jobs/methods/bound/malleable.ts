import { utilityAt, utilityBefore } from '../../../../../models/families/utility-function.js';
import { type MonthWork, pricesPaid, roundedUp, slotOf } from './month-work.js';
import { rateHulls } from './rate-hulls.js';
import type { MonthRelaxation } from './rigid.js';

/** Fraction of a job's work from which the job counts as complete; less than 1 because fractions are rounded. */
const FULL = 1 - 1e-12;

/**
 * Cheapest way to do a job's work, as a list of entries. An entry is an amount of work done on one segment of a hull in
 * `RateHulls`. Entries are ordered by cost per unit of work, cheapest first, and end when the work needed is reached.
 */
class CheapestWork {
  length = 0;
  /** Cost of each entry, as value per whole work of the job; ascending. */
  cost = new Float64Array(64);
  /** Work of each entry, as a fraction of the job's work. */
  amount = new Float64Array(64);
  /** Index of the hull segment of each entry. */
  segment = new Int32Array(64);
  /** Sum of the amounts of all entries, as a fraction of the job's work. */
  total = 0;
  /** Sum of amount x cost over all entries, value. */
  totalCost = 0;

  clear(): void {
    [this.length, this.total, this.totalCost] = [0, 0, 0];
  }

  /**
   * Adds an entry with `amount` of work, or with less if that suffices for a total of `needed`. Its cost must be at
   * least that of every earlier entry.
   */
  add(cost: number, amount: number, segment: number, needed: number): void {
    const room = needed - this.total;
    const taken = Math.min(amount, room);
    if (!(taken > 0)) return;
    if (this.length === this.cost.length) this.#grow();
    this.cost[this.length] = cost;
    this.amount[this.length] = taken;
    this.segment[this.length++] = segment;
    this.total = amount >= room ? needed : this.total + taken;
    this.totalCost += cost * taken;
  }

  copy(from: CheapestWork): void {
    this.clear();
    for (let i = 0; i < from.length; i++) this.add(from.cost[i]!, from.amount[i]!, from.segment[i]!, Infinity);
    this.total = from.total;
  }

  #grow(): void {
    const [cost, amount, segment] = [this.cost, this.amount, this.segment];
    this.cost = new Float64Array(2 * cost.length);
    this.amount = new Float64Array(2 * cost.length);
    this.segment = new Int32Array(2 * cost.length);
    this.cost.set(cost);
    this.amount.set(amount);
    this.segment.set(segment);
  }
}

/**
 * Returns the Lagrangian relaxation of core capacity for jobs that may change design point and node, and pause, at any
 * time. A fraction of a job's work takes that fraction of the response time of its point. Each job ends when its value
 * minus the least cost of its work is largest (docs/jobs/bound.md).
 */
export function malleableRelaxation(work: MonthWork): MonthRelaxation {
  const { month, slots, borderS, startingValue, forgivenS, timeS, firstPoint } = work;
  const { values, typeOf, arrivalS, paceOf, nodeTypes } = month;
  const { firstPiece, startS: pieceS } = values;
  const hulls = rateHulls(work);
  const paid = new Float64Array(nodeTypes.length * (slots + 1));
  const takenCoreS = nodeTypes.map(() => new Float64Array(slots));
  const arrivalSlot = Int32Array.from(arrivalS, (atS) => slotOf(work, atS));
  const leastS = Float64Array.from(month.types, (_, t) =>
    timeS
      .subarray(firstPoint[t * nodeTypes.length], firstPoint[(t + 1) * nodeTypes.length])
      .reduce((least, one) => Math.min(least, one), Infinity),
  );
  let [before, after] = [new CheapestWork(), new CheapestWork()];
  const bestBefore = new CheapestWork();
  let [best, bestAt, bestCount, bestLengthS, magnitude] = [0, -1, 0, 0, 0];

  /** Merges the work of `from` with the hull segments of one more interval into `into`, cheapest first. */
  const merge = (
    from: CheapestWork,
    into: CheapestWork,
    at: number,
    count: number,
    perRate: number,
    pace: number,
    needed: number,
  ): void => {
    into.clear();
    let i = 0;
    for (let q = at; q < at + count; q++) {
      const cost = pace * hulls.cost[q]!;
      for (; i < from.length && from.cost[i]! <= cost; i++)
        into.add(from.cost[i]!, from.amount[i]!, from.segment[i]!, needed);
      into.add(cost, Math.min(needed, perRate * hulls.rate[q]!), q, needed);
    }
    for (; i < from.length; i++) into.add(from.cost[i]!, from.amount[i]!, from.segment[i]!, needed);
  };

  const tryJob = (job: number): number => {
    const [arrival, type, pace] = [arrivalS[job]!, typeOf[job]!, paceOf[job]!];
    const needed = 1 - forgivenS / (pace * leastS[type]!);
    [best, bestAt, magnitude] = [0, -1, 0];
    // All of its run is forgiven.
    if (!(needed > 0)) return startingValue[job]!;
    const options = hulls.firstOption[type + 1]! - hulls.firstOption[type]!;
    const base = hulls.firstOption[type]! * (slots + 1);
    before.clear();
    let [fromS, s, piece] = [arrival, arrivalSlot[job]!, firstPiece[job]!];
    for (;;) {
      const nextAgeS = piece + 1 < firstPiece[job + 1]! ? pieceS[piece + 1]! : Infinity;
      const nextPieceS = arrival + nextAgeS;
      const nextBorderS = s < slots ? borderS[s + 1]! : Infinity;
      const toS = Math.min(nextPieceS, nextBorderS);
      const first = utilityAt(values, job, Math.max(pieceS[piece]!, fromS - arrival));
      // Whatever ends later earns no more.
      if (first <= best) break;
      const lengthS = toS - fromS;
      if (lengthS > 0) {
        // A sum less one of its terms may come out above the other: the value is that before the next piece all the same.
        const last = toS === Infinity ? first : utilityBefore(values, job, Math.min(nextAgeS, toS - arrival));
        const [at, count] = [base + s * options, hulls.count[type * (slots + 1) + s]!];
        merge(before, after, at, count, lengthS / pace, pace, needed);
        if (after.total >= needed * FULL) {
          // A job that cannot end while it is worth something has no term at all, and nothing to round.
          magnitude = Math.max(magnitude, startingValue[job]!);
          if (first - after.totalCost > best)
            tryStretch(first, Math.min(first, last), lengthS, at, count, pace, needed);
        }
        [before, after] = [after, before];
      }
      if (toS === Infinity) break;
      if (toS === nextPieceS) piece++;
      if (toS === nextBorderS) s++;
      fromS = toS;
    }
    return best;
  };

  /**
   * Bounds the net value of the job (value minus cost of work) over all ends within an interval in which value falls
   * linearly and dual values are constant.
   */
  const tryStretch = (
    first: number,
    last: number,
    lengthS: number,
    at: number,
    count: number,
    pace: number,
    needed: number,
  ): void => {
    const dearestFirst = before.total >= needed * FULL ? before.cost[before.length - 1]! : Infinity;
    const dearestLast = after.cost[after.length - 1]!;
    // Price of work at which waiting for more of it just pays for what the value loses; any other one gives a bound, too.
    const fall = (first - last) / lengthS;
    let [rate, cost, q] = [0, 0, at];
    while (q < at + count && hulls.cost[q]! * rate - cost < fall) {
      rate += hulls.rate[q]!;
      cost += hulls.cost[q]! * hulls.rate[q]!;
      q++;
    }
    const even = pace * (rate > 0 ? (fall + cost) / rate : hulls.cost[at]!);
    const theta = Math.max(dearestLast, Math.min(even, dearestFirst));
    let [saved, below] = [0, 0];
    for (let i = 0; i < before.length && before.cost[i]! < theta; i++) {
      saved += (theta - before.cost[i]!) * before.amount[i]!;
      below += before.amount[i]!;
    }
    let [more, ownRate] = [0, 0];
    for (let p = at; p < at + count && pace * hulls.cost[p]! < theta; p++) {
      more += (theta / pace - hulls.cost[p]!) * hulls.rate[p]!;
      ownRate += hulls.rate[p]!;
    }
    const later = more > 0 ? Math.max(0, more * lengthS - (first - last)) : 0;
    const worth = first - theta * needed + saved + later;
    magnitude = Math.max(magnitude, (first + theta * needed + saved + later) * (before.length + 8));
    if (worth <= best) return;
    [best, bestAt, bestCount] = [worth, at, count];
    bestBefore.copy(before);
    const fillS = ownRate > 0 ? ((needed - below) * pace) / ownRate : 0;
    bestLengthS = theta >= dearestFirst ? 0 : theta > dearestLast ? Math.min(lengthS, Math.max(0, fillS)) : lengthS;
  };

  const take = (job: number): void => {
    const [type, pace] = [typeOf[job]!, paceOf[job]!];
    const needed = 1 - forgivenS / (pace * leastS[type]!);
    const options = hulls.firstOption[type + 1]! - hulls.firstOption[type]!;
    const base = hulls.firstOption[type]! * (slots + 1);
    merge(bestBefore, after, bestAt, bestCount, bestLengthS / pace, pace, needed);
    for (let i = 0; i < after.length; i++) {
      const q = after.segment[i]!;
      const s = Math.floor((q - base) / options);
      if (s >= slots) continue;
      const timeAtS = (after.amount[i]! * pace) / hulls.rate[q]!;
      const own = hulls.option[q]!;
      takenCoreS[hulls.nodeType[own]!]![s]! += timeAtS * hulls.cores[own]!;
      if (q === base + s * options) continue;
      const left = hulls.option[q - 1]!;
      takenCoreS[hulls.nodeType[left]!]![s]! -= timeAtS * hulls.cores[left]!;
    }
  };

  return (perCoreS) => {
    const all = pricesPaid(work, perCoreS, paid);
    hulls.renew(perCoreS);
    for (const taken of takenCoreS) taken.fill(0);
    let [sum, scale] = [all, all];
    for (let job = 0; job < typeOf.length; job++) {
      sum += tryJob(job);
      scale += magnitude;
      if (bestAt >= 0) take(job);
    }
    return { bound: roundedUp(sum, typeOf.length + nodeTypes.length * slots, scale), takenCoreS };
  };
}
