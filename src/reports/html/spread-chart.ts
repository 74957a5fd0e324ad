import type { EChartsOption } from 'echarts';
import { shorten, significant } from '../format.js';
import { chart, QUIET_AXIS } from './chart.js';
import type { Markup } from './markup.js';
import { INK, seriesColour, SURFACE } from './palette.js';

/**
 * Median, least and greatest value of a method over all its trials (random repetitions), at each position of `at`. Null
 * interrupts the line.
 */
export interface SpreadLine {
  readonly method: string;
  readonly trials: number;
  readonly median: readonly (number | null)[];
  readonly least: readonly (number | null)[];
  readonly greatest: readonly (number | null)[];
}

export interface SpreadChart {
  readonly id: string;
  /** Text alternative for screen readers: a sentence that says what the chart shows. */
  readonly title: string;
  readonly xName: string;
  /** Positions of the points on the horizontal axis, positive and increasing. The axis is logarithmic. */
  readonly at: readonly number[];
  readonly lines: readonly SpreadLine[];
  /** Converts a value into a position on the vertical axis, in the unit of that axis. */
  readonly yOf: (value: number) => number;
  /** Value drawn left of the first position of `at`; null to draw nothing there. */
  readonly before: number | null;
  /** ECharts options of the vertical axis without the common axis style. */
  readonly yAxis: Readonly<Record<string, unknown>> & { readonly type: 'value' | 'log'; readonly name: string };
  /**
   * Reference level, drawn as dashed horizontal lines. The first value is the level itself; further values show its
   * spread.
   */
  readonly level?: { readonly name: string; readonly values: readonly number[] };
}

/**
 * Returns a chart of methods over a logarithmic horizontal axis. Medians are thick lines, least and greatest values
 * thin lines. A reference level is a dashed line.
 */
export function spreadChart(options: SpreadChart): Markup {
  const entries = options.lines.length + (options.level === undefined ? 0 : 1);
  return chart({
    id: options.id,
    title: options.title,
    wide: { width: 1000, height: 380 },
    narrow: { width: 350, height: 330 + 20 * entries },
    option: (_size, narrow) => option(options, entries, narrow),
  });
}

function option(options: SpreadChart, entries: number, narrow: boolean): EChartsOption {
  const { at, lines, level, xName, yAxis } = options;
  const distance = tickDistance(at, narrow);
  const start = distance * Math.floor(Math.log10(at[0]!) / distance);
  const end = Math.log10(at.at(-1)!);
  // Entries that do not fit into one row take further rows.
  const rows = narrow ? entries : Math.ceil(entries / ENTRIES_PER_ROW);
  return {
    legend: {
      data: [...lines.map(({ method }) => legendName(method)), ...(level === undefined ? [] : [level.name])],
      top: 0,
      left: narrow ? 'center' : 80,
      orient: narrow ? 'vertical' : 'horizontal',
      backgroundColor: SURFACE,
      borderColor: SURFACE,
      textStyle: { color: INK, fontSize: 13 },
      itemWidth: 30,
      itemGap: narrow ? 6 : 34,
    },
    grid: { left: narrow ? 62 : 84, right: 24, top: narrow ? 24 + 20 * rows : 14 + 22 * rows, bottom: 46 },
    xAxis: {
      // ECharts marks decades only, too few for runs of seconds: the logarithm is ours.
      type: 'value',
      ...QUIET_AXIS,
      axisLine: { ...QUIET_AXIS.axisLine, onZero: false },
      min: start,
      max: end,
      interval: distance,
      name: xName,
      nameLocation: 'middle',
      nameGap: 28,
      splitLine: { show: false },
      axisLabel: {
        ...QUIET_AXIS.axisLabel,
        showMinLabel: false,
        showMaxLabel: false,
        hideOverlap: true,
        formatter: (exponent: number) => significant(10 ** exponent, 2),
      },
    },
    yAxis: {
      ...QUIET_AXIS,
      axisLine: { ...QUIET_AXIS.axisLine, onZero: false },
      nameLocation: 'middle',
      nameGap: 62,
      ...yAxis,
      axisLabel: { ...QUIET_AXIS.axisLabel, ...(yAxis['axisLabel'] as object | undefined) },
      name: narrow ? '' : yAxis.name,
    },
    series: [
      ...lines.flatMap((line, n) => methodSeries(line, n, options, start)),
      ...(level === undefined ? [] : level.values.map((value, n) => levelSeries(level.name, value, n, start, end))),
    ],
  };
}

/** Number of legend entries in a row on a wide screen, chosen for long labels. */
const ENTRIES_PER_ROW = 4;

function legendName(method: string): string {
  return shorten(method, 24);
}

function methodSeries(
  { method, trials, median, least, greatest }: SpreadLine,
  index: number,
  { at, before, yOf }: SpreadChart,
  start: number,
): object[] {
  const points = (values: readonly (number | null)[]): (number | string)[][] => [
    ...(before === null ? [] : [[start, yOf(before)]]),
    ...values.map((value, n) => [Math.log10(at[n]!), value === null ? '-' : yOf(value)]),
  ];
  const line = (name: string, values: readonly (number | null)[], width: number, opacity: number): object => ({
    type: 'line',
    name,
    silent: true,
    step: 'end',
    symbol: 'none',
    z: 2 + width,
    lineStyle: { color: seriesColour(index), width, opacity, type: index < 6 ? 'solid' : 'dashed' },
    itemStyle: { color: seriesColour(index) },
    data: points(values),
  });
  const name = legendName(method);
  const spread = trials > 1 ? [line(`${name} least`, least, 1, 0.6), line(`${name} greatest`, greatest, 1, 0.6)] : [];
  return [line(name, median, 2.5, 1), ...spread];
}

/**
 * Returns the ECharts series of the n-th value of a reference level. The first value (n = 0) is the level itself, the
 * others are its spread.
 */
function levelSeries(name: string, value: number, n: number, start: number, end: number): object {
  return {
    type: 'line',
    name: n === 0 ? name : `${name} ${n}`,
    silent: true,
    symbol: 'none',
    z: 6,
    lineStyle: { color: INK, width: n === 0 ? 2 : 1, type: 'dashed' },
    itemStyle: { color: INK },
    data: [
      [start, value],
      [end, value],
    ],
  };
}

/** Returns the distance between ticks on a logarithmic axis, in decades. */
function tickDistance(at: readonly number[], narrow: boolean): number {
  const decades = Math.log10(at.at(-1)! / at[0]!) / (narrow ? 0.5 : 1);
  return decades < 2 ? 0.25 : decades < 4 ? 0.5 : 1;
}
