import type { BoundContext } from './context.js';
import type { GeoPrices } from './prices.js';

/**
 * Returns the USD per node of type j that the prices of changes around a cell's epoch add to the cost of being awake.
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
