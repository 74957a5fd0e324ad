import { multisetCount } from '../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';

/**
 * Maximum number of multisets of task types on a node that pricing enumerates with literal co-location (Eq. 21 as
 * printed). Ours: more would take minutes and gigabytes.
 */
export const MAX_MULTISETS = 1_000_000;

/**
 * Returns why exact pricing is impossible; null if it is possible. Only literal co-location (Eq. 21 as printed) has a
 * limit (docs/reward-rate/pricing.md).
 */
export function pricingLimit(
  model: RewardRateModel,
): { readonly path: string; readonly value: unknown; readonly allowed: string; readonly remedy: string } | null {
  for (const [t, type] of model.nodeTypes.entries()) {
    const count = multisetCount(type.cores, type.tasks.length);
    if (type.colocation !== 'literal' || count <= MAX_MULTISETS) continue;
    return {
      path: `facility.nodeTypes[${t}]`,
      value: `${type.cores} cores x ${type.tasks.length} task types: ${count.toExponential(2)} combinations`,
      allowed: `at most ${MAX_MULTISETS} combinations of task types on one node under the literal co-location model`,
      remedy: 'Use the anchored model, merge similar task types, or list fewer of them on this node type.',
    };
  }
  return null;
}
