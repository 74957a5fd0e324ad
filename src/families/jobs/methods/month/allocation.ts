import { type MonthState, valueAt } from './month-state.js';
import type { MonthPolicy } from './policy.js';

/**
 * Present prices in the simulation: of energy (`perJ`, value/J), and of a core-second by node type (`perCoreS`,
 * value/(core s)).
 */
export interface PresentPrices {
  readonly perJ: number;
  readonly perCoreS: Float64Array;
}

/** Planned start of a waiting job at a design point on a node. */
export interface JobStart {
  job: number;
  point: number;
  node: number;
}

/**
 * Relative rounding error allowed when the gain of a start is compared with an upper bound on it. Our choice: far above
 * real rounding errors.
 */
const ROUNDING = 1e-9;

/**
 * Returns value / energy, value/J. It is Infinity for a positive value without energy, and 0 for a value that is not
 * positive.
 */
export function perEnergy(value: number, energyJ: number): number {
  if (!(value > 0)) return 0;
  return energyJ > 0 ? value / energyJ : Infinity;
}

/** Returns the node of a type with most free cores; ties go to the lowest node. */
function bidder({ free, firstNode }: MonthState, type: number): number {
  let best = firstNode[type]!;
  for (let node = best + 1; node < firstNode[type + 1]!; node++) if (free[node]! > free[best]!) best = node;
  return best;
}

/**
 * Returns the nodes that offer their free cores to jobs. For each node type it is the node with most free cores, if any
 * core is free. Nodes are ordered by free cores, most first, then by index.
 */
function bidders(state: MonthState): number[] {
  const nodes = Array.from({ length: state.points.nodeTypes }, (_, type) => bidder(state, type));
  return nodes.filter((node) => state.free[node]! > 0).sort((a, b) => state.free[b]! - state.free[a]! || a - b);
}

/**
 * Returns the next job start by the bids of nodes; null if there is none. The node of each node type with most free
 * cores bids these cores. The largest bid is offered first; if no job accepts it, the next largest bid follows. Jobs
 * that would earn nothing accept no bid.
 */
export function nextStart(state: MonthState, policy: MonthPolicy, nowS: number): JobStart | null {
  for (const node of bidders(state)) {
    const start = bestForNode(state, policy, node, nowS);
    if (start !== null) return start;
  }
  return null;
}

function bestForNode(state: MonthState, policy: MonthPolicy, node: number, nowS: number): JobStart | null {
  const { month, points, waiting } = state;
  const { order } = policy;
  const atCompletion = policy.valueAt === 'completion';
  let best: JobStart | null = null;
  let [most, leastJ] = [0, Infinity];
  for (let w = 0; w < waiting.count; w++) {
    const job = waiting.jobs[w]!;
    const point = pointFor(state, policy, job, node, nowS);
    if (point === -1) continue;
    const value = valueAt(month, job, atCompletion ? nowS + points.timeS[point]! : nowS);
    if (!(value > 0)) continue;
    const energyJ = points.energyJ[point]!;
    const key = order === 'valuePerEnergy' ? perEnergy(value, energyJ) : value;
    if (key < most || (key === most && !(order === 'valueThenEnergy' && energyJ < leastJ))) continue;
    [most, leastJ] = [key, energyJ];
    best = { job, point, node };
  }
  return best;
}

/** Returns the design point at which a job would start on a node's free cores; -1 if none. */
function pointFor(state: MonthState, policy: MonthPolicy, job: number, node: number, nowS: number): number {
  const { month, points, free, typeOfNode } = state;
  const slot = month.typeOf[job]! * points.nodeTypes + typeOfNode[node]!;
  const from = points.first[slot]!;
  let to = points.first[slot + 1]!;
  const bid = free[node]!;
  if (policy.cores === 'atMostBest') {
    const best = bestPoint(state, policy, job, from, to, nowS);
    return best === -1 ? -1 : lastWithin(points.cores, from, to, Math.min(bid, points.cores[best]!));
  }
  const last = lastWithin(points.cores, from, to, bid);
  if (last === -1 || policy.cores === 'maxBid') return last;
  to = last + 1;
  if (policy.cores === 'best') return bestPoint(state, policy, job, from, to, nowS);
  let fastest = from;
  for (let p = from + 1; p < to; p++) if (points.timeS[p]! < points.timeS[fastest]!) fastest = p;
  return fastest;
}

/** Returns the highest index in [from, to) of a point with at most `most` cores; -1 if all have more. */
function lastWithin(cores: Int32Array, from: number, to: number, most: number): number {
  for (let p = to - 1; p >= from; p--) if (cores[p]! <= most) return p;
  return -1;
}

/** Returns the lowest index in [from, to) of a point with the largest value / energy; -1 if no point earns anything. */
function bestPoint(
  { month, points }: MonthState,
  policy: MonthPolicy,
  job: number,
  from: number,
  to: number,
  nowS: number,
): number {
  const atCompletion = policy.valueAt === 'completion';
  let [best, most] = [-1, 0];
  for (let p = from; p < to; p++) {
    const ratio = perEnergy(valueAt(month, job, atCompletion ? nowS + points.timeS[p]! : nowS), points.energyJ[p]!);
    if (ratio > most) [best, most] = [p, ratio];
  }
  return best;
}

/**
 * Returns the next job start by prices; null if no start has a positive net gain: value at predicted completion minus
 * the cost of energy and cores.
 *
 * Each job takes its point with the largest net gain on the bidding nodes (of each type the node with most free cores).
 * The job with the largest net gain per core-second starts.
 */
export function nextPricedStart(state: MonthState, prices: PresentPrices, nowS: number): JobStart | null {
  const { month, points, waiting, free } = state;
  const nodes = bidders(state).sort((a, b) => a - b);
  const leastPerCoreS = prices.perCoreS.reduce((least, price) => Math.min(least, price), Infinity);
  let best: JobStart | null = null;
  let most = 0;
  for (let w = 0; w < waiting.count; w++) {
    const job = waiting.jobs[w]!;
    const jobType = month.typeOf[job]!;
    // No point earns more than what ends first for the least of all energies and core-seconds.
    const earned = valueAt(month, job, nowS + points.leastS[jobType]!) - prices.perJ * points.leastJ[jobType]!;
    const coreS = points.leastCoreS[jobType]!;
    const bound = earned - leastPerCoreS * coreS;
    if (bound + ROUNDING * (Math.abs(earned) + leastPerCoreS * coreS) < most * coreS) continue;
    let [net, point, on] = [0, -1, -1];
    for (const node of nodes) {
      const type = state.typeOfNode[node]!;
      const slot = jobType * points.nodeTypes + type;
      for (let p = points.first[slot]!; p < points.first[slot + 1]! && points.cores[p]! <= free[node]!; p++) {
        const timeS = points.timeS[p]!;
        const paid = prices.perJ * points.energyJ[p]! + prices.perCoreS[type]! * points.cores[p]! * timeS;
        const worth = valueAt(month, job, nowS + timeS) - paid;
        if (worth > net) [net, point, on] = [worth, p, node];
      }
    }
    if (point === -1) continue;
    const rate = net / (points.cores[point]! * points.timeS[point]!);
    if (rate > most) [most, best] = [rate, { job, point, node: on }];
  }
  return best;
}
