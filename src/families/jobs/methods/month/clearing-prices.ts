import type { PresentPrices } from './allocation.js';
import { type MonthState, shareLeft, valueAt } from './month-state.js';
import type { CompiledPoints } from './points.js';
import type { MonthPrices } from './policy.js';

/** Prices of cores over time. */
export interface ClearingPrices {
  /** Returns the prices at a time; successive times must not decrease. */
  readonly at: (nowS: number) => PresentPrices;
  /** Returns the minimum time between two updates of the prices, s. At least one job must have arrived by `nowS`. */
  readonly intervalS: (nowS: number) => number;
}

/**
 * Default horizon of the prices over the mean least response time of the jobs that have arrived. Measured: against 12 h
 * months of minute-long jobs earn 9 % more, months of day-long ones .1 % less (docs/decisions/jobs-run-time.md).
 */
const HORIZON_OVER_LEAST_TIME = 0.25;
/** Number of updates of the prices in a horizon. Ours: prices of a twelfth of a horizon ago are still nearly right. */
const UPDATES_PER_HORIZON = 12;
/** Maximum time between two updates of the prices, s. Ours: an hour is short beside jobs of days. */
const MAX_INTERVAL_S = 3600;

/** Number of bisection steps for a price of cores: precise to a millionth of the largest price possible. */
const HALVINGS = 20;
/**
 * Number of times that the prices of all node types are computed in turn if there are several: the price of one type
 * affects demand for the others.
 */
const ROUNDS = 3;

/**
 * Returns prices of cores at which demand for core-seconds within the horizon equals supply (docs/jobs/run-time.md).
 * Each waiting job demands the design point with the largest net gain if started now, or none. So does each running job
 * for the rest of its work, if running jobs meet checkpoints at which they may move; else it takes its cores until its
 * expected end. If supply exceeds demand, the price is 0.
 *
 * @param moveIntervalS time between checkpoints at which running jobs may move, s; Infinity if they never may
 * @throws RangeError for negative prices, and for a horizon that is not positive
 */
export function clearingPrices(state: MonthState, terms: MonthPrices, moveIntervalS: number): ClearingPrices {
  const { perJ, cores, horizonS } = terms;
  if (!(perJ >= 0 && perJ < Infinity)) throw new RangeError(`A price of ${perJ} per J`);
  if (horizonS !== null && !(horizonS > 0 && horizonS < Infinity)) throw new RangeError(`Prices over ${horizonS} s`);
  const aheadS = horizonS === null ? horizonOfArrived(state) : () => horizonS;
  const intervalS = (nowS: number): number => Math.min(MAX_INTERVAL_S, aheadS(nowS) / UPDATES_PER_HORIZON);
  const perCoreS = new Float64Array(state.points.nodeTypes);
  const present = { perJ, perCoreS };
  const bidders = bidding(state, perJ);
  let lookS = -Infinity;
  return {
    at(nowS) {
      if (cores === 'clearing' && nowS >= lookS + intervalS(nowS)) {
        lookS = nowS;
        const horizonS = aheadS(nowS);
        // Jobs that end before a checkpoint comes never move: four horizons are the mean least response time.
        const mayMove = moveIntervalS <= horizonS / HORIZON_OVER_LEAST_TIME;
        clear(bidders(horizonS, mayMove, nowS), supplyAt(state, horizonS, mayMove, nowS), perCoreS);
      }
      return present;
    },
    intervalS,
  };
}

/** Returns a function that computes the default horizon (s) at a time; successive times must not decrease. */
function horizonOfArrived({ month, points }: MonthState): (nowS: number) => number {
  let [arrived, sumS] = [0, 0];
  return (nowS) => {
    for (; month.arrivalS[arrived]! <= nowS; arrived++) sumS += points.leastS[month.typeOf[arrived]!]!;
    return (HORIZON_OVER_LEAST_TIME * sumS) / arrived;
  };
}

/**
 * Returns the undominated points of each job type on each node type, by ascending core-seconds. A point is dominated if
 * another takes no more core-seconds, time and (with a price of energy) energy.
 */
