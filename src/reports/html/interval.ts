import type { Shown } from '../format.js';
import { markup, quantity, type Markup } from './markup.js';

/** Text of an interval, "low … high unit"; empty where one value says nothing about its spread. */
export function interval(
  range: { readonly low: number; readonly high: number } | null,
  write: (value: number) => Shown | null,
): Markup {
  if (range === null) return markup`<span class="none">none</span>`;
  const low = write(range.low);
  return markup`<span class="nb">${quantity(low === null ? null : { ...low, unit: '' })} … ${quantity(write(range.high))}</span>`;
}
