import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { AwakeRanges, AwakeSet } from './awake-sets.js';

/** Distance from a whole number up to which an LP's answer counts as whole. */
export const WHOLE = 1e-6;
/**
 * Factor by which a set of several zones is preferred to one zone. Our choice: between similar zones, a fraction just
 * moves on when one zone is fixed.
 */
const SET_FIRST = 10;

/** Set of zones whose number of running nodes is not whole, and that number rounded down. */
export interface Cut {
  readonly set: number;
  readonly below: number;
}

/**
 * Returns the set whose number is farthest from whole, weighted by the power that running nodes cost; null if all are
 * whole.
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

/** Returns the ranges of the branch in which the set has at most `cut.below` nodes. */
export function below({ lower, upper }: AwakeRanges, cut: Cut): AwakeRanges {
  const lowered = upper.slice();
  lowered[cut.set] = cut.below;
  return { lower, upper: lowered };
}

/** Returns the ranges of the branch in which the set has more than `cut.below` nodes. */
export function above({ lower, upper }: AwakeRanges, cut: Cut): AwakeRanges {
  const raised = lower.slice();
  raised[cut.set] = cut.below + 1;
  return { lower: raised, upper };
}

/** Returns the node counts of each set after rounding up in every zone. */
export function roundedUp(sets: readonly AwakeSet[], awake: Float64Array): Float64Array {
  const ofZone = new Map<number, number>();
  for (const [n, { zones, parts }] of sets.entries())
    if (parts.length === 0) ofZone.set(zones[0]!, Math.ceil(awake[n]! - WHOLE));
  return Float64Array.from(sets, ({ zones }) => zones.reduce((sum, b) => sum + (ofZone.get(b) ?? 0), 0));
}
