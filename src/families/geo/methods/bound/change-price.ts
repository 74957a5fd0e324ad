import type { BoundContext } from './context.js';
import type { GeoPrices } from './prices.js';

/** Returns the price of being awake that the changes on both sides of a cell add, USD per node of type j. */
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
