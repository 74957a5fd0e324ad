import type { EChartsOption } from 'echarts';
import { taskColumns, taskRows, type TaskRow } from '../facts.js';
import { fixed, rewardPerS, shorten, significant } from '../../../../reports/format.js';
import type { ReportRequest } from '../input.js';
import { NOT_RATED } from '../../../../reports/wording.js';
import { chart, QUIET_AXIS, type Size } from '../../../../reports/html/chart.js';
import { absent } from '../../../../reports/html/section.js';
import { figure, markup } from '../../../../reports/html/markup.js';
import { BLUE, INK, MUTED, SPARE } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { tableOf } from '../../../../reports/html/table.js';

/** Caption of the table of task types. */
const TASKS_CAPTION =
  'Arrivals, completions and reward by task type; capacity is what the plan could complete if enough arrived.';
/** Height of a task type's row in the chart, px. */
const ROW_PX = 30;

/** Returns the report section on task types: the fraction of their arrivals served, and what each earns. */
export function tasksSection(input: ReportRequest): SectionOptions {
  const rows = taskRows(input);
  const { evaluation } = input.record;
  if (evaluation === null)
    return {
      id: 'tasks',
      title: 'Reward by task type',
      body: [absent(NOT_RATED), tableOf(TASKS_CAPTION, rows, taskColumns(rows))],
    };
  const height = rows.length * ROW_PX + 46;
  return {
    id: 'tasks',
    title: 'Reward by task type',
    body: [
      markup`<p class="caption">Outlined bars are what arrives, solid bars within them what the plan completes.</p>
<div class="pair"><div><h3>Completed against arriving, tasks/s</h3>
${chart({ id: 'served', title: 'Bars: completed tasks per second of each task type within its arrivals.', wide: { width: 600, height }, narrow: { width: 350, height }, option: (size, narrow) => servedOption(rows, size, narrow) })}</div>
<div><h3>Share of the reward, %</h3>
${chart({ id: 'share', title: 'Bars: share of the reward rate by task type.', wide: { width: 390, height }, narrow: { width: 350, height }, option: () => shareOption(rows) })}</div></div>
`,
      tableOf(TASKS_CAPTION, rows, taskColumns(rows)),
      markup`<p>With the plan’s cores taken as they run at each moment (time-sliced, the objective) it earns ${figure('rewardPerS', evaluation.rewardPerS, rewardPerS)}; with the paper’s time-averaged features A and D in Eq. 21 the same plan would be credited with ${figure('averagedRewardPerS', evaluation.averagedRewardPerS, rewardPerS)}, and as if every task ran alone with ${figure('naiveRewardPerS', evaluation.naiveRewardPerS, rewardPerS)}. ${averagedSentence(evaluation.rewardPerS, evaluation.averagedRewardPerS)}</p>
`,
    ],
  };
}

function averagedSentence(timeSliced: number, averaged: number): string {
  // Sums of the same terms in another order may differ in the last digits.
  if (Math.abs(averaged - timeSliced) <= 1e-9 * Math.abs(timeSliced))
    return 'The first two agree: at no time does the company of a core differ from its average.';
  return 'The first two differ because a rate is one over a time: the rate in average company is not the average of the rates in the company a core has from moment to moment.';
}

function servedOption(rows: readonly TaskRow[], { width }: Size, narrow: boolean): EChartsOption {
  const left = narrow ? 92 : 150;
  const right = narrow ? 100 : 150;
  const text = ({ servedPerS, arrivalPerS, servedShare }: TaskRow): string => {
    const of = `${significant(servedPerS ?? 0)} of ${significant(arrivalPerS)}`;
    if (servedShare === null) return 'no arrivals';
    return narrow ? of : `${of} · ${fixed(100 * servedShare, 0)} %`;
  };
  const category = { ...categoryAxis(rows, narrow), show: false };
  return {
    grid: { left, right, top: 4, bottom: 30, containLabel: false },
    xAxis: { type: 'value', ...QUIET_AXIS, min: 0, splitNumber: Math.max(2, Math.round((width - left - right) / 70)) },
    // Two axes over each other: the wide bar of arrivals stands behind the slim bar of completions.
    yAxis: [categoryAxis(rows, narrow), category],
    series: [
      {
        type: 'bar',
        silent: true,
        yAxisIndex: 0,
        barWidth: 18,
        data: rows.map((row) => row.arrivalPerS),
        itemStyle: { color: SPARE, borderColor: MUTED, borderWidth: 1 },
        label: {
          show: true,
          position: 'right',
          color: INK,
          fontSize: 12,
          formatter: ({ dataIndex }) => text(rows[dataIndex]!),
        },
      },
      {
        type: 'bar',
        silent: true,
        yAxisIndex: 1,
        barWidth: 10,
        data: rows.map((row) => row.servedPerS ?? 0),
        itemStyle: { color: BLUE },
      },
    ],
  };
}

function shareOption(rows: readonly TaskRow[]): EChartsOption {
  return {
    grid: { left: 110, right: 60, top: 4, bottom: 30, containLabel: false },
    xAxis: { type: 'value', ...QUIET_AXIS, min: 0, splitNumber: 3 },
    yAxis: categoryAxis(rows, true),
    series: [
      {
        type: 'bar',
        silent: true,
        barWidth: 14,
        data: rows.map((row) => 100 * (row.rewardShare ?? 0)),
        itemStyle: { color: BLUE },
        label: {
          show: true,
          position: 'right',
          color: INK,
          fontSize: 12,
          formatter: ({ dataIndex }) => {
            const share = rows[dataIndex]!.rewardShare;
            return share === null ? 'none' : `${fixed(100 * share, 1)} %`;
          },
        },
      },
    ],
  };
}

function categoryAxis(rows: readonly TaskRow[], narrow: boolean) {
  return {
    type: 'category' as const,
    inverse: true,
    data: rows.map((row) => shorten(row.name, narrow ? 13 : 21)),
    axisLine: QUIET_AXIS.axisLine,
    axisTick: { show: false },
    axisLabel: { color: INK, fontSize: 12, interval: 0 },
  };
}
