import type { EChartsOption } from 'echarts';
import { shorten, significant } from '../format.js';
import { chart, QUIET_AXIS } from './chart.js';
import type { Markup } from './markup.js';
import { INK, MUTED, VIRIDIS_STOPS } from './palette.js';

export interface HeatMap {
  readonly id: string;
  readonly title: string;
  readonly xName: string;
  /** Headings of the columns: the start of the time interval that each column covers. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** Values at the ends of the colour scale. The caption states their meaning and unit. */
  readonly scale: { readonly min: number; readonly max: number };
}

/** Returns a heat map over time with its colour scale, in one drawing for wide and one for narrow screens. */
export function heatMap(map: HeatMap): Markup {
  const height = 90 + 20 * map.rows.length;
  return chart({
    id: map.id,
    title: map.title,
    wide: { width: 1000, height },
    narrow: { width: 350, height },
    option: ({ width }, narrow) => option(map, narrow, width),
  });
}

function option({ xName, columns, rows, scale }: HeatMap, narrow: boolean, widthPx: number): EChartsOption {
  const left = narrow ? 104 : 170;
  const every = Math.max(1, Math.ceil((columns.length * (narrow ? 34 : 40)) / (widthPx - left - 14)));
  const data = rows.flatMap(({ values }, n) => values.map((value, t) => [t, n, value ?? '-']));
  const constant = !(scale.max > scale.min);
  return {
    grid: { left, right: 14, top: 6, bottom: 84 },
    xAxis: {
      type: 'category',
      ...QUIET_AXIS,
      name: xName,
      nameLocation: 'middle',
      nameGap: 28,
      data: [...columns],
      axisLabel: { ...QUIET_AXIS.axisLabel, interval: (index: number) => index % every === 0, showMaxLabel: false },
      axisTick: { ...QUIET_AXIS.axisTick, show: false },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'category',
      ...QUIET_AXIS,
      inverse: true,
      data: rows.map(({ name }) => shorten(name, narrow ? 16 : 24)),
      axisLabel: { ...QUIET_AXIS.axisLabel, color: INK, interval: 0, fontSize: 11 },
      axisTick: { ...QUIET_AXIS.axisTick, show: false },
      splitLine: { show: false },
    },
    visualMap: {
      type: 'continuous',
      // Equal values are in the middle of the colours, and the legend names them once.
      ...(constant ? { min: scale.min - 1, max: scale.min + 1 } : { min: scale.min, max: scale.max }),
      calculable: false,
      orient: 'horizontal',
      left: narrow ? 8 : left,
      bottom: 4,
      itemWidth: 10,
      itemHeight: narrow ? 250 : 340,
      inRange: { color: [...VIRIDIS_STOPS] },
      formatter: '{value}',
      textStyle: { color: MUTED, fontSize: 11 },
      text: constant
        ? ['', `all ${significant(scale.min, 3)}`]
        : [significant(scale.max, 3), significant(scale.min, 3)],
    },
    series: [{ type: 'heatmap', silent: true, data, progressive: 0 }],
  };
}
