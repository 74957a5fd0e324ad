import type { WarmStart } from '../methods/outcome.js';

/**
 * Returns the start for the next run of a series: only the pricing of this run. Its answers depend on prices alone, so
 * it changes no plan (docs/reward-rate/sweeps.md). Empty if this run made no pricing or there was no run.
 */
export function sharedPricing(next: WarmStart | null): { readonly start?: WarmStart } {
  const pricing = next?.pricing;
  return pricing === undefined ? {} : { start: { assignments: new Map(), plan: null, pricing } };
}
