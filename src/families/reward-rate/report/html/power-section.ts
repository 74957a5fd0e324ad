import type { EChartsOption } from 'echarts';
import type { PowerSplit } from '../../../../../models/facility/power-split.js';
import type { Facts } from '../facts.js';
import { alignedIn, kilowattHours, watts, percent, plain, number, unitFor } from '../../../../reports/format.js';
import type { ReportRequest } from '../input.js';
import { NOT_RATED } from '../../../../reports/wording.js';
import { axisBelow, chart, QUIET_AXIS, UNROUNDED } from '../../../../reports/html/chart.js';
import { idleNote } from './idle-note.js';
import { marked } from '../../../../reports/figures.js';
import { absent } from '../../../../reports/html/section.js';
import { figure, markup, type Markup } from '../../../../reports/html/markup.js';
import {
  BLUE,
  GREEN,
  INK,
  MUTED,
  ORANGE,
  PURPLE,
  SKY,
  SURFACE,
  textOn,
  VERMILLION,
} from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';

interface Part {
  readonly field: keyof PowerSplit;
  readonly name: string;
  readonly meaning: string;
  readonly colour: string;
}

/** Components of the total power, in the order in which the chart stacks them. */
const PARTS: readonly Part[] = [
  { field: 'idleW', name: 'Idle nodes', meaning: 'drawn by every node whether it works or not', colour: SKY },
  { field: 'coresW', name: 'Cores at work', meaning: 'on top of idle, by the cores that run tasks', colour: BLUE },
  { field: 'coolingW', name: 'Cooling', meaning: 'by the CRACs (Eq. 17)', colour: GREEN },
  { field: 'upsLossW', name: 'UPS loss', meaning: 'between meter and nodes', colour: ORANGE },
  { field: 'otherW', name: 'Other load', meaning: 'fixed, at the meter', colour: PURPLE },
];

export function powerSection({ record }: ReportRequest, facts: Facts): SectionOptions {
  const { evaluation } = record;
  const head = { id: 'power', title: 'Power against the cap' };
  if (evaluation === null) return { ...head, body: [absent(NOT_RATED)] };
  const { power } = evaluation;
  // By the checker's verdict and not by comparing again: a cap met to the last bit is not exceeded.
  const exceeded = evaluation.violations.some(({ constraint }) => constraint === 'powerCap');
  return {
    ...head,
    body: [
      idleNote(record.idle),
      chart({
        id: 'power-split',
        title:
          'Bars laid end to end: idle power, cores, cooling, UPS loss and other load add up to the total, beside the power cap.',
        wide: { width: 1000, height: 250 },
        narrow: { width: 350, height: 250 },
        option: (_size, narrow) => powerOption(power, exceeded, narrow),
      }),
      splitTable(power, exceeded),
      markup`<p>PUE is the total over what idle nodes and cores draw: ${figure('pue', facts.pue, number)}. At this rate the facility uses ${figure('energyKWhPerDay', facts.energyKWhPerDay, kilowattHours)} per day.</p>\n`,
    ],
  };
}

function splitTable(power: PowerSplit, exceeded: boolean): Markup {
  const spare = watts(Math.max(0, power.capW - power.totalW));
  const rows: readonly (readonly [field: keyof PowerSplit, name: string, meaning: string])[] = [
    ...PARTS.map(({ field, name, meaning }) => [field, name, meaning] as const),
    ['totalW', 'Total', 'at the meter'],
    ['capW', 'Power cap', exceeded ? 'exceeded' : `${plain(spare)} to spare`],
  ];
  const share = (field: keyof PowerSplit): string =>
    field === 'capW' ? '' : (percent(power.totalW > 0 ? power[field] / power.totalW : null)?.digits ?? 'none');
  return tableOf('Power at the meter by use.', rows, [
    { head: 'Use', of: ([, name]) => name },
    numeric('Power', ([field]) => marked(`power.${field}`, power[field], 'W', { beside: power.totalW })),
    numeric('% of total', ([field]) => share(field)),
    { head: 'What it is', wide: true, of: ([, , meaning]) => meaning },
  ]);
}

function powerOption(power: PowerSplit, exceeded: boolean, narrow: boolean): EChartsOption {
  const { name: unit, size: unitW } = unitFor('W', Math.max(power.totalW, power.capW));
  const starts: number[] = [];
  PARTS.reduce((sum, { field }) => {
    starts.push(sum / unitW);
    return sum + power[field];
  }, 0);
  const valuesW = [...PARTS.map(({ field }) => power[field]), power.totalW];
  const values = valuesW.map((valueW) => valueW / unitW);
  const capInUnit = power.capW / unitW;
  const { write } = alignedIn('W', [...valuesW, power.capW]);
  const label = (valueW: number): string => plain(write(valueW));
  const colours = [...PARTS.map(({ colour }) => colour), exceeded ? VERMILLION : MUTED];
  const scale = Math.max(power.totalW, power.capW) / unitW;
  // Left of a bar that has something below it, else inside it: the line of the cap never crosses a figure.
  const labelOf = (i: number) => {
    if ((starts[i] ?? 0) > 0.15 * scale) return { position: 'left' as const, color: INK };
    if (values[i]! < 0.15 * scale) return { position: 'right' as const, color: INK };
    return { position: 'insideRight' as const, color: i < PARTS.length ? textOn(colours[i]!) : SURFACE };
  };
  return {
    grid: { left: narrow ? 92 : 120, right: narrow ? 46 : 60, top: 28, bottom: 44, containLabel: false },
    xAxis: {
      ...axisBelow(unit, narrow ? 3 : 8),
      min: 0,
      max: (extent: { max: number }) => Math.max(extent.max, capInUnit),
      axisLabel: { ...QUIET_AXIS.axisLabel, showMaxLabel: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: [...PARTS.map(({ name }) => name), 'Total'],
      axisLine: QUIET_AXIS.axisLine,
      axisTick: { show: false },
      axisLabel: { color: INK, fontSize: 12, interval: 0 },
    },
    series: [
      { type: 'bar', silent: true, stack: 'power', data: [...starts, 0], itemStyle: { color: 'none' } },
      {
        type: 'bar',
        silent: true,
        stack: 'power',
        barWidth: 20,
        data: values.map((value, i) => ({ value, itemStyle: { color: colours[i]! }, label: labelOf(i) })),
        label: { show: true, fontSize: 12, formatter: ({ dataIndex }) => label(valuesW[dataIndex]!) },
        markLine: {
          silent: true,
          symbol: 'none',
          precision: UNROUNDED,
          lineStyle: { color: INK, type: [6, 4], width: 1.5 },
          label: {
            color: INK,
            fontSize: 12,
            textBorderWidth: 0,
            position: 'start',
            formatter: `cap ${label(power.capW)} ${unit}`,
          },
          data: [{ xAxis: capInUnit }],
        },
      },
    ],
  };
}
