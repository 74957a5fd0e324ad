import type { EChartsOption } from 'echarts';
import { significant } from '../format.js';
import { axisBelow, chart, endsOfLevel, LEGEND_ABOVE, nameBeside, QUIET_AXIS } from './chart.js';
import type { Markup } from './markup.js';
import { INK, MUTED, SPARE } from './palette.js';
import { ticks } from './svg-text.js';

/** A line of a chart through points (x, y), interrupted where y is null. */
export interface Series {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [number, number | null])[];
  readonly dashed?: boolean;
  /** True if the area below the line is filled and stacked on the previous series. */
  readonly stacked?: boolean;
  /** True for a step function: each y holds until the next point. */
  readonly step?: boolean;
  /** Intervals from `low` to `high` at `x`, drawn as vertical lines. */
  readonly whiskers?: readonly (readonly [x: number, low: number, high: number])[];
  /** True for a line without symbols at its points. */
  readonly plain?: boolean;
}

export interface SeriesChart {
  readonly id: string;
  /** Text alternative for screen readers: what the chart shows. */
  readonly title: string;
  readonly xName: string;
  readonly yName: string;
  readonly series: readonly Series[];
  /** True if the vertical axis begins at zero; otherwise its ends follow from the values. */
  readonly fromZero?: boolean;
  /** True if vertical values are whole numbers, so that there are no ticks in between. */
  readonly isWhole?: boolean;
  /** Range of possible y. The vertical axis does not go beyond it, and intervals are clipped to it. */
  readonly range?: readonly [number, number];
  /** Ticks of the horizontal axis with labels, in place of round numbers. */
  readonly marks?: readonly { readonly at: number; readonly text: string }[] | undefined;
  /** Ranges of x with a different background, such as weekends. */
  readonly shaded?: readonly (readonly [from: number, to: number])[] | undefined;
}

/** Returns a line chart over a numeric horizontal axis, with one drawing for wide and one for narrow screens. */
export function seriesChart(options: SeriesChart): Markup {
  return chart({
    id: options.id,
    title: options.title,
    wide: { width: 1000, height: 320 },
    narrow: { width: 350, height: 300 },
    option: (_size, narrow) => seriesOption(options, narrow),
  });
}

/** Length of a name, characters, above which two legend entries do not fit side by side on a narrow screen. */
const LONG_NAME = 18;

/**
 * Returns the number of rows of the legend. An entry's width is estimated as symbol and gap plus 6 to 8 px per
 * character.
 */
function rowsOfLegend(series: readonly Series[], narrow: boolean): number {
  const [roomPx, markPx, letterPx] = narrow ? [330, 38, 6.2] : [880, 64, 7.4];
  let rows = 1;
  let usedPx = 0;
  for (const { name } of series) {
    const px = markPx + letterPx * name.length;
    if (usedPx > 0 && usedPx + px > roomPx) {
      rows++;
      usedPx = 0;
    }
    usedPx += px;
  }
  return rows;
}

/** Returns a value clipped to a range, if there is one. */
export function within(value: number, range: readonly [number, number] | undefined): number {
  return range === undefined ? value : Math.min(range[1], Math.max(range[0], value));
}

/** Returns the ECharts series of an interval: a thin vertical line with short ends, without a legend entry. */
function whisker([x, wideLow, wideHigh]: readonly [number, number, number], range: SeriesChart['range']) {
  const [low, high] = [wideLow, wideHigh].map((end) => within(end, range)) as [number, number];
  return {
    type: 'line' as const,
    silent: true,
    symbol: 'rect',
    symbolSize: [7, 1.5],
    showSymbol: low < high,
    lineStyle: { color: MUTED, width: 1.2 },
    itemStyle: { color: MUTED },
    data: [
      [x, low],
      [x, high],
    ],
  };
}

