/** A zone in an epoch of a day planned epoch by epoch. */
export interface ZoneEpoch {
  /** Number of nodes on standby. */
  readonly asleep: number;
  /** Worth of what each node that is on does, reward/s, from the one that earns most; nodes beyond the list idle. */
  readonly worthPerS: readonly number[];
  /** Cost of a node that idles through the epoch instead of being on standby. */
  readonly idleCost: Cost;
  /** Cost of a node that wakes at the start, without what it loses of its work. */
  readonly wakeCost: Cost;
  /** Cost of a reward/s that is lost while a node wakes. */
  readonly perWorthPerS: Cost;
}

/** Cost in order of importance: if the first entries are equal the second counts. */
export type Cost = readonly [number, number];

/**
 * Returns the number of nodes of a zone on standby by epoch such that each node is awake when its plan has it on, and
 * also stays or is awake earlier if that costs less than waking. Nodes are ranked: in each epoch those of the lowest
 * ranks are on standby, and of the others those of the lowest earn least. Costs are added up by node, as if none
 * affected another's.
 */
export function asleepAtLeastCost(nodeCount: number, epochs: readonly ZoneEpoch[]): number[] {
  const asleep = epochs.map(() => 0);
  const most = epochs.reduce((max, epoch) => Math.max(max, epoch.asleep), 0);
  for (let rank = 0; rank < most; rank++) {
    for (const [e, sleeps] of sleepOfRank(nodeCount, epochs, rank).entries()) if (sleeps) asleep[e]!++;
  }
  return asleep;
}

/** Cheapest sequence of states up to an epoch's end, with the node awake or on standby then. */
interface Way {
  readonly cost: Cost;
  readonly sleeps: readonly boolean[];
}

/** Returns the epochs in which the node of a rank is on standby, by a dynamic program over awake and on standby. */
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

/** Returns the cheaper sequence, the first of two that cost the same. */
function cheaper(one: Way | null, other: Way | null): Way | null {
  if (one === null || other === null) return one ?? other;
  const first = one.cost[0] - other.cost[0];
  return (first === 0 ? one.cost[1] - other.cost[1] : first) <= 0 ? one : other;
}

function sum([one, two]: Cost, [three, four]: Cost): Cost {
  return [one + three, two + four];
}
