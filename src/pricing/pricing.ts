import { hasCoreCounts, multisetCount } from '../../models/facility/configuration.js';
import { branchingPricingOracle } from './branching-pricing.js';
import { listingPricingOracle } from './listing-pricing.js';
import type { PricedModel, PricingOracle } from './pricing-oracle.js';
import { standbyPricingOracle } from './standby-pricing.js';

export { type EnvelopePoint, type PriceEnvelope, priceEnvelope } from './price-envelope.js';
export type { PricedConfiguration, PricingOracle, ValuedConfiguration } from './pricing-oracle.js';

/**
 * Up to this many multisets of task types of a node type are enumerated. Our choice: up to here, enumeration is about
 * as fast as branch and bound (docs/reward-rate/pricing.md).
 */
export const MAX_LISTED_MULTISETS = 500;

/**
 * Returns the pricing of a node type's configurations, by enumeration or by branch and bound.
 *
 * @param relativeTolerance configurations better by at most this fraction may be missed; the upper bound covers them.
 * By default, the pricing is almost exact.
 */
export function pricingOracle(model: PricedModel, type: number, relativeTolerance?: number): PricingOracle {
  const { cores, tasks, colocation, wakeW } = model.nodeTypes[type]!;
  if (wakeW !== undefined) {
    const nodeTypes = model.nodeTypes.map((one) => ({ ...one, wakeW: undefined }));
    const stayingOn = pricingOracle({ ...model, nodeTypes }, type, relativeTolerance);
    return standbyPricingOracle(stayingOn, wakeW, tasks.length, model.taskNames.length);
  }
  // Under the literal model times may fall to zero, and the search's bounds with them.
  const isListed = colocation === 'literal' || hasCoreCounts(model.nodeTypes[type]!);
  return isListed || multisetCount(cores, tasks.length) <= MAX_LISTED_MULTISETS
    ? listingPricingOracle(model, type)
    : branchingPricingOracle(model, type, undefined, relativeTolerance);
}
