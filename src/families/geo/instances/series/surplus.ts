import type { GeoRules } from '../../../../../models/families/geo/instance.js';
import type { LocalFault } from '../../../../instances/fault.js';

/**
 * Returns the price that a kWh fed in earns under a rule, by epoch, USD. printed: the purchase price. feed-in: its own
 * price (feedInFault refuses one above what a kWh bought costs). curtailed: nothing is fed in.
 */
export function surplusUsdPerKwh(rule: GeoRules['surplus'], purchaseUsdPerKwh: Float64Array): Float64Array {
  if (rule.rule === 'printed') return purchaseUsdPerKwh.slice();
  return purchaseUsdPerKwh.map(() => (rule.rule === 'feed-in' ? rule.usdPerKwh : 0));
}

/**
 * Returns the fault of a centre with sun or wind: a feed-in price above what a kWh bought costs in some epoch, its
 * carbon included, makes selling and buying at once a profit. A feed-in price of 0 is curtailment.
 */
export function feedInFault(
  { surplus: rule, carbonUsdPerTonne = 0 }: Pick<GeoRules, 'surplus' | 'carbonUsdPerTonne'>,
  usdPerKwh: Float64Array,
  gramsPerKwh: Float64Array,
  centreName: string,
): LocalFault | undefined {
  if (rule.rule !== 'feed-in' || rule.usdPerKwh === 0) return undefined;
  const wholeUsd = usdPerKwh.map((price, t) => price + (carbonUsdPerTonne * (gramsPerKwh[t] ?? 0)) / 1e6);
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
