import { chargedOverlapS } from '../../../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';

/**
 * Tasks that have arrived, with what each of their options takes and earns on average in the rest of the day. Bids of a
 * task are in order of the energy that they take.
 */
export interface Bids {
  /** Index of the first bid of each task; one more entry at the end is the number of bids. */
  readonly first: Int32Array;
  readonly pool: Int32Array;
  readonly nodeS: Float64Array;
  readonly joules: Float64Array;
  readonly utility: Float64Array;
  readonly equalTasks: number;
  /** Typical prices of the pools' nodes and, as the last entry, of energy: see `typicalPrices`. */
  readonly scales: Float64Array;
}

/** Returns the bids of every `stride`-th task that has arrived. */
export function bidsOf(model: UtilityModel, arrived: number, stride: number, fromS: number, endS: number): Bids {
  const { tasks, options, functions } = model;
  const runs = new Map<number, Run[]>();
  const first = [0];
  const [pool, nodeS, joules, utility]: [number[], number[], number[], number[]] = [[], [], [], []];
  let [sum, squares] = [0, 0];
  for (let task = stride >> 1; task < arrived; task += stride) {
    const kind = tasks.kind[task]!;
    let ofKind = runs.get(kind);
    if (ofKind === undefined) runs.set(kind, (ofKind = runsOf(model, kind, fromS, endS)));
    const from = pool.length;
    for (const run of ofKind) {
      const earned = utilityAt(functions, tasks.utility[task]!, options.timeS[run.option]!);
      if (!(earned > 0)) continue;
      pool.push(options.pool[run.option]!);
      nodeS.push(run.nodeS);
      joules.push(run.joules);
      utility.push(run.share * earned);
    }
    if (pool.length === from) continue;
    first.push(pool.length);
    sum += joules[from]!;
    squares += joules[from]! ** 2;
  }
  const bids = {
    first: Int32Array.from(first),
    pool: Int32Array.from(pool),
    nodeS: Float64Array.from(nodeS),
    joules: Float64Array.from(joules),
    utility: Float64Array.from(utility),
    equalTasks: stride * (squares > 0 ? (sum * sum) / squares : first.length - 1),
  };
  return { ...bids, scales: typicalPrices(bids, model.pools.length + 1) };
}

/** A run on an option (pool and P-state), with what it takes on average in the rest of the day. */
interface Run {
  readonly option: number;
  /** Fraction of the run that lies in the rest of the day. */
  readonly share: number;
  readonly nodeS: number;
  readonly joules: number;
}

/**
 * Returns the runs that a kind of work (task type and cores) has room for, in order of the energy that they take. A run
 * that begins at any moment of the time left lies in the day by a mean share of 1 - d / 2H if its time d is below the
 * time left H, else H / 2d: so much of it counts.
 */
function runsOf(model: UtilityModel, kind: number, fromS: number, endS: number): Run[] {
  const { options, pools } = model;
  const aheadS = endS - fromS;
  const charge = meanCharge(model, fromS, endS);
  const runs: Run[] = [];
  for (let option = options.first[kind]!; option < options.first[kind + 1]!; option++) {
    const [timeS, nodes] = [options.timeS[option]!, options.nodes[option]!];
    if (nodes > pools[options.pool[option]!]!.nodes) continue;
    const share = timeS < aheadS ? 1 - timeS / (2 * aheadS) : aheadS / (2 * timeS);
    const joules = share * timeS * options.powerW[option]! * charge;
    runs.push({ option, share, nodeS: share * timeS * nodes, joules });
  }
  return runs.sort((a, b) => a.joules - b.joules);
}

/** Returns what a joule counts for towards the budget on average between two moments: 1 without a tariff. */
export function meanCharge({ charging }: Pick<UtilityModel, 'charging'>, fromS: number, endS: number): number {
  return charging === undefined ? 1 : chargedOverlapS(charging, fromS, endS, fromS, endS) / (endS - fromS);
}

/** Writes what the best bids at the prices take of each resource into `taken`, and returns what they are worth beyond it. */
export function takenBy(
  { first, pool, nodeS, joules, utility }: Bids,
  prices: Float64Array,
  taken: Float64Array,
): number {
  const energy = prices.length - 1;
  const perJ = prices[energy]!;
  let worth = 0;
  taken.fill(0);
  for (let k = 0; k + 1 < first.length; k++) {
    let [best, chosen] = [0, -1];
    for (let x = first[k]!; x < first[k + 1]!; x++) {
      const net = utility[x]! - perJ * joules[x]! - prices[pool[x]!]! * nodeS[x]!;
      if (net > best) [best, chosen] = [net, x];
    }
    if (chosen < 0) continue;
    worth += best;
    taken[pool[chosen]!]! += nodeS[chosen]!;
    taken[energy]! += joules[chosen]!;
  }
  return worth;
}

/**
 * Returns the function that tells what the bids draw at a price of energy, J, if those of nodes stay. As the price
 * falls, a task goes from bid to bid along the upper hull of utility (less the price of nodes) over energy; the slope
 * between two neighbours is the price at which it changes.
 */
export function drawsOf(
  { first, pool, nodeS, joules, utility }: Bids,
  prices: Float64Array,
): (price: number) => number {
  const slope = new Float64Array(joules.length);
  const addedJ = new Float64Array(joules.length);
  const net = new Float64Array(joules.length + 1);
  const atJ = new Float64Array(joules.length + 1);
  let count = 0;
  for (let k = 0; k + 1 < first.length; k++) {
    const from = count;
    // The first corner is no run at all, or the best of those that draw nothing.
    [net[from], atJ[from]] = [0, 0];
    for (let x = first[k]!; x < first[k + 1]!; x++) {
      const worth = utility[x]! - prices[pool[x]!]! * nodeS[x]!;
      if (!(worth > net[count]!)) continue;
      // Corners that lie below the line to this bid are none.
      while (count > from && worth - net[count]! >= slope[count - 1]! * (joules[x]! - atJ[count]!)) count--;
      const moreJ = joules[x]! - atJ[count]!;
      if (moreJ > 0) {
        slope[count] = (worth - net[count]!) / moreJ;
        addedJ[count++] = moreJ;
      }
      [net[count], atJ[count]] = [worth, joules[x]!];
    }
  }
  return (price) => {
    let sumJ = 0;
    for (let c = 0; c < count; c++) if (slope[c]! > price) sumJ += addedJ[c]!;
    return sumJ;
  };
}

/** Returns typical prices of nodes and energy: the utility of all bids over what they take; 0 where they take nothing. */
function typicalPrices({ pool, nodeS, joules, utility }: Omit<Bids, 'scales'>, count: number): Float64Array {
  const [worth, used] = [new Float64Array(count), new Float64Array(count)];
  for (let x = 0; x < pool.length; x++) {
    for (const [r, amount] of [
      [pool[x]!, nodeS[x]!],
      [count - 1, joules[x]!],
    ] as const) {
      worth[r]! += utility[x]!;
      used[r]! += amount;
    }
  }
  return worth.map((sum, r) => (used[r]! > 0 ? sum / used[r]! : 0));
}
