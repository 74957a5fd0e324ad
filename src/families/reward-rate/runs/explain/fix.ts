import type { Fix, LimitChange } from '../../../../runs/result.js';
import type { LimitWords, PriceOf } from './option-words.js';
import type { OffGroup } from './off-nodes.js';
import { changesText, perOf, racksText } from './words.js';

/**
 * Changes after which a plan exists: limits are loosened or nodes are switched off. The checker accepted the idle
 * facility with these changes.
 */
export interface TestedFix extends Fix {
  /** True if it is proven that the changes are minimal: with one step less of any single change, no plan exists. */
  readonly proven: boolean;
  /** Number of nodes switched off, by rack and node type; absent if only limits change. */
  readonly nodesOff?: readonly RackNodes[];
  /** Proven lower bound on the price of any combination of changes; absent if it was not requested. */
  readonly priceBound?: number;
}

interface RackNodes {
  readonly rack: string;
  readonly nodeType: string;
  readonly nodes: number;
}

export interface PricedFix extends TestedFix {
  /** Total price of the changes; null if one of them has no price. */
  readonly price: number | null;
}

/**
 * Returns changes as a fix, with its sentence.
 *
 * @param rest end of the sentence: whether less would do
 * @param groups groups of nodes in the order in which the fix lists them
 * @param off number of nodes switched off, by index of the group in the instance
 */
export function fixOf(
  changes: readonly LimitChange[],
  proven: boolean,
  rest: string,
  groups: readonly Pick<OffGroup, 'index' | 'rack' | 'nodeType'>[] = [],
  off: ReadonlyMap<number, number> = new Map(),
): TestedFix {
  const racks = groups.flatMap(({ index, rack, nodeType }): RackNodes[] =>
    off.has(index) ? [{ rack, nodeType, nodes: off.get(index)! }] : [],
  );
  const message = `A plan exists with ${changesText(changes)}${racksText(racks)}; ${rest}.`;
  return { changes, proven, message, ...(racks.length === 0 ? {} : { nodesOff: racks }) };
}

/** Returns the fixes by ascending price, those without a price last; at equal price, those with fewer changes first. */
export function byPrice(fixes: readonly TestedFix[], { priceOf }: Pick<LimitWords, 'priceOf'>): PricedFix[] {
  const priced = fixes.map(({ changes, proven, message, priceBound, nodesOff }): PricedFix => ({
    changes,
    price: sumOf(changes, priceOf),
    proven,
    message,
    ...(priceBound === undefined ? {} : { priceBound }),
    ...(nodesOff === undefined ? {} : { nodesOff }),
  }));
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
    return sum === null || price === null ? null : sum + (price * Math.abs(to - from)) / perOf(unit)[0];
  }, 0);
}
