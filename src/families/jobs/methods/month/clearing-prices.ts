import type { PresentPrices } from './allocation.js';
import { type MonthState, shareLeft, valueAt } from './month-state.js';
import type { MonthPrices } from './policy.js';

/** Source of prices at a moment that does not go back. */
export interface ClearingPrices {
  readonly at: (nowS: number) => PresentPrices;
}

/** Number of halvings of the range of a price: it is found to a millionth of the greatest bid. Ours. */
const HALVINGS = 20;
/** Number of rounds over the node types, where there are several. Ours. */
const ROUNDS = 3;

/**
 * Prices of cores at which demand is supply (docs/jobs/run-time.md): demand are the jobs that wait, valued as if they started now; each takes the point
 * that earns it most, or none. Supply are the core-seconds of the horizon ahead that running jobs leave. Where it is more than all want, a core costs nothing.
 * @throws RangeError for prices below 0, and a horizon or interval that is not above 0
 */
export function clearingPrices(state: MonthState, terms: MonthPrices): ClearingPrices {
  const { perJ, cores, horizonS, intervalS } = terms;
  if (!(perJ >= 0 && perJ < Infinity)) throw new RangeError(`A price of ${perJ} per J`);
  if (!(horizonS > 0 && horizonS < Infinity && intervalS > 0 && intervalS < Infinity))
    throw new RangeError(`Prices over ${horizonS} s, looked at every ${intervalS} s`);
  const perCoreS = new Float64Array(state.points.nodeTypes);
  const present = { perJ, perCoreS };
  const byCoreS = pointsByCoreS(state);
  let lookS = -Infinity;
  return {
    at(nowS) {
      if (cores === 'clearing' && nowS >= lookS + intervalS) {
        lookS = nowS;
        clear(state, byCoreS, terms, nowS, perCoreS);
      }
      return present;
    },
  };
}

/** Points of each type and node type by core-seconds, ascending, in the places of the points. */
function pointsByCoreS({ points: { first, cores, timeS } }: MonthState): Int32Array {
  const order = Int32Array.from(cores.keys());
  for (let slot = 0; slot + 1 < first.length; slot++)
    order.subarray(first[slot], first[slot + 1]).sort((a, b) => cores[a]! * timeS[a]! - cores[b]! * timeS[b]! || a - b);
  return order;
}

/** Bids for cores: those of job b are first[b] .. first[b + 1] - 1. */
interface Bids {
  readonly first: readonly number[];
  readonly type: readonly number[];
  /** Value at completion less the price of energy, above 0. */
  readonly worth: readonly number[];
  readonly coreS: readonly number[];
}

function clear(
  state: MonthState,
  byCoreS: Int32Array,
  { perJ, horizonS }: MonthPrices,
  nowS: number,
  perCoreS: Float64Array,
): void {
  const bids = bidsAt(state, byCoreS, perJ, nowS);
  const supplyS = supplyAt(state, horizonS, nowS);
  perCoreS.fill(0);
  const rounds = perCoreS.length > 1 ? ROUNDS : 1;
  for (let round = 0; round < rounds; round++) {
    for (let type = 0; type < perCoreS.length; type++) clearType(bids, supplyS[type]!, type, perCoreS);
  }
}

/**
 * Greatest price of one type's cores, to a millionth of the greatest bid, at which more is wanted than there is; the other prices stay. The last bidders that
 * the price lets in are then let in: cores that none of them got would stand idle.
 */
function clearType(bids: Bids, supplyS: number, type: number, perCoreS: Float64Array): void {
  perCoreS[type] = 0;
  if (demandOf(bids, type, perCoreS) <= supplyS) return;
  let high = 0;
  for (let b = 0; b < bids.type.length; b++)
    if (bids.type[b] === type) high = Math.max(high, bids.worth[b]! / bids.coreS[b]!);
  let low = 0;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    perCoreS[type] = middle;
    if (demandOf(bids, type, perCoreS) > supplyS) low = middle;
    else high = middle;
  }
  perCoreS[type] = low;
}

/** Core-seconds of a type that are wanted at prices: each job takes what earns it most. */
function demandOf({ first, type: types, worth, coreS }: Bids, type: number, perCoreS: Float64Array): number {
  let wantedS = 0;
  for (let job = 0; job + 1 < first.length; job++) {
    let [most, chosen] = [0, -1];
    for (let b = first[job]!; b < first[job + 1]!; b++) {
      const net = worth[b]! - perCoreS[types[b]!]! * coreS[b]!;
      if (net > most) [most, chosen] = [net, b];
    }
    if (chosen !== -1 && types[chosen] === type) wantedS += coreS[chosen]!;
  }
  return wantedS;
}

function bidsAt({ month, points, waiting }: MonthState, byCoreS: Int32Array, perJ: number, nowS: number): Bids {
  const { typeOf } = month;
  const [first, types, worth, coreS]: [number[], number[], number[], number[]] = [[0], [], [], []];
  const bid = (job: number): void => {
    for (let type = 0; type < points.nodeTypes; type++) {
      const slot = typeOf[job]! * points.nodeTypes + type;
      let most = 0;
      for (let at = points.first[slot]!; at < points.first[slot + 1]!; at++) {
        const p = byCoreS[at]!;
        const net = valueAt(month, job, nowS + points.timeS[p]!) - perJ * points.energyJ[p]!;
        // What earns no more than a bid for fewer core-seconds is taken at no price.
        if (!(net > most)) continue;
        most = net;
        types.push(type);
        worth.push(net);
        coreS.push(points.cores[p]! * points.timeS[p]!);
      }
    }
    first.push(types.length);
  };
  for (let w = 0; w < waiting.count; w++) bid(waiting.jobs[w]!);
  return { first, type: types, worth, coreS };
}

/** Core-seconds of each node type from now to the horizon, less those that running jobs are expected to use. */
function supplyAt(state: MonthState, horizonS: number, nowS: number): Float64Array {
  const { month, points, running, node, point, typeOfNode } = state;
  const supplyS = Float64Array.from(month.nodeTypes, ({ nodes, coresPerNode }) => nodes * coresPerNode * horizonS);
  for (let r = 0; r < running.count; r++) {
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
