import type { EChartsOption } from 'echarts';
import type { Convergence } from '../../studies/compare/record.js';
import { shorten, significant } from '../format.js';
import { chart, QUIET_AXIS } from './chart.js';
import type { Markup } from './markup.js';
import { INK, seriesColour, SURFACE } from './palette.js';

/** Smaller gaps are drawn here: the logarithm has no room for none at all. */
export const LEAST_GAP = 1e-6;

/** Gap to the bound over time on logarithmic scales, one line per method with its spread over the trials. */
export function convergenceChart(convergence: Convergence): Markup {
  const { methods } = convergence;
  return chart({
    id: 'gap-over-time',
    title:
      'Lines over time, both scales logarithmic: median gap of each method to the proven bound; thin lines: least and greatest over the trials.',
    wide: { width: 1000, height: 380 },
    narrow: { width: 350, height: 330 + 20 * methods.length },
    option: (_size, narrow) => option(convergence, narrow),
  });
}

function option({ timeS, methods }: Convergence, narrow: boolean): EChartsOption {
  const drawn = methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]);
  const lowest = Math.max(LEAST_GAP, Math.min(...drawn.filter((gap) => gap > 0), 1));
  const distance = tickDistance(timeS, narrow);
  const start = distance * Math.floor(Math.log10(timeS[0]!) / distance);
  const floor = 10 ** Math.floor(Math.log10(lowest) - 1e-9);
  // Nothing has a plan before the first time.
  const points = (gaps: readonly number[]): number[][] => [
    [start, 100],
    ...gaps.map((gap, n) => [Math.log10(timeS[n]!), 100 * Math.max(floor, gap)]),
  ];
  const lines = methods.flatMap(({ method, median, least, greatest, trials }, m) => {
    const line = (name: string, gaps: readonly number[], width: number, opacity: number) => ({
      type: 'line' as const,
      name,
      silent: true,
      step: 'end' as const,
      symbol: 'none',
      z: 2 + width,
      lineStyle: { color: seriesColour(m), width, opacity, type: m < 6 ? ('solid' as const) : ('dashed' as const) },
      itemStyle: { color: seriesColour(m) },
      data: points(gaps),
    });
    const name = shorten(method, 24);
    const spread = trials > 1 ? [line(`${name} least`, least, 1, 0.6), line(`${name} greatest`, greatest, 1, 0.6)] : [];
    return [line(name, median, 2.5, 1), ...spread];
  });
  return {
    legend: {
      data: methods.map(({ method }) => shorten(method, 24)),
      top: 0,
      left: narrow ? 'center' : 80,
      orient: narrow ? 'vertical' : 'horizontal',
      backgroundColor: SURFACE,
      borderColor: SURFACE,
      textStyle: { color: INK, fontSize: 13 },
      itemWidth: 30,
      itemGap: narrow ? 6 : 34,
    },
    grid: { left: narrow ? 62 : 84, right: 24, top: narrow ? 24 + 20 * methods.length : 36, bottom: 46 },
    xAxis: {
      // ECharts marks decades only, too few for runs of seconds: the logarithm is ours.
      type: 'value',
      ...QUIET_AXIS,
      min: start,
      max: Math.log10(timeS.at(-1)!),
      interval: distance,
      name: 'seconds since the start of the run',
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
      type: 'log',
      ...QUIET_AXIS,
      axisLine: { ...QUIET_AXIS.axisLine, onZero: false },
      min: 100 * floor,
      max: 100,
      name: narrow ? '' : 'gap to the bound, %',
      nameLocation: 'middle',
      nameGap: 62,
      axisLabel: { ...QUIET_AXIS.axisLabel, formatter: tick },
    },
    series: lines,
  };
}

/** In decades. */
function tickDistance(timeS: readonly number[], narrow: boolean): number {
  const decades = Math.log10(timeS.at(-1)! / timeS[0]!) / (narrow ? 0.5 : 1);
  return decades < 2 ? 0.25 : decades < 4 ? 0.5 : 1;
}

function tick(value: number): string {
  return significant(value, 1);
}
