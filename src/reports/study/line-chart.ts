import { shorten, significant } from '../format.js';
import type { Size } from '../html/chart.js';
import { DECADES_APART } from '../html/interval-chart.js';
import { raw, typeset, markup, type Markup } from '../html/markup.js';
import { INK, MUTED, seriesColour } from '../html/palette.js';
import { drawing, line, px, text, ticks } from '../html/svg-text.js';

export interface ChartLine {
  readonly name: string;
  /** Points (x, y) by ascending x; the line is interrupted where y is null. */
  readonly points: readonly (readonly [x: number, y: number | null])[];
  /** Lower and upper edge of the shaded band around the line, for each point. */
  readonly band?: readonly (readonly [low: number | null, high: number | null])[];
}

export interface LineChart {
  /** Text alternative for screen readers: what the chart shows. */
  readonly title: string;
  readonly xName: string;
  readonly yName: string;
  readonly lines: readonly ChartLine[];
  /** Ends of the vertical axis; by default they follow from the values. */
  readonly range?: readonly [number, number];
  /** Lower end of a logarithmic vertical axis, > 0; smaller values are drawn there. */
  readonly floor?: number;
  /** True for step functions: each y holds until the next point. */
  readonly step: boolean;
  /** True for a linear horizontal axis from 0. Otherwise the scale and the ends of the axis follow from the values. */
  readonly fromZero?: boolean;
}

/** Maximum number of decades that a logarithmic axis spans. Smaller values are drawn at its lower end. */
const MAX_DECADES = 8;
/** Dash patterns of lines by position, which distinguish them without colour. */
const DASHES = ['', '9 4', '2 3', '12 4 2 4', '5 2', '14 3 2 3 2 3', '1 4'] as const;

/** Returns a line chart for wide and for narrow screens. An axis is logarithmic if its values span decades. */
export function lineChart(chart: LineChart): Markup {
  const shapes = [
    ['wide', { width: 1000, height: 340 }],
    ['narrow', { width: 350, height: 320 }],
  ] as const;
  return markup`<figure>${shapes.map(([kind, size]) => raw(drawn(chart, kind, size)))}</figure>\n`;
}

/** Scale of an axis. `at` maps a value to a fraction of the axis' length, and `ticks` are the labelled values. */
interface Scale {
  readonly log: boolean;
  readonly min: number;
  readonly max: number;
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/**
 * Returns the scale of an axis: logarithmic if values span decades, otherwise linear. With `whole`, a logarithmic axis
 * ends at powers of ten.
 */
function scaleOf(values: readonly number[], steps: number, whole: boolean, range?: readonly [number, number]): Scale {
  const positive = values.filter((value) => value > 0);
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  if (range === undefined && positive.length > 0 && most > DECADES_APART * least && values.every((v) => v >= 0))
    return logScale(least, most, steps, whole);
  const low = range?.[0] ?? Math.min(...values);
  const high = range?.[1] ?? Math.max(...values);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return linear(0, 1, steps);
  // Values that differ by rounding errors count as one value.
  if (high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high))) return linear(low, high, steps);
  // One value alone has a scale from zero.
  return low === 0 ? linear(0, 1, steps) : linear(Math.min(0, low), Math.max(0, low), steps);
}

function linear(low: number, high: number, steps: number): Scale {
  const named = ticks(low, high, steps);
  const distance = named.length > 1 ? named[1]! - named[0]! : high - low;
  const min = distance * Math.floor(low / distance + 1e-9);
  const max = distance * Math.ceil(high / distance - 1e-9);
  return { log: false, min, max, at: (value) => (value - min) / (max - min), ticks: ticks(min, max, steps + 2) };
}

function logScale(least: number, most: number, steps: number, whole: boolean): Scale {
  const end = whole ? Math.ceil(Math.log10(most) - 1e-9) : Math.log10(most);
  const start = Math.max(end - MAX_DECADES, whole ? Math.floor(Math.log10(least) + 1e-9) : Math.log10(least));
  const every = Math.max(1, Math.ceil((end - start) / steps));
  const factors = end - start < 3 && steps > 5 ? [1, 2, 5] : [1];
  const named: number[] = [];
  for (let exponent = Math.floor(start); exponent <= end; exponent += every)
    named.push(...factors.map((factor) => Number(`${String(factor)}e${String(exponent)}`)));
  const at = (value: number): number => (Math.max(start, Math.log10(Math.max(value, 1e-300))) - start) / (end - start);
  const isInside = (value: number): boolean => Math.log10(value) > start - 1e-9 && Math.log10(value) < end + 1e-9;
  // A power of ten as it is written: 10 ** -5 is 0.000009999999999999999.
  const min = whole ? Number(`1e${String(start)}`) : 10 ** start;
  return { log: true, min, max: 10 ** end, at, ticks: named.filter(isInside) };
}

