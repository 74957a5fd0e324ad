/** A zone in an epoch of a day planned epoch by epoch. */
export interface ZoneEpoch {
  /** Number of nodes on standby. */
  readonly asleep: number;
  /** Worth of the work of each node that is on, reward/s, from the largest; nodes beyond the list idle. */
  readonly worthPerS: readonly number[];
  /** Cost of a node that idles during the epoch instead of being on standby. */
  readonly idleCost: Cost;
  /** Cost of a node that wakes at the start, without the loss of its work. */
  readonly wakeCost: Cost;
  /** Cost of a reward/s that is lost while a node wakes. */
  readonly perWorthPerS: Cost;
}

/** Cost with entries in order of importance: the second entry decides if the first ones are equal. */
export type Cost = readonly [number, number];

/**
 * Returns the number of nodes of a zone on standby, by epoch. Each node is awake whenever its plan has it on, and also
 * stays awake or wakes earlier if that costs less than waking. Nodes are ranked: in each epoch those of the lowest
 * ranks are on standby, and of the others the lowest ranks earn least. Costs are added node by node, as if nodes did
 * not affect each other.
 */
export function asleepAtLeastCost(nodeCount: number, epochs: readonly ZoneEpoch[]): number[] {
  const asleep = epochs.map(() => 0);
  const most = epochs.reduce((max, epoch) => Math.max(max, epoch.asleep), 0);
  for (let rank = 0; rank < most; rank++) {
    for (const [e, sleeps] of sleepOfRank(nodeCount, epochs, rank).entries()) if (sleeps) asleep[e]!++;
  }
  return asleep;
}

/** Cheapest sequence of states up to an epoch's end, after which the node is awake or on standby. */
interface Way {
  readonly cost: Cost;
  readonly sleeps: readonly boolean[];
}

/** Returns, by epoch, whether the node of a rank is on standby, from a dynamic program over the two states. */
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

/** Returns the cheaper sequence, or the first if they cost the same. */
function cheaper(one: Way | null, other: Way | null): Way | null {
  if (one === null || other === null) return one ?? other;
  const first = one.cost[0] - other.cost[0];
  return (first === 0 ? one.cost[1] - other.cost[1] : first) <= 0 ? one : other;
}

function sum([one, two]: Cost, [three, four]: Cost): Cost {
  return [one + three, two + four];
}
