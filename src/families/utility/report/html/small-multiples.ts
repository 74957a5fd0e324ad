import type { EChartsOption } from 'echarts';
import { shorten, significant } from '../../../../reports/format.js';
import { chart, QUIET_AXIS, type Size } from '../../../../reports/html/chart.js';
import type { Markup } from '../../../../reports/html/markup.js';
import { INK, MUTED } from '../../../../reports/html/palette.js';

/** A line of a panel. A null value leaves a gap in the line. */
export interface PanelLine {
  readonly colour: string;
  readonly points: readonly (readonly [x: number, y: number | null])[];
  readonly dashed?: boolean;
}

export interface SmallMultiples {
  readonly id: string;
  /** Sentence that says what the chart shows, for screen readers. */
  readonly title: string;
  /** Label and unit of the horizontal axes, written once below the last row. The caption explains the vertical axes. */
  readonly xName: string;
  readonly panels: readonly { readonly name: string; readonly lines: readonly PanelLine[] }[];
}

/**
 * Layout on wide and narrow screens: number of panels per row, and lengths in px. `plot` is the height of a plot,
 * `above` the space for its name, `below` for the axis, `left` for the numbers.
 */
const ROOM = {
  wide: { perRow: 4, plot: 110, above: 26, below: 26, left: 52, right: 12, width: 1000 },
  narrow: { perRow: 2, plot: 90, above: 24, below: 24, left: 44, right: 8, width: 350 },
} as const;
/** Space for the axis label below the last row, px. */
const NAME_PX = 22;

/** Returns one panel for each name. All have the same axes from 0, so that heights can be compared. */
export function smallMultiples(options: SmallMultiples): Markup {
  const size = (kind: 'wide' | 'narrow'): Size => {
    const { perRow, plot, above, below, width } = ROOM[kind];
    return { width, height: Math.ceil(options.panels.length / perRow) * (plot + above + below) + NAME_PX };
  };
  return chart({
    id: options.id,
    title: options.title,
    wide: size('wide'),
    narrow: size('narrow'),
    option: ({ width, height }, narrow) => option(options, ROOM[narrow ? 'narrow' : 'wide'], width, height, narrow),
  });
}

function option(
  { panels, xName }: SmallMultiples,
  { perRow, plot, above, below, left, right }: (typeof ROOM)['wide' | 'narrow'],
  widthPx: number,
  heightPx: number,
  narrow: boolean,
): EChartsOption {
  const points = panels.flatMap(({ lines }) => lines.flatMap((line) => line.points));
  const xs = points.map(([x]) => x);
  const highest = points.reduce((most, [, y]) => Math.max(most, y ?? 0), 0);
  const columnPx = widthPx / perRow;
  const placeOf = (n: number): { left: number; top: number } => ({
    left: (n % perRow) * columnPx,
    top: Math.floor(n / perRow) * (plot + above + below),
  });
  const number = (value: number): string => String(Number(significant(value, 3)));
  const last = { min: Math.min(...xs), max: Math.max(...xs) };
  return {
    grid: panels.map((_, n) => {
      const { left: x, top: y } = placeOf(n);
      return { left: x + left, top: y + above, width: columnPx - left - right, height: plot };
    }),
    graphic: [
      ...panels.map(({ name }, n) => ({
        type: 'text' as const,
        left: placeOf(n).left + left,
        top: placeOf(n).top + 6,
        silent: true,
        style: { text: shorten(name, narrow ? 20 : 30), fill: INK, fontSize: narrow ? 11 : 13, fontWeight: 600 },
      })),
      {
        type: 'text' as const,
        left: 'center',
        top: heightPx - NAME_PX + 4,
        silent: true,
        style: { text: xName, fill: MUTED, fontSize: 12 },
      },
    ],
    xAxis: panels.map((_, n) => ({
      type: 'value' as const,
      gridIndex: n,
      ...QUIET_AXIS,
      ...last,
      splitLine: { show: false },
      ...(last.max === 24 ? { interval: 6 } : { splitNumber: 3 }),
      axisLabel: { ...QUIET_AXIS.axisLabel, fontSize: 11, formatter: number, hideOverlap: true },
    })),
    yAxis: panels.map((_, n) => ({
      type: 'value' as const,
      gridIndex: n,
      ...QUIET_AXIS,
      min: 0,
      max: highest > 0 ? niceTop(highest) : 1,
      splitNumber: 2,
      interval: (highest > 0 ? niceTop(highest) : 1) / 2,
      axisLabel: { ...QUIET_AXIS.axisLabel, fontSize: 11, formatter: number },
    })),
    series: panels.flatMap(({ lines }, n) =>
      lines.map(({ colour, points: own, dashed = false }) => ({
        type: 'line' as const,
        xAxisIndex: n,
        yAxisIndex: n,
        silent: true,
        showSymbol: false,
        connectNulls: false,
        lineStyle: { color: colour, width: dashed ? 1.2 : 2, type: dashed ? ('dashed' as const) : ('solid' as const) },
        itemStyle: { color: colour },
        data: own.map(([x, y]) => [x, y ?? '-']),
      })),
    ),
  };
}

/** Returns a round number that is at least the largest value: 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten. */
function niceTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= highest * (1 - 1e-9)) ?? 10) * power;
}
