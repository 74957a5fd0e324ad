import type { EChartsOption } from 'echarts';
import { shorten } from '../format.js';
import { axisBelow, chart, LEGEND_ABOVE, QUIET_AXIS } from './chart.js';
import type { Markup } from './markup.js';
import { INK } from './palette.js';

export interface StackedBars {
  readonly id: string;
  readonly title: string;
  readonly axis: string;
  /** True if the values are counts, so that ticks are whole numbers. */
  readonly whole?: boolean;
  readonly names: readonly string[];
  /** Parts that bars are stacked from; `values` has one entry per bar, in the order of `names`. */
  readonly parts: readonly { readonly name: string; readonly colour: string; readonly values: readonly number[] }[];
}

/** Returns a chart of horizontal stacked bars, the first at the top. */
export function stackedBars(bars: StackedBars): Markup {
  const height = 100 + 20 * bars.names.length;
  return chart({
    id: bars.id,
    title: bars.title,
    wide: { width: 1000, height },
    narrow: { width: 350, height: height + 22 * Math.ceil(bars.parts.length / 3) },
    option: (_size, narrow) => option(bars, narrow),
  });
}

function option({ axis, names, parts, whole = false }: StackedBars, narrow: boolean): EChartsOption {
  const legendRows = narrow ? Math.ceil(parts.length / 3) : 1;
  return {
    legend: {
      ...LEGEND_ABOVE,
      left: narrow ? 'center' : 150,
      textStyle: { color: INK, fontSize: narrow ? 11 : 13 },
      itemWidth: 14,
      itemGap: narrow ? 10 : 20,
    },
    grid: { left: narrow ? 100 : 150, right: 26, top: 14 + 22 * legendRows, bottom: 46 },
    xAxis: {
      ...axisBelow(axis, narrow ? 3 : 8),
      min: 0,
      ...(whole ? { minInterval: 1 } : {}),
      axisLabel: {
        ...QUIET_AXIS.axisLabel,
        hideOverlap: true,
        formatter: (value: number) => String(Number(value.toPrecision(3))),
      },
    },
    yAxis: {
      type: 'category',
      ...QUIET_AXIS,
      inverse: true,
      data: names.map((name) => shorten(name, narrow ? 14 : 20)),
      axisLabel: { ...QUIET_AXIS.axisLabel, color: INK, interval: 0, fontSize: 11 },
      splitLine: { show: false },
    },
    series: parts.map(({ name, colour, values }) => ({
      type: 'bar' as const,
      name,
      silent: true,
      stack: 'all',
      barMaxWidth: 14,
      itemStyle: { color: colour },
      data: [...values],
    })),
  };
}
