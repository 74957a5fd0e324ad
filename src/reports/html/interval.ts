import type { Shown } from '../format.js';
import { markup, quantity, type Markup } from './markup.js';

/** Text of a table cell without a confidence interval. Columns with only such cells are left out. */
export const NO_INTERVAL: Markup = markup`<span class="none">none</span>`;

/** Returns the text of a confidence interval, "low … high unit"; "none" if `range` is null (too few values). */
export function interval(
  range: { readonly low: number; readonly high: number } | null,
  write: (value: number) => Shown | null,
): Markup {
  if (range === null) return NO_INTERVAL;
  const low = write(range.low);
  return markup`<span class="nb">${quantity(low === null ? null : { ...low, unit: '' })} … ${quantity(write(range.high))}</span>`;
}
