import type { WarmStart } from '../methods/outcome.js';

/**
 * Returns a warm start for the next run of a series: the columns generated in this run. They depend only on dual
 * values, so they do not change the next plan (docs/reward-rate/sweeps.md). Empty if there are none.
 */
export function sharedPricing(next: WarmStart | null): { readonly start?: WarmStart } {
  const pricing = next?.pricing;
  return pricing === undefined ? {} : { start: { assignments: new Map(), plan: null, pricing } };
}
