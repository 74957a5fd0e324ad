import type { EChartsOption } from 'echarts';
import { coreUse, type CoreUse } from '../core-use.js';
import { count, fixed, gigahertz, oneLine, percent, plain, shorten } from '../../../../reports/format.js';
import type { ReportRequest } from '../input.js';
import { chart, QUIET_AXIS, type Size } from '../../../../reports/html/chart.js';
import { absent } from '../../../../reports/html/section.js';
import { counted, markup, nameOf, NOTHING, quantity, raw, type Markup } from '../../../../reports/html/markup.js';
import { BLUE, categoryColour, INK, MUTED, SPARE, SURFACE, textOn } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Width of the labels to the left of the bars on a wide screen, px. */
const LEFT_WIDE = 150;
/** Width of the labels to the left of the bars on a narrow screen, px. */
const LEFT_NARROW = 92;

/** Returns the report section on which task types and P-states the cores of each node type run. */
export function mixSection(input: ReportRequest): SectionOptions {
  const head = { id: 'mix', title: 'Task mix and P-states by node type' };
  const uses = coreUse(input);
  if (uses === null) return { ...head, body: [absent('there is no plan')] };
  const taskNames = input.instance.workload.taskTypes.map(({ name }) => name);
  const height = uses.length * 52 + 50;
  return {
    ...head,
    body: [
      markup`<h3>Share of core time by task type, %</h3>\n`,
      chart({
        id: 'mix',
        title:
          'Stacked bars: for each node type the share of core time on each task type, numbered as in the table, and idle.',
        wide: { width: 1000, height },
        narrow: { width: 350, height },
        option: (size, narrow) => mixOption(uses, taskNames, size, narrow),
      }),
      mixTable(uses, taskNames),
      markup`<h3>Share of core time by P-state, %</h3>
<p class="caption">P-state 0 is the fastest; the last bar is idle time.</p>
<div class="trio">${uses.map((use, i) => pStates(use, i))}</div>\n`,
      pStateTable(uses),
    ],
  };
}

function mixTable(uses: readonly CoreUse[], taskNames: readonly string[]): Markup {
  const share = (cores: number, use: CoreUse): string => percent(cores / use.cores)?.digits ?? 'none';
  return table({
    caption: 'Share of core time by task type, % of each node type’s cores. The numbers are those in the bars.',
    columns: [
      { head: 'Task type' },
      ...uses.map((use) => ({ head: markup`${nameOf(use.nodeType)} (${counted(use.nodes, 'node')})`, numeric: true })),
    ],
    rows: [
      ...taskNames.map((name, i) => [
        markup`${key(String(i + 1), categoryColour(i))}${oneLine(name)}`,
        ...uses.map((use) => share(use.byTask[i]!, use)),
      ]),
      [
        markup`<span class="key" style="background:var(--spare)">–</span>idle`,
        ...uses.map((use) => share(use.idle, use)),
      ],
    ],
  });
}

function key(text: string, colour: string): Markup {
  return markup`<span class="key" style="background:${colour};color:${textOn(colour)}">${text}</span>`;
}

function mixOption(
  uses: readonly CoreUse[],
  taskNames: readonly string[],
  { width }: Size,
  narrow: boolean,
): EChartsOption {
  const left = narrow ? LEFT_NARROW : LEFT_WIDE;
  const plotPx = width - left - 24;
  const label = (share: number, number: string, name: string): string => {
    const px = (share / 100) * plotPx;
    const room = Math.floor((px - 14) / 7.2) - number.length - 1;
    if (room >= 5) return `${number} ${shorten(name, room)}`;
    return px >= 4 + 7 * number.length ? number : '';
  };
  const series = [...taskNames, 'idle'].map((name, i) => {
    const idle = i === taskNames.length;
    const colour = idle ? SPARE : categoryColour(i);
    const shares = uses.map((use) => (100 * (idle ? use.idle : use.byTask[i]!)) / use.cores);
    return {
      type: 'bar' as const,
      silent: true,
      stack: 'mix',
      barWidth: 30,
      data: shares,
      itemStyle: { color: colour, borderColor: SURFACE, borderWidth: 1 },
      label: {
        show: true,
        position: 'inside' as const,
        color: idle ? INK : textOn(colour),
        fontSize: 12,
        textBorderWidth: 0,
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          label(shares[dataIndex]!, idle ? '–' : String(i + 1), name),
      },
    };
  });
  return {
    grid: { left, right: 24, top: 4, bottom: 32, containLabel: false },
    xAxis: { type: 'value', ...QUIET_AXIS, min: 0, max: 100, interval: narrow ? 25 : 10 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: uses.map((use) => shorten(use.nodeType, narrow ? 12 : 20)),
      axisLine: QUIET_AXIS.axisLine,
      axisTick: { show: false },
      axisLabel: { color: INK, fontSize: 13, interval: 0 },
    },
    series,
  };
}

