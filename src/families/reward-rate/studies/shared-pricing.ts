import type { WarmStart } from '../methods/outcome.js';

/**
 * Returns the start of the next run of a series: the pricing of this one and nothing else, for it answers by the prices
 * alone and so moves no plan (docs/reward-rate/sweeps.md). None where this run made no pricing, or there was no run.
 */
export function sharedPricing(next: WarmStart | null): { readonly start?: WarmStart } {
  const pricing = next?.pricing;
  return pricing === undefined ? {} : { start: { assignments: new Map(), plan: null, pricing } };
}
