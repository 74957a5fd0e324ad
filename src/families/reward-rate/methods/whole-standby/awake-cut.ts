import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { AwakeRanges, AwakeSet } from './awake-sets.js';

/** A value of the LP's answer counts as integer if it differs from an integer by at most this. */
export const WHOLE = 1e-6;
/**
 * Factor by which branching on a set of several zones is preferred to one zone. Ours: if one of several similar zones
 * is fixed, the fraction only moves to another.
 */
const SET_FIRST = 10;

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

export function below({ lower, upper }: AwakeRanges, cut: Cut): AwakeRanges {
  const lowered = upper.slice();
  lowered[cut.set] = cut.below;
  return { lower, upper: lowered };
}

export function above({ lower, upper }: AwakeRanges, cut: Cut): AwakeRanges {
  const raised = lower.slice();
  raised[cut.set] = cut.below + 1;
  return { lower: raised, upper };
}

/** Returns each set's number of running nodes after the number of every zone is rounded up. */
export function roundedUp(sets: readonly AwakeSet[], awake: Float64Array): Float64Array {
  const ofZone = new Map<number, number>();
  for (const [n, { zones, parts }] of sets.entries())
    if (parts.length === 0) ofZone.set(zones[0]!, Math.ceil(awake[n]! - WHOLE));
  return Float64Array.from(sets, ({ zones }) => zones.reduce((sum, b) => sum + (ofZone.get(b) ?? 0), 0));
}