function drawn(
  { title, xName, yName, lines, range, floor, step, fromZero = false }: LineChart,
  kind: 'wide' | 'narrow',
  size: Size,
): string {
  const narrow = kind === 'narrow';
  const entries = legend(lines, narrow, size.width);
  const height = size.height + entries.height;
  const [left, right, top, bottom] = [narrow ? 52 : 70, size.width - 16, entries.height + 26, height - 44];
  const points = lines.flatMap((one) => one.points);
  const xs = points.map(([value]) => value);
  const x = scaleOf(xs, narrow ? 4 : 9, false, fromZero ? [0, Math.max(...xs)] : undefined);
  const ys = lines.flatMap(({ points: own, band = [] }) => [...own.map(([, y]) => y), ...band.flat()]);
  const y = scaleOf(
    ys.filter((value) => value !== null).map((value) => (floor === undefined ? value : Math.max(floor, value))),
    5,
    true,
    range,
  );
  const xAt = (value: number): number => left + x.at(value) * (right - left);
  const yAt = (value: number): number => bottom - Math.min(1, Math.max(0, y.at(value))) * (bottom - top);
  const lowest =
    y.log && ys.some((value) => value !== null && value < y.min) ? `, less than ${tick(y.min)} at the lower end` : '';
  return drawing(title, kind, { width: size.width, height }, [
    ...entries.parts,
    ...y.ticks.flatMap((value) => [
      line(left, yAt(value), right, yAt(value)),
      text(left - 6, yAt(value) + 4, tick(value), { anchor: 'end', quiet: true, size: 11 }),
    ]),
    ...x.ticks.flatMap((value) => [
      line(xAt(value), bottom, xAt(value), bottom + 5, MUTED),
      text(xAt(value), bottom + 18, tick(value), { anchor: anchorOf(xAt(value), size.width), quiet: true, size: 11 }),
    ]),
    line(left, bottom, right, bottom, MUTED),
    text(
      left - (narrow ? 40 : 56),
      top - 10,
      shorten(`${yName}${y.log ? `, logarithmic${lowest}` : ''}`, narrow ? 54 : 110),
      { quiet: true, size: 11 },
    ),
    text(right, height - 8, shorten(`${xName}${x.log ? ', logarithmic' : ''}`, narrow ? 50 : 110), {
      anchor: 'end',
      quiet: true,
      size: 11,
    }),
    ...lines.flatMap((one, n) => bandOf(one, n, xAt, yAt, step)),
    ...lines.map((one, n) => strokeOf(one, n, xAt, yAt, step)),
  ]);
}

function anchorOf(at: number, width: number): 'end' | 'middle' {
  return at > width - 30 ? 'end' : 'middle';
}

/** Returns the label of a tick without trailing zeros; powers of ten above a million have an exponent. */
function tick(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return typeset(value.toExponential().replace('e+', 'e'));
  return typeset(String(Number(significant(value, 6))));
}

/** Maximum number of characters of a name in the legend. */
const MAX_NAME = 24;

function legend(
  lines: readonly ChartLine[],
  narrow: boolean,
  width: number,
): { readonly height: number; readonly parts: readonly string[] } {
  const start = narrow ? 4 : 70;
  const parts: string[] = [];
  let [x, y] = [start, 14];
  lines.forEach(({ name }, n) => {
    const label = shorten(name, MAX_NAME);
    const needed = 46 + 8 * Array.from(label).length;
    if (x > start && x + needed > width) [x, y] = [start, y + 20];
    parts.push(stroke(`M${px(x)} ${px(y - 4)}H${px(x + 26)}`, n), text(x + 32, y, label, { size: 12 }));
    x += needed;
  });
  return { height: y + 6, parts };
}

function stroke(path: string, n: number): string {
  const dash = DASHES[n % DASHES.length]!;
  return `<path d="${path}" fill="none" stroke="${seriesColour(n)}" stroke-width="2.2"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`;
}

/** Returns the lists of consecutive points that are not null. */
function stretches<Point>(points: readonly (Point | null)[]): Point[][] {
  const found: Point[][] = [[]];
  for (const point of points) {
    if (point !== null) found.at(-1)!.push(point);
    else if (found.at(-1)!.length > 0) found.push([]);
  }
  return found.filter((one) => one.length > 0);
}

type Place = (value: number) => number;

function pathOf(points: readonly (readonly [number, number])[], xAt: Place, yAt: Place, step: boolean): string {
  return points
    .map(([x, y], n) => {
      const [px_, py_] = [px(xAt(x)), px(yAt(y))];
      if (n === 0) return `M${px_} ${py_}`;
      return step ? `H${px_}V${py_}` : `L${px_} ${py_}`;
    })
    .join('');
}

function strokeOf({ points }: ChartLine, n: number, xAt: Place, yAt: Place, step: boolean): string {
  return stretches(points.map(([x, y]) => (y === null ? null : ([x, y] as const))))
    .map((own) =>
      own.length === 1
        ? `<circle cx="${px(xAt(own[0]![0]))}" cy="${px(yAt(own[0]![1]))}" r="3.5" fill="${seriesColour(n)}" stroke="${INK}" stroke-width="0"/>`
        : stroke(pathOf(own, xAt, yAt, step), n),
    )
    .join('');
}

function bandOf({ points, band }: ChartLine, n: number, xAt: Place, yAt: Place, step: boolean): string[] {
  if (band === undefined) return [];
  const edges = band.map(([low, high], i) =>
    low === null || high === null ? null : { low: [points[i]![0], low] as const, high: [points[i]![0], high] as const },
  );
  return stretches(edges).flatMap((own) => {
    if (own.length < 2) return [];
    const above = pathOf(
      own.map(({ high }) => high),
      xAt,
      yAt,
      step,
    );
    // Back along the lower edge: a step holds from the left, so that the way back turns up before it turns left.
    const back = [...own].reverse().map(({ low: [x, y] }, i) => {
      const [px_, py_] = [px(xAt(x)), px(yAt(y))];
      return i === 0 || !step ? `L${px_} ${py_}` : `V${py_}H${px_}`;
    });
    return [`<path d="${above}${back.join('')}Z" fill="${seriesColour(n)}" fill-opacity="0.13" stroke="none"/>`];
  });
}
