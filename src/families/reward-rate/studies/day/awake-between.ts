/** Nodes of one zone in one epoch under the epoch's own plan, with the costs of keeping or waking one of them. */
export interface ZoneEpoch {
  readonly asleep: number;
  /** Reward rate of each node that is on, reward/s, in descending order. Nodes without an entry idle. */
  readonly worthPerS: readonly number[];
  /** Cost of keeping a node idle during the epoch instead of on standby. */
  readonly idleCost: Cost;
  /** Cost of waking a node at the start of the epoch, without the reward that the node loses meanwhile. */
  readonly wakeCost: Cost;
  /** Cost of losing 1 reward/s during the time that a node needs to wake. */
  readonly perWorthPerS: Cost;
}

/** [money, 0] or [reward, energy] (see `costOf`). The second entry decides only if the first ones are equal. */
export type Cost = readonly [number, number];

/**
 * Returns the number of nodes of a zone on standby in each epoch, chosen so that the total cost is lowest. A node that
 * an epoch's plan needs on is on. It may also stay on between such epochs, or wake earlier, if that costs less.
 *
 * Nodes are ranked. In each epoch the nodes of the lowest ranks are on standby. Among the others, those of the lowest
 * ranks earn least. Costs of nodes are simply added, as if nodes did not influence each other.
 */
export function asleepAtLeastCost(nodeCount: number, epochs: readonly ZoneEpoch[]): number[] {
  const asleep = epochs.map(() => 0);
  const most = epochs.reduce((max, epoch) => Math.max(max, epoch.asleep), 0);
  for (let rank = 0; rank < most; rank++) {
    for (const [e, sleeps] of sleepOfRank(nodeCount, epochs, rank).entries()) if (sleeps) asleep[e]!++;
  }
  return asleep;
}

/**
 * Cheapest sequence of states of a node up to the end of an epoch with a given last state. `sleeps` says for each epoch
 * whether the node is on standby.
 */
interface Way {
  readonly cost: Cost;
  readonly sleeps: readonly boolean[];
}

/** Returns whether the node of a rank is on standby in each epoch, by dynamic programming over on and standby. */
function sleepOfRank(nodeCount: number, epochs: readonly ZoneEpoch[], rank: number): readonly boolean[] {
  let awake: Way | null = null;
  let asleep: Way | null = null;
  for (const [e, epoch] of epochs.entries()) {
    const maySleep = rank < epoch.asleep;
    const stay: Cost = maySleep ? epoch.idleCost : [0, 0];
    // Of the nodes that are on, the ranks begin with the one that earns least.
    const earnsPerS = maySleep ? 0 : (epoch.worthPerS[nodeCount - 1 - rank] ?? 0);
    const [lost, lostNext] = epoch.perWorthPerS;
    const wake = sum(epoch.wakeCost, [lost * earnsPerS, lostNext * earnsPerS]);
    const first: Way = { cost: [0, 0], sleeps: [] };
    const on: Way | null =
      e === 0 ? first : cheaper(awake, asleep === null ? null : { ...asleep, cost: sum(asleep.cost, wake) });
    const off: Way | null = e === 0 ? first : cheaper(asleep, awake);
    awake = on === null ? null : { cost: sum(on.cost, stay), sleeps: [...on.sleeps, false] };
    asleep = off === null || !maySleep ? null : { cost: off.cost, sleeps: [...off.sleeps, true] };
  }
  return cheaper(asleep, awake)?.sleeps ?? [];
}

/** Returns the sequence of lower cost, or the first if the costs are equal. Null means that no sequence is possible. */
function cheaper(one: Way | null, other: Way | null): Way | null {
  if (one === null || other === null) return one ?? other;
  const first = one.cost[0] - other.cost[0];
  return (first === 0 ? one.cost[1] - other.cost[1] : first) <= 0 ? one : other;
}

function sum([one, two]: Cost, [three, four]: Cost): Cost {
  return [one + three, two + four];
}
