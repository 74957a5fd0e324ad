import type { EChartsOption } from 'echarts';
import { shorten, significant } from '../format.js';
import { axisBelow, chart, QUIET_AXIS, UNROUNDED } from './chart.js';
import type { Markup } from './markup.js';
import { within } from './series-chart.js';
import { BLUE, INK, MUTED } from './palette.js';

export interface IntervalRow {
  readonly name: string;
  readonly mean: number;
  /** Lower end of the confidence interval; equal to `mean` if there is no interval. */
  readonly low: number;
  readonly high: number;
}

export interface IntervalChart {
  readonly id: string;
  readonly title: string;
  readonly axis: string;
  readonly rows: readonly IntervalRow[];
  /** Reference value, such as 0 for differences, drawn as a line across all rows. */
  readonly mark?: number;
  /** Range of possible values: the axis ends there, and intervals are clipped. */
  readonly range?: readonly [number, number];
  /**
   * Smallest value, > 0, that a logarithmic axis must show; smaller values are drawn at its left end. Absent if the
   * axis must be linear, as for negative values. If given, the axis is still linear unless the values span decades.
   */
  readonly leastShown?: number;
}

/**
 * Ratio of the largest to the smallest value above which an axis is logarithmic. A linear axis would draw all small
 * values at its end.
 */
export const DECADES_APART = 30;

/**
 * Returns a chart with one row per mean, the first at the top: the mean as a point, its confidence interval as a bar.
 */
export function intervalChart({ id, title, axis, rows: given, mark, leastShown, range }: IntervalChart): Markup {
  const rows = given.map((row) => ({ ...row, low: within(row.low, range), high: within(row.high, range) }));
  const height = 60 + 34 * rows.length;
  const scale = leastShown === undefined ? null : decades(rows, leastShown);
  if (scale !== null) {
    const { min } = scale;
    const name = `${axis} (logarithmic; less than ${significant(min, 1)} at its left end)`;
    const shown = (value: number): number => Math.max(min, value);
    const drawn = rows.map((row) => ({ ...row, mean: shown(row.mean), low: shown(row.low), high: shown(row.high) }));
    return chart({
      id,
      title,
      wide: { width: 1000, height },
      narrow: { width: 350, height },
      option: (_size, narrow) => ({
        ...option(drawn, name, undefined, narrow),
        xAxis: {
          ...axisBelow(shorten(name, narrow ? 36 : 110), narrow ? 3 : 8),
          type: 'log',
          ...scale,
          axisLabel: {
            ...QUIET_AXIS.axisLabel,
            hideOverlap: true,
            formatter: (value: number) => significant(value, 1),
          },
        },
      }),
    });
  }
  return chart({
    id,
    title,
    wide: { width: 1000, height },
    narrow: { width: 350, height },
    option: (_size, narrow) => option(rows, axis, mark, narrow, range),
  });
}

/** Maximum number of characters in one line of a row's name on narrow screens. */
const NARROW_NAME = 15;

/** Returns a name shortened for narrow screens. A long one is broken into two lines at its last blank. */
function onTwoLines(name: string): string {
  const at = name.lastIndexOf(' ');
  if (name.length <= NARROW_NAME || at < 0) return shorten(name, NARROW_NAME);
  return [name.slice(0, at), name.slice(at + 1)].map((line) => shorten(line, NARROW_NAME)).join('\n');
}

/**
 * Returns the ends, powers of ten, of a logarithmic axis for the rows. Null if the values are close enough for a linear
 * axis.
 */
function decades(rows: readonly IntervalRow[], leastShown: number): { min: number; max: number } | null {
  const values = rows.map(({ mean }) => Math.max(leastShown, mean));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!(most > DECADES_APART * least)) return null;
  const highest = Math.max(most, ...rows.map(({ high }) => high));
  return { min: 10 ** Math.floor(Math.log10(least)), max: 10 ** Math.ceil(Math.log10(highest)) };
}

function option(
  rows: readonly IntervalRow[],
  axis: string,
  mark: number | undefined,
  narrow: boolean,
  range?: readonly [number, number],
): EChartsOption {
  const values = rows.flatMap(({ low, high }) => [low, high]).concat(mark ?? []);
  const least = Math.min(...values);
  const most = Math.max(...values);
  // Equal values still need an axis with a width.
  const margin = most > least ? 0.06 * (most - least) : Math.abs(most) * 0.01 || 1;
  // A range of values of one sign begins at the axis' own zero only where zero was asked for.
  const min = mark === 0 && least >= 0 ? 0 : within(least - margin, range);
  const max = mark === 0 && most <= 0 && least < 0 ? 0 : within(most + margin, range);
  const isWhole = range !== undefined && min === range[0] && max === range[1];
  const digits = Math.min(
    9,
    Math.max(2, Math.ceil(Math.log10(Math.max(Math.abs(min), Math.abs(max)) / (max - min))) + 2),
  );
  return {
    grid: { left: narrow ? 122 : 240, right: 26, top: 10, bottom: 46 },
    xAxis: {
      ...axisBelow(shorten(axis, narrow ? 36 : 110), narrow ? 3 : 8),
      min,
      max,
      ...(isWhole ? { interval: (max - min) / 4 } : {}),
      axisLabel: {
        ...QUIET_AXIS.axisLabel,
        showMinLabel: (mark === 0 && min === 0) || isWhole,
        showMaxLabel: (mark === 0 && max === 0) || isWhole,
        hideOverlap: true,
        formatter: (value: number) => String(Number(value.toPrecision(digits))),
      },
    },
    yAxis: {
      type: 'category',
      ...QUIET_AXIS,
      axisLine: { ...QUIET_AXIS.axisLine, onZero: false },
      inverse: true,
      data: rows.map(({ name }) => (narrow ? onTwoLines(name) : shorten(name, 28))),
      axisLabel: { ...QUIET_AXIS.axisLabel, color: INK },
      splitLine: { show: false },
    },
    series: rows.flatMap(({ mean, low, high }, n) => [
      {
        type: 'line' as const,
        silent: true,
        symbol: 'rect',
        symbolSize: [2, 14],
        showSymbol: low < high,
        lineStyle: { color: MUTED, width: 2 },
        itemStyle: { color: MUTED },
        data: [
          [low, n],
          [high, n],
        ],
      },
      {
        type: 'line' as const,
        silent: true,
        symbol: 'circle',
        symbolSize: 10,
        showSymbol: true,
        itemStyle: { color: BLUE },
        data: [[mean, n]],
        ...(n === 0 && mark !== undefined
          ? {
              markLine: {
                silent: true,
                symbol: 'none',
                precision: UNROUNDED,
                label: { show: false },
                lineStyle: { color: INK, width: 1, type: 'dashed' as const },
                data: [{ xAxis: mark }],
              },
            }
          : {}),
      },
    ]),
  };
}
