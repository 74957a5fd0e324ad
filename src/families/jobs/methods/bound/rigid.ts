import { utilityAt, utilityBefore } from '../../../../../models/families/utility-function.js';
import { type MonthWork, pricesPaid, roundedUp, runS, slotOf } from './month-work.js';

/**
 * Result of evaluating the Lagrangian relaxation of a month at given dual values: an upper bound, and the core-seconds
 * that jobs use.
 */
export interface MonthPass {
  /** Upper bound on the net value (value minus the cost of energy) of any schedule, rounded up. */
  readonly bound: number;
  /** Core-seconds that jobs use at these dual values, [node type][slot]. The next pass reuses the arrays. */
  readonly takenCoreS: readonly Float64Array[];
}

/**
 * Evaluates the Lagrangian relaxation of core capacity in a month at dual values of a core-second, [node type][slot],
 * at least 0: finds the best choice of every job and the upper bound that follows.
 */
export type MonthRelaxation = (perCoreS: readonly Float64Array[]) => MonthPass;

/**
 * Returns the Lagrangian relaxation of core capacity for jobs that stay at one design point. Each job takes the point
 * and start with the largest value minus cost of cores and energy. Starts are continuous; the best start lies where the
 * slope of the value function or the dual value changes.
 */
export function rigidRelaxation(work: MonthWork): MonthRelaxation {
  const { month, slots, borderS, firstPoint, cores, energyCost, startingValue, timeS } = work;
  const { values, typeOf, arrivalS, paceOf, nodeTypes } = month;
  const { firstPiece, startS: pieceS } = values;
  const types = nodeTypes.length;
  const paid = new Float64Array(types * (slots + 1));
  const takenCoreS = nodeTypes.map(() => new Float64Array(slots));
  const arrivalSlot = Int32Array.from(arrivalS, (atS) => slotOf(work, atS));
  let prices: readonly Float64Array[];
  let [best, bestPoint, bestNodeType, bestStartS] = [0, -1, 0, 0];
  /**
   * Best design point of each job in the previous pass; -1 if none. It is tried first, because its value excludes most
   * others.
   */
  const favourite = new Int32Array(typeOf.length).fill(-1);

  const tryPoint = (job: number, n: number, point: number): void => {
    const d = runS(work, job, point);
    // Energy of a run that is shorter by what is forgiven, too.
    const fullS = paceOf[job]! * timeS[point]!;
    const energy = fullS > 0 ? energyCost[point]! * paceOf[job]! * (d / fullS) : 0;
    const arrival = arrivalS[job]!;
    if (startingValue[job]! - energy <= best) return;
    const [k, price, row] = [cores[point]!, prices[n]!, n * (slots + 1)];
    const first = arrivalSlot[job]!;
    const paidAt = (s: number, atS: number): number =>
      s < slots ? paid[row + s]! + (atS - borderS[s]!) * price[s]! : paid[row + slots]!;
    const offer = (worth: number, startS: number): void => {
      if (worth > best) [best, bestPoint, bestNodeType, bestStartS] = [worth, point, n, startS];
    };
    // Starts on arrival and on borders.
    let end = first;
    for (let s = first, startS = arrival; ; startS = borderS[++s]!) {
      const endS = startS + d;
      const most = utilityAt(values, job, Math.max(0, endS - arrival)) - energy;
      // Nothing that starts later earns more.
      if (most <= best) break;
      while (end < slots && borderS[end + 1]! <= endS) end++;
      offer(most - k * (paidAt(end, endS) - paidAt(s, startS)), startS);
      if (s >= slots) break;
    }
    // Ends on borders.
    let start = first;
    for (let s = slotOf(work, arrival + d) + 1; s <= slots; s++) {
      const endS = borderS[s]!;
      const startS = endS - d;
      const most = utilityAt(values, job, Math.max(0, endS - arrival)) - energy;
      if (most <= best) break;
      if (startS < arrival) continue;
      while (start < slots && borderS[start + 1]! <= startS) start++;
      offer(most - k * (paid[row + s]! - paidAt(start, startS)), startS);
    }
    // Ends where a piece of the value begins, at the value before it.
    for (let p = firstPiece[job]! + 1; p < firstPiece[job + 1]!; p++) {
      const age = pieceS[p]!;
      if (age < d) continue;
      const most = utilityBefore(values, job, age) - energy;
      if (most <= best) break;
      const endS = arrival + age;
      const startS = endS - d;
      offer(most - k * (paidAt(slotOf(work, endS), endS) - paidAt(slotOf(work, startS), startS)), startS);
    }
  };

  const take = (job: number): void => {
    const [startS, endS] = [bestStartS, bestStartS + runS(work, job, bestPoint)];
    const taken = takenCoreS[bestNodeType]!;
    for (let s = slotOf(work, startS); s < slots && borderS[s]! < endS; s++) {
      taken[s]! += cores[bestPoint]! * (Math.min(endS, borderS[s + 1]!) - Math.max(startS, borderS[s]!));
    }
  };

  return (given) => {
    prices = given;
    const all = pricesPaid(work, given, paid);
    let dearest = 0;
    for (let n = 0; n < types; n++) dearest = Math.max(dearest, paid[n * (slots + 1) + slots]!);
    for (const taken of takenCoreS) taken.fill(0);
    let [sum, scale] = [all, all];
    for (let job = 0; job < typeOf.length; job++) {
      [best, bestPoint] = [0, -1];
      const first = typeOf[job]! * types;
      const known = favourite[job]!;
      let mostCores = 0;
      for (let n = 0; n < types; n++) {
        const [from, to] = [firstPoint[first + n]!, firstPoint[first + n + 1]!];
        if (from <= known && known < to) tryPoint(job, n, known);
      }
      for (let n = 0; n < types; n++) {
        for (let point = firstPoint[first + n]!; point < firstPoint[first + n + 1]!; point++) {
          mostCores = Math.max(mostCores, cores[point]!);
          if (point !== known) tryPoint(job, n, point);
        }
      }
      if (bestPoint < 0) continue;
      favourite[job] = bestPoint;
      sum += best;
      // Payments are differences of sums of prices, and energy is at most worth what the job earns.
      scale += 3 * startingValue[job]! + 4 * mostCores * dearest;
      take(job);
    }
    return { bound: roundedUp(sum, typeOf.length + types * slots, scale), takenCoreS };
  };
}
