import type { EChartsOption } from 'echarts';
import type { PlanRecord } from '../../studies/uncertainty/record.js';
import { shorten } from '../../../../reports/format.js';
import {
  axisBelow,
  chart,
  endsOfLevel,
  LEGEND_ABOVE,
  nameBeside,
  QUIET_AXIS,
  UNROUNDED,
} from '../../../../reports/html/chart.js';
import type { Markup } from '../../../../reports/html/markup.js';
import { INK, seriesColour } from '../../../../reports/html/palette.js';

/** Returns a chart of the plans' reward histograms, as outlines over the same bins; nominal rewards are dashed. */
export function distributionChart(plans: readonly PlanRecord[]): Markup {
  return chart({
    id: 'distribution-lines',
    title:
      'Outlines of histograms: share of epochs by reward rate, one line per plan; dashed lines: nominal reward rates.',
    wide: { width: 1000, height: 320 },
    narrow: { width: 350, height: 280 + 18 * plans.length },
    option: (_size, narrow) => option(plans, narrow),
  });
}

function option(plans: readonly PlanRecord[], narrow: boolean): EChartsOption {
  const { low, high } = plans[0]!.histogram;
  const ends = [low, high, ...plans.map((plan) => plan.nominalRewardPerS)];
  const least = Math.min(...ends);
  const most = Math.max(...ends);
  const margin = most > least ? 0.03 * (most - least) : Math.max(1e-9, Math.abs(most) * 0.01);
  const top = 30 + (narrow ? 18 * plans.length : 10);
  return {
    legend: {
      ...LEGEND_ABOVE,
      left: narrow ? 'center' : 80,
      orient: narrow ? 'vertical' : 'horizontal',
      textStyle: { color: INK, fontSize: 13 },
      itemWidth: 30,
      itemGap: narrow ? 6 : 40,
    },
    grid: { left: narrow ? 52 : 72, right: 24, top, bottom: 46 },
    xAxis: {
      ...axisBelow('reward/s', narrow ? 4 : 10),
      min: least - margin,
      max: most + margin,
      ...endsOfLevel([least, most]),
      splitLine: { show: false },
      axisLabel: {
        ...QUIET_AXIS.axisLabel,
        showMinLabel: false,
        showMaxLabel: false,
        hideOverlap: true,
        formatter: (value: number) => String(Number(value.toPrecision(6))),
      },
    },
    yAxis: {
      type: 'value',
      ...QUIET_AXIS,
      min: 0,
      ...nameBeside(narrow ? '' : 'share of epochs, %', 44),
      splitNumber: 4,
    },
    series: plans.map((plan, p) => ({
      type: 'line' as const,
      name: shorten(plan.name, narrow ? 34 : 40),
      silent: true,
      step: 'end' as const,
      symbol: 'none',
      lineStyle: { color: seriesColour(p), width: 2 },
      itemStyle: { color: seriesColour(p) },
      data: outline(plan),
      markLine: {
        silent: true,
        symbol: 'none',
        precision: UNROUNDED,
        label: { show: false },
        lineStyle: { color: seriesColour(p), width: 1.5, type: 'dashed' as const },
        data: [{ xAxis: plan.nominalRewardPerS }],
      },
    })),
  };
}

/**
 * Returns the points of a histogram's outline: reward rate, and share of epochs in %. In a step line with step "end",
 * each value holds until the next point.
 */
function outline({ histogram: { low, high, counts } }: PlanRecord): number[][] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const width = (high - low) / counts.length;
  return [
    [low, 0],
    ...counts.map((count, n) => [low + n * width, (100 * count) / all]),
    [high, (100 * counts.at(-1)!) / all],
    [high, 0],
  ];
}
