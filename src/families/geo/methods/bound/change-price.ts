import type { BoundContext } from './context.js';
import type { GeoPrices } from './prices.js';

/**
 * Returns what starts and stops add to the cost of one awake node of type j in a cell (one data centre in one epoch),
 * USD. It follows from the dual values of the changes in the number of awake nodes before and after the epoch.
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