function pointsToBid({ first, cores, timeS, energyJ }: CompiledPoints, perJ: number): readonly Int32Array[] {
  return Array.from({ length: first.length - 1 }, (_, slot) => {
    const order = Int32Array.from({ length: first[slot + 1]! - first[slot]! }, (_, k) => first[slot]! + k);
    order.sort((a, b) => cores[a]! * timeS[a]! - cores[b]! * timeS[b]! || a - b);
    const isNoWorse = (q: number, p: number): boolean =>
      timeS[q]! <= timeS[p]! && (perJ === 0 || energyJ[q]! <= energyJ[p]!);
    return order.filter((p, at) => !order.subarray(0, at).some((q) => isNoWorse(q, p)));
  });
}

/**
 * Bids of jobs for cores: the design points that each might take. Those of job b have the indices first[b] to
 * first[b + 1] - 1.
 */
interface Bids {
  /** Number of bidding jobs. The lists are reused and may be longer. */
  jobs: number;
  readonly first: number[];
  readonly type: number[];
  /** Value of each bid at completion minus the cost of its energy; above 0. */
  readonly worth: number[];
  /** Core-seconds of all work at the point: what the job pays for. */
  readonly coreS: number[];
  /** Core-seconds that count as demand: those within the horizon, or all if a job keeps its cores until it ends. */
  readonly aheadCoreS: number[];
}

function clear(bids: Bids, supplyS: Float64Array, perCoreS: Float64Array): void {
  perCoreS.fill(0);
  const rounds = perCoreS.length > 1 ? ROUNDS : 1;
  for (let round = 0; round < rounds; round++) {
    for (let type = 0; type < perCoreS.length; type++) clearType(bids, supplyS[type]!, type, perCoreS);
  }
}

/**
 * Sets the price of one node type's cores by bisection, with the other prices fixed. The result lies below the price at
 * which demand meets supply, by at most a millionth of the largest price possible. At this lower price, the last job for
 * which the cores suffice still wants them. At the exact price it might not, and the cores would stay idle.
 */
function clearType(bids: Bids, supplyS: number, type: number, perCoreS: Float64Array): void {
  perCoreS[type] = 0;
  if (!wantsMore(bids, type, perCoreS, supplyS)) return;
  let [low, high] = [0, Math.min(greatestBid(bids, type), totalWorth(bids, type) / supplyS)];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    perCoreS[type] = middle;
    if (wantsMore(bids, type, perCoreS, supplyS)) low = middle;
    else high = middle;
  }
  perCoreS[type] = low;
}

/** Returns the largest worth per core-second of a bid for a node type. No price above it finds a buyer. */
function greatestBid({ jobs, first, type: types, worth, coreS }: Bids, type: number): number {
  let most = 0;
  for (let b = 0; b < first[jobs]!; b++) if (types[b] === type) most = Math.max(most, worth[b]! / coreS[b]!);
  return most;
}

/**
 * Returns the sum over jobs of the largest worth of a bid for a node type. Jobs never pay more than their bids are
 * worth, so this is at least price x demand.
 */
function totalWorth({ jobs, first, type: types, worth }: Bids, type: number): number {
  let sum = 0;
  for (let job = 0; job < jobs; job++) {
    let most = 0;
    for (let b = first[job]!; b < first[job + 1]!; b++) if (types[b] === type) most = Math.max(most, worth[b]!);
    sum += most;
  }
  return sum;
}

/**
 * Returns true if demand for core-seconds of a node type exceeds supply, when each job takes its bid with the largest
 * net gain.
 */
function wantsMore(
  { jobs, first, type: types, worth, coreS, aheadCoreS }: Bids,
  type: number,
  perCoreS: Float64Array,
  supplyS: number,
): boolean {
  let wantedS = 0;
  for (let job = 0; job < jobs; job++) {
    let most = 0;
    let chosen = -1;
    for (let b = first[job]!; b < first[job + 1]!; b++) {
      const net = worth[b]! - perCoreS[types[b]!]! * coreS[b]!;
      if (net <= most) continue;
      most = net;
      chosen = b;
    }
    if (chosen === -1 || types[chosen] !== type) continue;
    wantedS += aheadCoreS[chosen]!;
    if (wantedS > supplyS) return true;
  }
  return false;
}