function pStates(use: CoreUse, index: number): Markup {
  return markup`<div><h3>${nameOf(use.nodeType)}</h3>
${chart({
  id: `p-states-${String(index)}`,
  title: `Bars: share of the core time of ${oneLine(use.nodeType)} in each P-state, and idle.`,
  wide: { width: 340, height: 190 },
  option: () => pStateOption(use),
})}</div>\n`;
}

function pStateOption(use: CoreUse): EChartsOption {
  const percentOf = (cores: number): number => (100 * cores) / use.cores;
  // An empty place sets idle time apart.
  const shares = [...use.byPState.map(percentOf), null, percentOf(use.idle)];
  const full = shares.some((share) => share !== null && share > 75);
  const idle = shares.length - 1;
  const last = use.byPState.length - 1;
  // With many P-states only every second or third is labelled.
  const step = Math.ceil((last + 1) / 16);
  return {
    grid: { left: 34, right: 14, top: 20, bottom: 28, containLabel: false },
    xAxis: {
      type: 'category',
      data: shares.map((share, p) => (p === idle ? 'idle' : share === null ? '' : String(p))),
      axisLine: QUIET_AXIS.axisLine,
      axisTick: { show: false },
      axisLabel: {
        color: INK,
        fontSize: 11,
        hideOverlap: false,
        interval: (p: number) => p === idle || (p <= last && p % step === 0),
      },
    },
    // Left to itself the axis would run past 100 %.
    yAxis: { type: 'value', ...QUIET_AXIS, min: 0, splitNumber: 3, ...(full ? { max: 100, interval: 25 } : {}) },
    series: [
      {
        type: 'bar',
        silent: true,
        barCategoryGap: '20%',
        data: shares.map((value, p) =>
          p === idle ? { value, itemStyle: { color: SPARE, borderColor: MUTED, borderWidth: 1 } } : { value },
        ),
        itemStyle: { color: BLUE },
        label: {
          show: last < 24,
          position: 'top',
          color: INK,
          fontSize: 10,
          formatter: ({ dataIndex }) => barLabel(shares[dataIndex] ?? 0),
        },
      },
    ],
  };
}

function barLabel(share: number): string {
  if (share <= 0) return '';
  return share < 0.5 ? '<1' : fixed(share, 0);
}

function pStateTable(uses: readonly CoreUse[]): Markup {
  const rows = uses.flatMap((use) => [
    ...use.byPState.map((cores, p) =>
      pStateRow(use, `P-state ${String(p)}`, plain(gigahertz(use.frequenciesGHz[p])), cores),
    ),
    pStateRow(use, 'idle', '', use.idle),
  ]);
  return markup`<details><summary>P-states as a table</summary>
${table({
  caption: 'Core time by node type and P-state; a core busy half its time counts half.',
  columns: [
    { head: 'Node type' },
    { head: 'P-state' },
    { head: 'Clock', numeric: true },
    { head: 'Cores', numeric: true },
    { head: '%', numeric: true },
  ],
  rows,
})}</details>\n`;
}

function pStateRow(use: CoreUse, state: string, clock: string, cores: number): (string | Markup)[] {
  return [
    oneLine(use.nodeType),
    state,
    clock === '' ? NOTHING : raw(clock.replace(' ', '\u00a0')),
    quantity(count(Number(cores.toPrecision(12)))),
    percent(cores / use.cores)?.digits ?? '',
  ];
}
