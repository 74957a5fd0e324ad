import type { Shown } from '../format.js';
import { markup, quantity, type Markup } from './markup.js';

/** Text for a missing interval. Tables leave out columns that contain nothing else. */
export const NO_INTERVAL: Markup = markup`<span class="none">none</span>`;

/** Returns the text of an interval, "low … high unit"; "none" if there are too few values for an interval. */
export function interval(
  range: { readonly low: number; readonly high: number } | null,
  write: (value: number) => Shown | null,
): Markup {
  if (range === null) return NO_INTERVAL;
  const low = write(range.low);
  return markup`<span class="nb">${quantity(low === null ? null : { ...low, unit: '' })} … ${quantity(write(range.high))}</span>`;
}
