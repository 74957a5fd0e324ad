import type { GeoRules } from '../../../../../models/problems/geo/instance.js';
import type { LocalProblem } from '../../../../instances/problem.js';

/** Surplus energy and its price by epoch, under one rule for renewable energy. */
export interface Surplus {
  /** Price earned per kWh beyond the centre's own use, USD; never above the purchase price. */
  readonly usdPerKwh: Float64Array;
  /** Renewable energy that is used first. */
  readonly renewableKwh: Float64Array;
}

/**
 * Surplus under a rule. printed: paid at the purchase price. feed-in: paid at its own price (feedInProblem refuses one
 * above a purchase price). curtailed: worth nothing; in epochs with a negative price sun and wind stand still, because
 * buying is then paid. That keeps the cost convex in the energy used, whatever the sign of the price.
 */
export function surplusOf(
  rule: GeoRules['surplus'],
  purchaseUsdPerKwh: Float64Array,
  availableKwh: Float64Array,
): Surplus {
  switch (rule.rule) {
    case 'printed':
      return { usdPerKwh: purchaseUsdPerKwh.slice(), renewableKwh: availableKwh };
    case 'feed-in':
      return {
        usdPerKwh: purchaseUsdPerKwh.map((price) => Math.min(price, rule.usdPerKwh)),
        renewableKwh: availableKwh,
      };
    case 'curtailed':
      return {
        usdPerKwh: purchaseUsdPerKwh.map((price) => Math.min(price, 0)),
        renewableKwh: availableKwh.map((kwh, t) => (purchaseUsdPerKwh[t]! < 0 ? 0 : kwh)),
      };
  }
}

/** Problem of a centre with sun or wind: a feed-in price above the price of some epoch makes selling and buying at once a profit. */
export function feedInProblem(
  rule: GeoRules['surplus'],
  purchaseUsdPerKwh: Float64Array,
  centreName: string,
): LocalProblem | undefined {
  if (rule.rule !== 'feed-in') return undefined;
  const epoch = purchaseUsdPerKwh.findIndex((price) => price < rule.usdPerKwh);
  if (epoch < 0) return undefined;
  return {
    path: 'rules.surplus.usdPerKwh',
    value: rule.usdPerKwh,
    allowed: `at most the purchase price: ${purchaseUsdPerKwh[epoch]!} USD/kWh in epoch ${epoch} of "${centreName}"`,
    remedy:
      'Lower the feed-in price, or use the rule "curtailed": above it the problem is not convex and has no bound.',
  };
}
