import { shorten } from '../format.js';
import { markup, raw, type Markup } from './markup.js';
import { INK } from './palette.js';
import { drawing, line, px, roundRange, text, ticks, tickText } from './svg-text.js';

export interface IntervalBars {
  readonly title: string;
  readonly measures: readonly Measure[];
  readonly groups: readonly BarGroup[];
}

/** A quantity shown as bars on a common scale from 0. */
export interface Measure {
  readonly name: string;
  readonly write: (value: number) => string;
}

export interface BarGroup {
  readonly name: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly name: string;
  readonly colour: string;
  /**
   * Mean and confidence interval of the bar for each of the chart's `measures`, in the same order; null for a measure
   * without a value. Without an interval, `low` and `high` equal the mean.
   */
  readonly values: readonly (Interval | null)[];
}

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Height of a bar including its margin, px. */
const ROW = 16;
/** Height of the heading of a group of bars, px. */
const HEAD = 24;
/** Height of the axis with its ticks below the bars, px. */
const FOOT = 34;
/** Width reserved for the number after a bar, px, on wide and on narrow screens. */
const VALUE = { wide: 62, narrow: 52 } as const;

/**
 * Returns a chart of bars in groups, with values and confidence intervals. Each measure has its own column of bars; on
 * narrow screens the columns are placed one below the other.
 */
export function intervalBars(bars: IntervalBars): Markup {
  const { measures } = bars;
  const wide = draw(bars, 'wide', measures, 1000, 190);
  const narrow = measures.map((measure) => draw(bars, 'narrow', [measure], 350, 146));
  return markup`<figure>${raw([wide, ...narrow].join('\n'))}</figure>\n`;
}

function draw(
  bars: IntervalBars,
  kind: 'wide' | 'narrow',
  measures: readonly Measure[],
  width: number,
  names: number,
): string {
  const { groups, title } = bars;
  const rows = groups.reduce((sum, group) => sum + group.bars.length, 0);
  const height = 22 + groups.length * HEAD + rows * ROW + FOOT;
  const pitch = (width - names) / measures.length;
  const steps = kind === 'wide' ? 4 : 2;
  const parts: string[] = [];
  const columns = measures.map((measure, m) => {
    const number = bars.measures.indexOf(measure);
    const left = names + m * pitch;
    const room = pitch - VALUE[kind] - 8;
    const highs = groups.flatMap((group) => group.bars.flatMap(({ values }) => values[number]?.high ?? []));
    const { max } = roundRange([0, ...highs], 4);
    const x = (value: number): number => left + (room * Math.max(0, value)) / max;
    parts.push(text(left, 14, measure.name, { strong: true }));
    for (const tick of ticks(0, max, steps)) {
      parts.push(line(x(tick), 20, x(tick), height - FOOT));
      parts.push(text(x(tick), height - FOOT + 16, tickText(tick), { anchor: 'middle', size: 11, quiet: true }));
    }
    return { measure, number, x };
  });
  let y = 22;
  for (const group of groups) {
    parts.push(text(2, y + 17, group.name, { strong: true }));
    y += HEAD;
    for (const bar of group.bars) {
      parts.push(text(names - 8, y + 11.5, shorten(bar.name, 28), { anchor: 'end', size: kind === 'wide' ? 11 : 10 }));
      for (const { measure, number, x } of columns) parts.push(barText(bar, bar.values[number] ?? null, measure, x, y));
      y += ROW;
    }
  }
  parts.push(line(names, 20, names, height - FOOT, INK));
  return drawing(`${title} ${measures.map(({ name }) => name).join('; ')}.`, kind, { width, height }, parts);
}

function barText(bar: Bar, value: Interval | null, measure: Measure, x: (value: number) => number, y: number): string {
  if (value === null) return text(x(0) + 4, y + 11.5, 'none', { size: 10.5, quiet: true });
  const { mean, low, high } = value;
  const middle = y + ROW / 2;
  const body = `<rect x="${px(x(0))}" y="${px(y + 2.5)}" width="${px(x(mean) - x(0))}" height="${ROW - 5}" fill="${bar.colour}"/>`;
  const whisker =
    high > low
      ? line(x(low), middle, x(high), middle, INK, ' stroke-width="1.5"') +
        line(x(low), middle - 4, x(low), middle + 4, INK, ' stroke-width="1.5"') +
        line(x(high), middle - 4, x(high), middle + 4, INK, ' stroke-width="1.5"')
      : '';
  return body + whisker + text(x(Math.max(mean, high)) + 5, y + 12, measure.write(mean), { size: 10.5, quiet: true });
}

/** CSS rules for `colourKey`, for the style sheets of pages with such a legend. */
export const COLOUR_KEY_STYLE = `.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:.85rem;color:var(--muted);margin:6px 0}
.legend span::before{content:"";display:inline-block;width:14px;height:14px;margin-right:6px;vertical-align:-2px;border:1px solid var(--tile);background:var(--mark,none)}
`;

/** Returns a legend that lists colours with their meanings. */
export function colourKey(entries: readonly { readonly name: string; readonly colour: string }[]): Markup {
  return markup`<p class="legend">${entries.map(({ name, colour }) => markup`<span style="--mark:${raw(colour)}">${name}</span>`)}</p>\n`;
}
