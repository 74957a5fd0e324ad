import type { BoundContext } from './context.js';
import type { GeoPrices } from './prices.js';

/**
 * Returns what the dual values of changes (of the number of awake nodes between epochs) add to the cost of one awake
 * node of type j in a cell, USD. A cell is one data centre in one epoch.
 */
export function changePrice(
  { centres, types, previous, next }: BoundContext,
  { change }: Pick<GeoPrices, 'change'>,
  cell: number,
  j: number,
): number {
  const t = Math.floor(cell / centres);
  const before = previous[t]!;
  const from = before < 0 ? 0 : change[(before * centres + (cell % centres)) * types + j]!;
  return from - (next[t]! < 0 ? 0 : change[cell * types + j]!);
}