/** Returns the ECharts options of a horizontal axis whose ticks and labels are the given marks. */
function markedAxis(marks: NonNullable<SeriesChart['marks']>) {
  const customValues = marks.map(({ at }) => at);
  return {
    axisTick: { ...QUIET_AXIS.axisTick, customValues },
    axisLabel: {
      ...QUIET_AXIS.axisLabel,
      customValues,
      hideOverlap: true,
      formatter: (value: number) => marks.find(({ at }) => at === value)?.text ?? '',
    },
  };
}

/** Returns round numbers for tick marks from `least` to `most`, which need not be round. */
function roundMarks(least: number, most: number, count: number): readonly number[] {
  return most > least ? ticks(least, most, count) : [least];
}

/** Returns the ECharts series that shades ranges of x behind the lines, without a legend entry. */
function ground(shaded: NonNullable<SeriesChart['shaded']>) {
  return {
    type: 'line' as const,
    silent: true,
    data: [],
    markArea: {
      silent: true,
      itemStyle: { color: SPARE, opacity: 0.45 },
      data: shaded.map(([from, to]): [{ xAxis: number }, { xAxis: number }] => [{ xAxis: from }, { xAxis: to }]),
    },
  };
}

function seriesOption(options: SeriesChart, narrow: boolean): EChartsOption {
  const { xName, yName, series, fromZero = false, isWhole = false, range, marks, shaded = [] } = options;
  const onePerRow = narrow && series.some(({ name }) => name.length > LONG_NAME);
  const legendRows = onePerRow ? series.length : rowsOfLegend(series, narrow);
  const xs = series.flatMap(({ points }) => points.map(([x]) => x));
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const ys = series.flatMap(({ points }) => points.flatMap(([, y]) => (y === null ? [] : [y])));
  const digits = (value: number): string =>
    significant(value, 6)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  return {
    legend: {
      ...LEGEND_ABOVE,
      orient: onePerRow ? 'vertical' : 'horizontal',
      left: narrow ? 'center' : 80,
      textStyle: { color: INK, fontSize: narrow ? 11 : 13 },
      itemWidth: narrow ? 18 : 30,
      itemGap: narrow ? 14 : 28,
      data: series.map(({ name }) => name),
    },
    grid: { left: narrow ? 62 : 86, right: 26, top: 20 + 22 * legendRows, bottom: 46, containLabel: false },
    xAxis: {
      ...axisBelow(xName, narrow ? 3 : 8),
      min: least,
      max: most,
      splitLine: { show: false },
      ...markedAxis(marks ?? roundMarks(least, most, narrow ? 3 : 8).map((at) => ({ at, text: digits(at) }))),
    },
    yAxis: {
      type: 'value',
      ...QUIET_AXIS,
      scale: !fromZero,
      ...(isWhole ? { minInterval: 1 } : {}),
      ...(range === undefined ? (fromZero ? {} : endsOfLevel(ys)) : { min: range[0], max: range[1] }),
      ...nameBeside(narrow ? '' : yName, 62),
      splitNumber: 5,
      axisLabel: { ...QUIET_AXIS.axisLabel, formatter: digits },
    },
    series: [
      ...(shaded.length === 0 ? [] : [ground(shaded)]),
      ...series.flatMap(({ whiskers = [] }) => whiskers.map((one) => whisker(one, range))),
      ...series.map((line) => ({
        type: 'line' as const,
        name: line.name,
        silent: true,
        symbol: line.dashed === true ? 'rect' : 'circle',
        symbolSize: 6,
        // Marks of no size would be written all the same, one by one.
        showSymbol: line.plain !== true && line.points.length <= 60,
        showAllSymbol: true,
        connectNulls: false,
        ...(line.step === true ? { step: 'end' as const } : {}),
        ...(line.stacked === true ? { stack: 'all', areaStyle: { color: line.colour, opacity: 0.85 } } : {}),
        lineStyle: {
          color: line.colour,
          width: line.stacked === true ? 1 : 2,
          type: line.dashed === true ? ('dashed' as const) : ('solid' as const),
        },
        itemStyle: { color: line.colour },
        data: line.points.map(([x, y]) => [x, y ?? '-']),
      })),
    ],
  };
}
