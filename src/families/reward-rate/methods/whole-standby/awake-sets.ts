import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';

/** A value of the LP's answer counts as integer if it differs from an integer by at most this. */
export const WHOLE = 1e-6;
/**
 * Factor by which branching on a set of several zones is preferred to one zone. Ours: if one of several similar zones
 * is fixed, the fraction only moves to another.
 */
const SET_FIRST = 10;

/** Set of zones whose running nodes are counted together; the count is an integer in every plan. */
export interface AwakeSet {
  readonly zones: readonly number[];
  /** Number of nodes of the set that must run in every plan. */
  readonly least: number;
  /** Number of nodes in the zones of the set. */
  readonly most: number;
  /** Indices of the sets directly inside this one. Together they contain all its zones, unless it is a single zone. */
  readonly parts: readonly number[];
}

/** [set of zones]: minimum and maximum number of running nodes. */
export interface AwakeRanges {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * Returns the sets of zones whose running nodes are counted: each zone whose standby saves power, the zones of each
 * minimum of running nodes, and those of each node type. Two sets are disjoint or nested; a set comes after the sets
 * inside it.
 */
export function awakeSetsOf(model: RewardRateModel): AwakeSet[] {
  const zones = [...model.zones.keys()].filter((b) => (model.nodeTypes[model.zones[b]!.type]!.wakeW ?? 0) > 0);
  const minimums = minimumsOf(model);
  const types = new Map<number, number[]>();
  for (const b of zones) {
    const { type } = model.zones[b]!;
    types.set(type, [...(types.get(type) ?? []), b]);
  }
  const drawn: { readonly zones: readonly number[]; readonly least: number }[] = [
    ...zones.map((b) => ({ zones: [b], least: 0 })),
    ...minimums.map((minimum) => ({ zones: [...minimum.zones].sort((a, b) => a - b), least: minimum.nodes })),
    ...[...types.values()].map((ofType) => ({ zones: ofType, least: 0 })),
  ];
  const merged = new Map<string, { readonly zones: readonly number[]; readonly least: number }>();
  for (const one of drawn) {
    const key = one.zones.join();
    merged.set(key, { zones: one.zones, least: Math.max(one.least, merged.get(key)?.least ?? 0) });
  }
  const ordered = [...merged.values()].sort((a, b) => a.zones.length - b.zones.length);
  /** [zone]: index of the largest set so far that contains it. */
  const largest = new Map<number, number>();
  return ordered.map(({ zones: ofSet, least }, n) => {
    const parts = [...new Set(ofSet.flatMap((b) => largest.get(b) ?? []))];
    for (const b of ofSet) largest.set(b, n);
    return { zones: ofSet, least, most: ofSet.reduce((sum, b) => sum + model.zones[b]!.nodeCount, 0), parts };
  });
}

/** Returns each set's range of running nodes that holds for every plan. */
export function allRanges(sets: readonly AwakeSet[]): AwakeRanges {
  return { lower: Float64Array.from(sets, ({ least }) => least), upper: Float64Array.from(sets, ({ most }) => most) };
}

/** Returns true if some integer numbers of running nodes lie in all ranges. */
export function isPossible(sets: readonly AwakeSet[], { lower, upper }: AwakeRanges): boolean {
  const least = lower.slice();
  const most = upper.slice();
  for (const [n, { parts }] of sets.entries()) {
    if (parts.length > 0) {
      least[n] = Math.max(
        least[n]!,
        parts.reduce((sum, part) => sum + least[part]!, 0),
      );
      most[n] = Math.min(
        most[n]!,
        parts.reduce((sum, part) => sum + most[part]!, 0),
      );
    }
    if (least[n]! > most[n]!) return false;
  }
  return true;
}

/** Returns the number of running nodes of each set of zones. */
export function countsOf(sets: readonly AwakeSet[], awake: ReadonlyMap<number, number>): Float64Array {
  return Float64Array.from(sets, ({ zones }) => zones.reduce((sum, b) => sum + awake.get(b)!, 0));
}

/**
 * Branching decision on a set of zones with a fractional number of running nodes. In one branch this number is at most
 * `below`, in the other at least one more.
 */
export interface Cut {
  readonly set: number;
  readonly below: number;
}

/**
 * Returns the set of zones on which to branch: its number of running nodes is farthest from integer, weighted by what
 * the power of a running node costs. Null if all numbers are integer.
 */
export function bestCut(
  { zones, nodeTypes }: RewardRateModel,
  sets: readonly AwakeSet[],
  awake: Float64Array,
  zonePowerPrice: Float64Array,
): Cut | null {
  let best: Cut | null = null;
  let most = 0;
  for (const [set, { zones: ofSet }] of sets.entries()) {
    const below = Math.floor(awake[set]!);
    const fraction = Math.min(awake[set]! - below, below + 1 - awake[set]!);
    if (fraction <= WHOLE) continue;
    const costs = ofSet.map((b) => Math.abs(zonePowerPrice[b]!) * (nodeTypes[zones[b]!.type]!.wakeW ?? 0));
    const cost = costs.reduce((sum, one) => sum + one, 0) / ofSet.length;
    const score = fraction * Math.max(cost, 1e-12) * (ofSet.length > 1 ? SET_FIRST : 1);
    if (score > most) [best, most] = [{ set, below }, score];
  }
  return best;
}

/** Returns the ranges of both sides of a cut. */
export function divided({ lower, upper }: AwakeRanges, { set, below }: Cut): AwakeRanges[] {
  return [
    { lower, upper: upper.with(set, below) },
    { lower: lower.with(set, below + 1), upper },
  ];
}
