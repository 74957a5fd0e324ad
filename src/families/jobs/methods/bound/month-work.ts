import type { Month } from '../../../../../models/families/jobs/month.js';
import { startingUtility, utilityAt, type UtilityFunctions } from '../../../../../models/families/utility-function.js';
import { type PointCosts, undominated } from './bound-points.js';

/**
 * A month as the bound computations use it, at one price of energy: equal time slots with a dual value of cores in
 * each, and the undominated design points of each job type.
 */
export interface MonthWork {
  readonly month: Month;
  /** Price of energy, value/J, at least 0. */
  readonly perJ: number;
  readonly slots: number;
  /** Limits of the time slots, s; length is the number of slots + 1. */
  readonly borderS: Float64Array;
  /** Total number of cores of each node type. */
  readonly capacity: Float64Array;
  /**
   * Index of the first design point of each job type t on each node type n, at t x (number of node types) + n; a last
   * entry is the number of points.
   */
  readonly firstPoint: Int32Array;
  readonly cores: Float64Array;
  readonly timeS: Float64Array;
  /** Cost of the energy of each design point, value. */
  readonly energyCost: Float64Array;
  /** Value of each job at age 0. */
  readonly startingValue: Float64Array;
  /** Age from which each job is worth nothing, s; Infinity if it never is. */
  readonly deadAgeS: Float64Array;
  /** Time by which the bound shortens every run, s, for rounding error and the checker's tolerance. */
  readonly forgivenS: number;
}

/** Absolute part of the time by which the bound shortens every run, s (docs/jobs/bound.md). */
const FORGIVEN_S = 1e-6;
/** Relative part of the time by which the bound shortens every run, as a fraction of the latest time that occurs. */
const FORGIVEN_SHARE = 1e-9;
/** Default number of time slots that fit into the mean of the jobs' least run times. It sets the length of a slot. */
const SLOTS_PER_RUN = 6;
/** Minimum number of time slots chosen by default. */
const MIN_SLOTS = 48;
/** Maximum number of time slots chosen by default. */
const MAX_SLOTS = 2000;

/**
 * Returns the time slots, design points and limits of a month.
 *
 * @param slots number of time slots; by default from the run times of the jobs
 */
export function monthWork(month: Month, points: PointCosts, perJ: number, slots?: number): MonthWork {
  const { nodeTypes, typeOf, arrivalS, values, paceOf } = month;
  // Without a price of energy only cores and time count.
  const rows = points.flat().map((row) => undominated(perJ > 0 ? row : row.map((cost) => ({ ...cost, energyJ: 0 }))));
  const firstPoint = Int32Array.of(0, ...sums(rows.map(({ length }) => length)));
  const all = rows.flat();
  const capacity = Float64Array.from(nodeTypes, (type) => type.nodes * type.coresPerNode);
  const jobs = typeOf.length;
  const deadAgeS = deadAges(values);
  const leastRunS = points.map((row) => Math.min(...row.flat().map(({ timeS }) => timeS)));
  const leastCoreS = points.map((row) => Math.min(...row.flat().map(({ cores, timeS }) => cores * timeS)));
  let [runs, workS, lastS, longestS] = [0, 0, arrivalS[0] ?? 0, 0];
  for (let job = 0; job < jobs; job++) {
    const runS = paceOf[job]! * leastRunS[typeOf[job]!]!;
    runs += runS;
    workS += paceOf[job]! * leastCoreS[typeOf[job]!]!;
    longestS = Math.max(longestS, runS);
    lastS = Math.max(lastS, arrivalS[job]! + deadAgeS[job]!);
  }
  const fromS = arrivalS[0] ?? 0;
  // All work could be done by then, and prices later on would gain little; where all jobs are worthless earlier there is nothing to price.
  const doneS = (arrivalS[jobs - 1] ?? 0) + workS / capacity.reduce((sum, cores) => sum + cores, 0) + longestS;
  const toS = Math.max(Math.min(lastS, doneS), fromS + 1);
  const meanRunS = runs / jobs;
  const fitting = meanRunS > 0 ? Math.ceil(((toS - fromS) * SLOTS_PER_RUN) / meanRunS) : MIN_SLOTS;
  const count = slots ?? Math.min(MAX_SLOTS, Math.max(MIN_SLOTS, fitting));
  return {
    month,
    perJ,
    slots: count,
    capacity,
    firstPoint,
    deadAgeS,
    borderS: Float64Array.from({ length: count + 1 }, (_, s) => fromS + ((toS - fromS) * s) / count),
    cores: Float64Array.from(all, ({ cores }) => cores),
    timeS: Float64Array.from(all, ({ timeS }) => timeS),
    energyCost: Float64Array.from(all, ({ energyJ }) => perJ * energyJ),
    startingValue: Float64Array.from({ length: jobs }, (_, job) => startingUtility(values, job)),
    forgivenS: FORGIVEN_S + FORGIVEN_SHARE * (toS + longestS),
  };
}

