import { hasCoreCounts, multisetCount } from '../../models/facility/configuration.js';
import { branchingPricingOracle } from './branching-pricing.js';
import { listingPricingOracle } from './listing-pricing.js';
import type { PricedProblem, PricingOracle } from './pricing-oracle.js';
import { standbyPricingOracle } from './standby-pricing.js';

export { type EnvelopePoint, type PriceEnvelope, priceEnvelope } from './price-envelope.js';
export type { PricedConfiguration, PricingOracle, ValuedConfiguration } from './pricing-oracle.js';

/**
 * Maximum number of multisets that are listed: up to here listing is about as fast as searching (measured:
 * docs/reward-rate/pricing.md).
 */
export const MAX_LISTED_MULTISETS = 500;

/**
 * Returns the pricing of a node type's whole-node configurations, by the faster of two ways: exact or, with a
 * `relativeTolerance`, exact up to that share, and its upper bound then includes what it may miss.
 */
export function pricingOracle(problem: PricedProblem, type: number, relativeTolerance?: number): PricingOracle {
  const { cores, tasks, colocation, wakeW } = problem.nodeTypes[type]!;
  if (wakeW !== undefined) {
    const nodeTypes = problem.nodeTypes.map((one) => ({ ...one, wakeW: undefined }));
    const stayingOn = pricingOracle({ ...problem, nodeTypes }, type, relativeTolerance);
    return standbyPricingOracle(stayingOn, wakeW, tasks.length, problem.taskNames.length);
  }
  // Under the literal model times may fall to zero, and the search's bounds with them.
  const isListed = colocation === 'literal' || hasCoreCounts(problem.nodeTypes[type]!);
  return isListed || multisetCount(cores, tasks.length) <= MAX_LISTED_MULTISETS
    ? listingPricingOracle(problem, type)
    : branchingPricingOracle(problem, type, undefined, relativeTolerance);
}
