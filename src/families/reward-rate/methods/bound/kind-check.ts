import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import { branchBound } from '../one-configuration/node-bound.js';
import { poolWithin } from '../one-configuration/pool.js';
import { isClearlyBroken, nodesOf } from '../one-configuration/search.js';
import { lagrangianBound, type PricedRows } from '../room-program/bound.js';
import type { CountRange, Kind, PoolProof } from '../room-program/proof.js';
import { measure } from '../rounding/node-plan.js';
import { awakeBound } from '../whole-standby/awake-bound.js';
import { allRanges, type AwakeRanges, awakeSetsOf, isPossible } from '../whole-standby/awake-sets.js';

/** Numbers of nodes that the scopes of a proof limit, and bounds on plans whose numbers lie in ranges. */
export interface Counted {
  /** Range of each number in all plans that `restRewardPerS` does not bound. */
  readonly whole: readonly CountRange[];
  /** Upper bound on the reward of plans that no scope needs to contain, reward/s. */
  readonly restRewardPerS: number;
  /** Returns false if no plan has its numbers in these ranges. */
  readonly isPossible: (ranges: readonly CountRange[]) => boolean;
  /** Returns an upper bound on the reward of plans in these ranges, reward/s. The rows must hold for all plans. */
  readonly boundAt: (ranges: readonly CountRange[], by: PricedRows) => number;
  /** Returns the same if the ranges leave one plan: its reward, or -Infinity if it breaks a limit. Otherwise Infinity. */
  readonly boundOfOnly: (ranges: readonly CountRange[]) => number;
}

/**
 * Returns the numbers that a proof for a kind of plans counts, computed from the model and the proof alone; null if
 * there are too many configurations to list.
 */
export function countedOf(model: RewardRateModel, oracles: readonly PricingOracle[], kind: Kind): Counted | null {
  return kind.pool === undefined ? countedZones(model, oracles) : countedSplits(model, oracles, kind.pool);
}

/** Running nodes of sets of zones. */
function countedZones(model: RewardRateModel, oracles: readonly PricingOracle[]): Counted {
  const sets = awakeSetsOf(model);
  const within = (ranges: readonly CountRange[]): AwakeRanges => {
    const { lower, upper } = allRanges(sets);
    for (const one of ranges) [lower[one.count], upper[one.count]] = [one.lower, one.upper];
    return { lower, upper };
  };
  return {
    whole: sets.map(({ least, most }, count) => ({ count, lower: least, upper: most })),
    restRewardPerS: -Infinity,
    isPossible: (ranges) => isPossible(sets, within(ranges)),
    boundAt: (ranges, by) => awakeBound(model, oracles, sets, within(ranges), by).value,
    boundOfOnly: () => Infinity,
  };
}

/** Nodes that run a configuration of a split of the pool. */
function countedSplits(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  { by, loss, splits }: PoolProof,
): Counted | null {
  const bound = lagrangianBound(model, oracles, by);
  const byZone = poolWithin(model, bound, loss);
  if (byZone === null) return null;
  const counted = { model, pool: { byZone }, splits };
  return {
    whole: splits.map(({ zone }, count) => ({ count, lower: 0, upper: model.zones[zone]!.nodeCount })),
    restRewardPerS: bound.value - loss,
    isPossible: () => true,
    boundAt: (ranges, priced) => branchBound(counted, ranges, priced).value,
    boundOfOnly: (ranges) => {
      const units = byZone.map(({ length }) => new Float64Array(length));
      for (const { count, lower } of ranges) {
        const { zone, within } = splits[count]!;
        const alone = within.filter((is) => is).length === 1 ? within.indexOf(true) : -1;
        if (alone >= 0)
          units[zone]![alone] = Math.max(units[zone]![alone]!, Math.min(lower, model.zones[zone]!.nodeCount));
      }
      const nodes = nodesOf(byZone, units);
      if (nodes.some(({ length }, b) => length !== model.zones[b]!.nodeCount)) return Infinity;
      return isClearlyBroken(model, nodes) ? -Infinity : measure(model, nodes).rewardPerS;
    },
  };
}
