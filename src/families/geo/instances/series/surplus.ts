import { G_PER_T } from '../../../../../models/units.js';
import type { GeoRules } from '../../../../../models/families/geo/instance.js';
import type { LocalFault } from '../../../../instances/fault.js';

/**
 * Returns the price earned per kWh fed in, by epoch, USD. It is the purchase price under rule 'printed', 0 under
 * 'curtailed', and the stated price under 'feed-in'.
 */
export function surplusUsdPerKwh(rule: GeoRules['surplus'], purchaseUsdPerKwh: Float64Array): Float64Array {
  if (rule.rule === 'printed') return purchaseUsdPerKwh.slice();
  return purchaseUsdPerKwh.map(() => (rule.rule === 'feed-in' ? rule.usdPerKwh : 0));
}

/** Returns a fault if in some epoch a kWh fed in earns more than a bought one costs, carbon included. */
export function feedInFault(
  { surplus: rule, carbonUsdPerTonne = 0 }: Pick<GeoRules, 'surplus' | 'carbonUsdPerTonne'>,
  usdPerKwh: Float64Array,
  gramsPerKwh: Float64Array,
  centreName: string,
): LocalFault | undefined {
  if (rule.rule !== 'feed-in' || rule.usdPerKwh === 0) return undefined;
  const wholeUsd = usdPerKwh.map((price, t) => price + (carbonUsdPerTonne * (gramsPerKwh[t] ?? 0)) / G_PER_T);
  const epoch = wholeUsd.findIndex((price) => price < rule.usdPerKwh);
  if (epoch < 0) return undefined;
  return {
    path: 'rules.surplus.usdPerKwh',
    value: rule.usdPerKwh,
    allowed: `at most what a kWh bought costs${carbonUsdPerTonne > 0 ? ', carbon included' : ''}: ${wholeUsd[epoch]!} USD/kWh in epoch ${epoch} of "${centreName}"`,
    remedy:
      'Lower the feed-in price, or use the rule "curtailed": above it the problem is not convex and has no bound.',
  };
}
