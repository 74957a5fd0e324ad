import type { LimitChange } from '../../../../runs/result.js';
import type { TestedFix } from './fixes.js';
import type { LimitWords, PriceOf } from './limit-words.js';

export interface PricedFix extends TestedFix {
  /** Total price of the changes; null if one of them has no price. */
  readonly price: number | null;
}

/**
 * [unit of a limit]: change of the limit to which a price refers. It is 1000 W (a kW) for powers and 0.01 (a percent)
 * for fractions. For units that are missing here it is 1.
 */
export const PER_PRICE: Readonly<Record<string, number>> = { W: 1000, share: 0.01 };

/** Returns the fixes by ascending price, those without a price last; at equal price, those with fewer changes first. */
export function byPrice(fixes: readonly TestedFix[], { priceOf }: Pick<LimitWords, 'priceOf'>): PricedFix[] {
  const priced = fixes.map((fix): PricedFix => {
    const { changes, message, proven, nodesOff, priceBound } = fix;
    return {
      changes,
      price: sumOf(changes, priceOf),
      proven,
      message,
      ...(priceBound === undefined ? {} : { priceBound }),
      ...(nodesOff === undefined ? {} : { nodesOff }),
    };
  });
  return priced.sort(
    (a, b) =>
      Number(a.price === null) - Number(b.price === null) ||
      (a.price ?? 0) - (b.price ?? 0) ||
      a.changes.length - b.changes.length,
  );
}

/** Returns the total price of changes; null if one of them has no price. */
export function sumOf(changes: readonly LimitChange[], priceOf: PriceOf): number | null {
  return changes.reduce<number | null>((sum, { constraint, where, unit, from, to }) => {
    const price = priceOf({ kind: constraint, where });
    return sum === null || price === null ? null : sum + (price * Math.abs(to - from)) / (PER_PRICE[unit] ?? 1);
  }, 0);
}
