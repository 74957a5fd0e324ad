import { fixed } from '../format.js';
import { FONT, type Size } from './chart.js';
import { escapeHtml, typeset } from './markup.js';
import { INK, LINE, MUTED } from './palette.js';

/** Returns a coordinate in px as text, rounded to a tenth. */
export function px(value: number): string {
  return String(Number(value.toFixed(1)));
}

export interface TextOptions {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly strong?: boolean;
  readonly quiet?: boolean;
}

export function text(x: number, y: number, words: string, options: TextOptions = {}): string {
  const { anchor = 'start', size = 12, strong = false, quiet = false } = options;
  return `<text x="${px(x)}" y="${px(y)}" font-size="${size}" text-anchor="${anchor}"${strong ? ' font-weight="600"' : ''} fill="${quiet ? MUTED : INK}">${escapeHtml(words)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, colour: string = LINE, more = ''): string {
  return `<line x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" stroke="${colour}"${more}/>`;
}

/**
 * Returns an SVG drawing, which the style sheet shows on wide, narrow or all ('only') screens. The style sheet changes
 * its colours on dark screens.
 */
export function drawing(
  title: string,
  kind: 'wide' | 'narrow' | 'only',
  { width, height }: Size,
  parts: readonly string[],
): string {
  const label = escapeHtml(title);
  return (
    `<svg class="chart ${kind}" role="img" aria-label="${label}" viewBox="0 0 ${px(width)} ${px(height)}" style="max-width:${px(width)}px" ` +
    `font-family="${escapeHtml(FONT)}" xmlns="http://www.w3.org/2000/svg"><title>${label}</title>${parts.join('')}</svg>`
  );
}

/** Returns an axis' tick values: round numbers from `least` to `most`, with at most `steps` intervals. */
export function ticks(least: number, most: number, steps: number): readonly number[] {
  const span = most - least;
  const power = 10 ** Math.floor(Math.log10(span / steps));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power * steps >= span * (1 - 1e-9)) ?? 10);
  const first = Math.ceil(least / step - 1e-9);
  const last = Math.floor(most / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** Returns a range with round ends, at least `leastSpan` wide, that contains all values and has about `steps` ticks. */
export function roundRange(
  values: readonly number[],
  steps: number,
  leastSpan = 0,
): { readonly min: number; readonly max: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!Number.isFinite(least)) return { min: 0, max: 1 };
  // One value alone has a scale of its own size.
  const span = Math.max(most - least, leastSpan) || Math.abs(most) || 1;
  const power = 10 ** Math.floor(Math.log10(span / steps));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power * steps >= span * (1 - 1e-9)) ?? 10);
  const min = step * Math.floor(least / step + 1e-9);
  const max = step * Math.ceil(most / step - 1e-9);
  return { min, max: max > min ? max : min + step };
}

/** Returns the label of a tick without trailing zeros. */
export function tickText(value: number): string {
  return typeset(String(Number(fixed(value, 6))));
}