/**
 * Returns a function that computes the bids of all waiting jobs at a time, and those of running jobs if they may move.
 */
function bidding(state: MonthState, perJ: number): (horizonS: number, mayMove: boolean, nowS: number) => Bids {
  const { month, points, waiting, running, point } = state;
  const { typeOf } = month;
  const { nodeTypes, timeS, energyJ, cores } = points;
  const toBid = pointsToBid(points, perJ);
  const leastOf = (values: Float64Array): Float64Array =>
    Float64Array.from(toBid, (own) => own.reduce((least, p) => Math.min(least, values[p]!), Infinity));
  const [leastS, leastJ] = [leastOf(timeS), leastOf(energyJ)];
  const bids: Bids = { jobs: 0, first: [0], type: [], worth: [], coreS: [], aheadCoreS: [] };
  const { first, type: types, worth, coreS, aheadCoreS } = bids;
  let count = 0;

  /** @param left work left, times the pace seen: its product with a response time is the expected remaining time */
  const bid = (job: number, left: number, horizonS: number, mayMove: boolean, nowS: number): void => {
    for (let type = 0; type < nodeTypes; type++) {
      const slot = typeOf[job]! * nodeTypes + type;
      const own = toBid[slot]!;
      if (own.length === 0) continue;
      // None is worth more than what ends first for the least energy.
      const ceiling = valueAt(month, job, nowS + left * leastS[slot]!) - perJ * left * leastJ[slot]!;
      let most = 0;
      for (let at = 0; at < own.length && most < ceiling; at++) {
        const p = own[at]!;
        const lastsS = left * timeS[p]!;
        const net = valueAt(month, job, nowS + lastsS) - perJ * left * energyJ[p]!;
        // What earns no more than a bid for fewer core-seconds is taken at no price.
        if (!(net > most)) continue;
        most = net;
        types[count] = type;
        worth[count] = net;
        coreS[count] = cores[p]! * lastsS;
        aheadCoreS[count] = cores[p]! * (mayMove ? Math.min(horizonS, lastsS) : lastsS);
        count++;
      }
    }
    first[++bids.jobs] = count;
  };
  return (horizonS, mayMove, nowS) => {
    [bids.jobs, count] = [0, 0];
    for (let w = 0; w < waiting.count; w++) bid(waiting.jobs[w]!, 1, horizonS, mayMove, nowS);
    for (let r = 0; mayMove && r < running.count; r++) {
      const job = running.jobs[r]!;
      const leftS = expectedEndS(state, job, nowS) - nowS;
      if (leftS > 0) bid(job, leftS / timeS[point[job]!]!, horizonS, mayMove, nowS);
    }
    return bids;
  };
}

/**
 * Returns for each node type the core-seconds between now and the horizon; without those that running jobs are expected
 * to take if they may not move.
 */
function supplyAt(state: MonthState, horizonS: number, mayMove: boolean, nowS: number): Float64Array {
  const { month, points, running, node, point, typeOfNode } = state;
  const supplyS = Float64Array.from(month.nodeTypes, ({ nodes, coresPerNode }) => nodes * coresPerNode * horizonS);
  for (let r = 0; !mayMove && r < running.count; r++) {
    const job = running.jobs[r]!;
    const p = point[job]!;
    // Without a checkpoint nobody knows how a job gets on: it counts as on time.
    const leftS = Math.min(horizonS, Math.max(0, expectedEndS(state, job, nowS) - nowS));
    supplyS[typeOfNode[node[job]!]!]! -= points.cores[p]! * leftS;
  }
  return supplyS.map((left) => Math.max(0, left));
}

function expectedEndS(state: MonthState, job: number, nowS: number): number {
  const { points, point, leftAtStart, startS, month, resumeS } = state;
  const planS = startS[job]! + leftAtStart[job]! * points.timeS[point[job]!]!;
  return resumeS[job] === startS[job]
    ? planS
    : nowS + shareLeft(state, job, nowS) * month.paceOf[job]! * points.timeS[point[job]!]!;
}
