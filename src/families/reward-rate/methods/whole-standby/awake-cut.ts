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

/** Returns the ranges of both sides of a cut. */
export function divided({ lower, upper }: AwakeRanges, { set, below }: Cut): AwakeRanges[] {
  return [
    { lower, upper: upper.with(set, below) },
    { lower: lower.with(set, below + 1), upper },
  ];
}
