import type { EChartsOption } from 'echarts';
import type { TrajectoryPoint } from '../../../../runs/result.js';
import { gapPercent, rewardPerS, oneLine, seconds, significant } from '../../../../reports/format.js';
import type { ReportRequest } from '../input.js';
import { axisBelow, chart, LEGEND_ABOVE, nameBeside, QUIET_AXIS } from '../../../../reports/html/chart.js';
import { absent } from '../../../../reports/html/section.js';
import { markup, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import { BLUE, INK, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Maximum number of rows of the convergence table. If there are more points, only every n-th point gets a row. */
const TABLE_ROWS = 40;

/** Returns the report section on the upper bound and the best plan's reward over computing time. */
export function convergenceSection({ record: { trajectory } }: ReportRequest): SectionOptions {
  const head = { id: 'convergence', title: 'Convergence of bound and incumbent' };
  const points = trajectory.filter(({ bound, incumbent }) => bound !== null || incumbent !== null);
  if (points.length === 0) return { ...head, body: [absent('the record holds no bound or incumbent over time')] };
  const range = valueRange(points);
  return {
    ...head,
    body: [
      chart({
        id: 'convergence',
        title: 'Lines over time: the proven upper bound comes down, the value of the best plan so far goes up.',
        wide: { width: 1000, height: 300 },
        narrow: { width: 350, height: 260 },
        option: (_size, narrow) => convergenceOption(points, range, narrow),
      }),
      range.clipped
        ? markup`<p class="caption">The first bounds lie above the picture; the table has them.</p>\n`
        : NOTHING,
      trajectoryTable(points),
    ],
  };
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly clipped: boolean;
}

/**
 * Returns the range of values of the chart, with a margin. Its top is at most a third above the best bound, so that a
 * weak first bound does not compress the curves.
 */
function valueRange(points: readonly TrajectoryPoint[]): Range {
  const bounds = points.flatMap(({ bound }) => (bound === null ? [] : [bound]));
  const incumbents = points.flatMap(({ incumbent }) => (incumbent === null ? [] : [incumbent]));
  const low = Math.min(...bounds, ...incumbents);
  const bestBound = Math.min(...bounds);
  const highest = Math.max(...bounds, ...incumbents);
  const ceiling = Math.max(...incumbents, bestBound * 1.33);
  const clipped = bounds.length > 0 && highest > ceiling;
  const high = clipped ? ceiling : highest;
  // Rounding apart, bound and incumbent may be one number.
  const margin = high - low > 1e-9 * Math.abs(high) ? 0.06 * (high - low) : Math.max(1e-9, Math.abs(high) * 0.01);
  return { min: Math.max(Math.min(0, low), low - margin), max: high + margin, clipped };
}

function convergenceOption(points: readonly TrajectoryPoint[], range: Range, narrow: boolean): EChartsOption {
  const line = (
    name: string,
    pick: (point: TrajectoryPoint) => number | null,
    colour: string,
    dash: 'solid' | 'dashed',
  ) => ({
    type: 'line' as const,
    name,
    silent: true,
    step: 'end' as const,
    clip: true,
    connectNulls: true,
    symbol: dash === 'solid' ? 'circle' : 'rect',
    symbolSize: points.length > 60 ? 3 : 6,
    showAllSymbol: true,
    lineStyle: { color: colour, width: 2, type: dash },
    itemStyle: { color: colour },
    data: points.map((point) => [point.timeS, pick(point)]),
  });
  return {
    legend: {
      ...LEGEND_ABOVE,
      left: narrow ? 'center' : 90,
      textStyle: { color: INK, fontSize: 13 },
      itemWidth: 34,
      itemGap: 24,
    },
    grid: { left: narrow ? 64 : 86, right: 24, top: 34, bottom: 46, containLabel: false },
    xAxis: { ...axisBelow('seconds since the start', narrow ? 4 : 10), min: 0, splitLine: { show: false } },
    yAxis: {
      type: 'value',
      ...QUIET_AXIS,
      ...nameBeside(narrow ? '' : 'reward/s', 66),
      min: range.min,
      max: range.max,
      splitNumber: 5,
      axisLabel: {
        ...QUIET_AXIS.axisLabel,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: (value: number) => significant(value, tickDigits(range)),
      },
    },
    series: [
      line('Proven bound', (point) => point.bound, VERMILLION, 'dashed'),
      line('Best plan so far', (point) => point.incumbent, BLUE, 'solid'),
    ],
  };
}

/** Returns the number of digits needed to distinguish neighbouring axis ticks. */
function tickDigits({ min, max }: Range): number {
  const top = Math.max(Math.abs(min), Math.abs(max));
  return Math.min(9, Math.max(3, Math.ceil(Math.log10(top / Math.max(max - min, Number.MIN_VALUE))) + 3));
}

function trajectoryTable(points: readonly TrajectoryPoint[]): Markup {
  const every = Math.ceil(points.length / TABLE_ROWS);
  const rows = points.filter((_, i) => i % every === 0 || i === points.length - 1);
  const thinned = every > 1 ? ` Every ${String(every)}th of ${String(points.length)} points.` : '';
  return markup`<details><summary>Convergence as a table</summary>
${table({
  caption: `Bound and best plan so far over time.${thinned}`,
  columns: [
    { head: 'Time', numeric: true },
    { head: 'Work', numeric: true },
    { head: 'Phase' },
    { head: 'Bound', numeric: true },
    { head: 'Best plan', numeric: true },
    { head: 'Gap', numeric: true },
  ],
  rows: rows.map(({ timeS, work, phase, bound, incumbent }) => [
    quantity(seconds(timeS)),
    String(work),
    oneLine(phase),
    quantity(rewardPerS(bound)),
    quantity(rewardPerS(incumbent)),
    quantity(
      gapPercent(
        bound === null || incumbent === null || bound === 0 ? null : Math.abs(bound - incumbent) / Math.abs(bound),
      ),
    ),
  ]),
})}</details>\n`;
}
