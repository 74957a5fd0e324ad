import type { EChartsOption } from 'echarts';
import { shorten, significant } from '../../../../reports/format.js';
import { axisBelow, chart, LEGEND_ABOVE, QUIET_AXIS, UNROUNDED } from '../../../../reports/html/chart.js';
import type { Markup } from '../../../../reports/html/markup.js';
import { BLUE, INK } from '../../../../reports/html/palette.js';

export interface CostBars {
  readonly id: string;
  readonly title: string;
  readonly axis: string;
  readonly bars: readonly { readonly name: string; readonly usd: number }[];
  /** A line across all bars; null if none. */
  readonly bound: { readonly name: string; readonly usd: number } | null;
}

/** Returns a chart with a bar for every cost and the bound as a dashed line across. */
export function costBars(options: CostBars): Markup {
  const height = 90 + 34 * options.bars.length;
  return chart({
    id: options.id,
    title: options.title,
    wide: { width: 1000, height },
    narrow: { width: 350, height },
    option: (_size, narrow) => option(options, narrow),
  });
}

function option({ axis, bars, bound }: CostBars, narrow: boolean): EChartsOption {
  const left = narrow ? 84 : 150;
  const values = bars.map(({ usd }) => usd);
  const least = Math.min(0, ...values, bound?.usd ?? 0);
  const most = Math.max(0, ...values, bound?.usd ?? 0);
  const digits = (value: number): string => (value === 0 ? '0' : String(Number(significant(value, 3))));
  return {
    legend: {
      ...LEGEND_ABOVE,
      left: narrow ? 'center' : left,
      textStyle: { color: INK, fontSize: narrow ? 11 : 13 },
      itemWidth: narrow ? 18 : 30,
      itemGap: narrow ? 14 : 28,
      selectedMode: false,
      data: ['cost of plans', ...(bound === null ? [] : [bound.name])],
    },
    grid: { left, right: 34, top: 32, bottom: 46 },
    xAxis: {
      ...axisBelow(axis, narrow ? 3 : 8),
      // Room for a line or a bar at the very end.
      min: least < 0 ? 1.02 * least : 0,
      ...(most > 0 ? { max: 1.02 * most } : { max: 0 }),
      axisLabel: {
        ...QUIET_AXIS.axisLabel,
        showMinLabel: least === 0,
        showMaxLabel: false,
        hideOverlap: true,
        formatter: digits,
      },
    },
    yAxis: {
      type: 'category',
      ...QUIET_AXIS,
      inverse: true,
      axisLine: { ...QUIET_AXIS.axisLine, onZero: false },
      data: bars.map(({ name }) => shorten(name, narrow ? 12 : 20)),
      axisLabel: { ...QUIET_AXIS.axisLabel, color: INK, interval: 0 },
      splitLine: { show: false },
    },
    series: [
      { type: 'bar', name: 'cost of plans', silent: true, barMaxWidth: 20, itemStyle: { color: BLUE }, data: values },
      ...(bound === null ? [] : [boundLine(bound)]),
    ],
  };
}

/** Returns the series that draws the bound as a mark from edge to edge; its own single point is only for the legend. */
function boundLine({ name, usd }: { readonly name: string; readonly usd: number }): object {
  return {
    type: 'line',
    name,
    silent: true,
    symbol: 'none',
    lineStyle: { color: INK, width: 2, type: 'dashed' },
    itemStyle: { color: INK },
    data: [[usd, 0]],
    markLine: {
      silent: true,
      symbol: 'none',
      precision: UNROUNDED,
      label: { show: false },
      lineStyle: { color: INK, width: 2, type: 'dashed' },
      data: [{ xAxis: usd }],
    },
  };
}
