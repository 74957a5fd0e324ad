import type { RandomStream } from '../../random/stream.js';

/** Returns two cut points 0 <= from < to < count, uniform over all such pairs; from = to = 0 if count is 1. */
export function orderedCut(count: number, random: RandomStream): { readonly from: number; readonly to: number } {
  if (count < 2) return { from: 0, to: 0 };
  const a = random.integer(0, count - 1);
  const other = random.integer(0, count - 2);
  const b = other >= a ? other + 1 : other;
  return a < b ? { from: a, to: b } : { from: b, to: a };
}

/**
 * Calls `visit` for each index 0 .. count - 1 with the given probability, independently, in increasing order. Gaps are
 * drawn from a geometric distribution, so the cost grows only with the number of visits.
 */
export function visitEach(
  count: number,
  probability: number,
  random: RandomStream,
  visit: (place: number) => void,
): void {
  if (!(probability > 0)) return;
  const scale = probability < 1 ? 1 / Math.log1p(-probability) : 0;
  for (let place = gap(scale, random); place < count; place += 1 + gap(scale, random)) visit(place);
}

function gap(scale: number, random: RandomStream): number {
  return Math.floor(scale * Math.log1p(-random.uniform())) + 0; // no -0
}
