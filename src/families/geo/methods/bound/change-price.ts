import type { BoundContext } from './context.js';
import type { GeoPrices } from './prices.js';

/**
 * Returns what starts and stops cost per awake node of type j in a cell at the dual values, USD; negative for a saving.
 * The cost is the dual value of the change from the epoch before, minus the dual value of the change to the epoch
 * after.
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