/** Returns the duration of a job's run at a design point, shortened as the bound assumes, s. */
export function runS({ timeS, month, forgivenS }: MonthWork, job: number, point: number): number {
  return Math.max(0, month.paceOf[job]! * timeS[point]! - forgivenS);
}

/**
 * Computes the cost of using one core from the first slot boundary to each boundary, value. It is the integral of the
 * dual value of a core-second. The cost is written to `into` at (node type) x (slots + 1) + boundary.
 *
 * @returns total dual value of all cores over all slots
 */
export function pricesPaid(
  { slots, borderS, capacity }: MonthWork,
  perCoreS: readonly Float64Array[],
  into: Float64Array,
): number {
  let all = 0;
  for (const [n, prices] of perCoreS.entries()) {
    const first = n * (slots + 1);
    into[first] = 0;
    for (let s = 0; s < slots; s++)
      into[first + s + 1] = into[first + s]! + (borderS[s + 1]! - borderS[s]!) * prices[s]!;
    all += capacity[n]! * into[first + slots]!;
  }
  return all;
}

/**
 * Returns an upper bound on a sum of at most `terms` non-negative terms: the computed sum plus its largest rounding
 * error,
 *
 * 2^-52 x (terms x sum + 32 x (scale + sum))
 *
 * @param scale total of the numbers from which the terms were computed
 */
export function roundedUp(sum: number, terms: number, scale: number): number {
  return sum + Number.EPSILON * (terms * sum + 32 * (scale + sum));
}

/**
 * Returns the index of the time slot that contains `atS`; after the last slot, the number of slots. `atS` must not
 * precede the first slot.
 */
export function slotOf({ slots, borderS }: MonthWork, atS: number): number {
  const slotS = (borderS[slots]! - borderS[0]!) / slots;
  let s = Math.min(slots, Math.max(0, Math.floor((atS - borderS[0]!) / slotS)));
  while (s > 0 && borderS[s]! > atS) s--;
  while (s < slots && borderS[s + 1]! <= atS) s++;
  return s;
}

/** Returns the age from which each value function is 0, s; Infinity if it never is. */
function deadAges(functions: UtilityFunctions): Float64Array {
  const { count, firstPiece, startS, ratePerS, slopePerS } = functions;
  return Float64Array.from({ length: count }, (_, f) => {
    let deadS = Infinity;
    for (let p = firstPiece[f + 1]! - 1; p >= firstPiece[f]!; p--) {
      if (utilityAt(functions, f, startS[p]!) > 0 || ratePerS[p]! > 0 || slopePerS[p]! > 0) break;
      deadS = startS[p]!;
    }
    return deadS;
  });
}

function sums(lengths: readonly number[]): number[] {
  let sum = 0;
  return lengths.map((length) => (sum += length));
}
