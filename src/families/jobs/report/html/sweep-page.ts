import type { MeanInterval } from '../../../../experiments/statistics.js';
import {
  count,
  countOf,
  type Measured,
  oneLine,
  percent,
  type Shown,
  significant,
  inUnit,
  number,
} from '../../../../reports/format.js';
import { interval } from '../../../../reports/html/interval.js';
import { type Content, figure, markup, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, ORANGE, PURPLE, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { seriesChart } from '../../../../reports/html/series-chart.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { table } from '../../../../reports/html/table.js';
import type { MonthSweep, SweepAxis, SweepPoint } from '../../studies/sweep/result.js';
import { AXIS_NAMES } from '../sweep-text.js';
import { energyUnitFor, lengthText } from './page-input.js';

/** Page of a sweep of a month: one HTML file that needs nothing else. */
export function renderSweepPage(name: string, sha256: string, sweep: MonthSweep): string {
  const { method, axis, trials } = sweep;
  return studyPage({
    name,
    kind: 'sweep of a month of jobs',
    lead: markup`Jobs run by <span data-field="method">${oneLine(method)}</span> over the ${AXIS_NAMES[axis]}, ${countOf(trials, 'trial')}`,
    sections: [bestSection(sweep), curvesSection(sweep), pointsSection(sweep), made(sha256)],
    record: sweep,
  });
}

/** Value of the axis as text. */
function placeText(axis: SweepAxis, at: number): string {
  if (axis === 'checkpointIntervalS') return lengthText(at);
  return axis === 'nodes' ? countOf(at, 'node') : `${at} value/MJ`;
}

function bestSection({ axis, points, mostValueAt, mostValuePerMJAt }: MonthSweep): SectionOptions {
  const at = (place: number | null): SweepPoint | null => points.find((point) => point.at === place) ?? null;
  const cell = (label: string, field: string, point: SweepPoint | null, note: Content): Markup =>
    point === null
      ? NOTHING
      : markup`<div><span class="label">${label}</span><span class="value"><data data-field="${field}" value="${String(point.at)}">${placeText(axis, point.at)}</data></span><span class="note">${note}</span></div>\n`;
  const [most, thrifty] = [at(mostValueAt)!, at(mostValuePerMJAt)];
  return {
    id: 'best',
    title: 'Where the most is earned',
    body: [
      markup`<div class="figures">
${cell('Most value', 'mostValueAt', most, markup`${quantity(number(most.value.mean))} on average`)}${cell('Most value per energy', 'mostValuePerMJAt', thrifty, thrifty?.valuePerMJ == null ? NOTHING : markup`${quantity(perMJ(thrifty.valuePerMJ.mean))} on average`)}</div>\n`,
      markup`<p>Of the values tried, on these trials; where the curves are flat another trial may choose another value.</p>\n`,
    ],
  };
}

function curvesSection(sweep: MonthSweep): SectionOptions {
  const { axis, points } = sweep;
  const isLog = axis === 'checkpointIntervalS';
  const xOf = (at: number): number => (isLog ? Math.log10(at) : at);
  const unit = energyUnitFor(Math.max(...points.map(({ energyJ }) => energyJ.mean)));
  const one = (
    id: string,
    yName: string,
    colour: string,
    of: (point: SweepPoint) => MeanInterval | null,
    scale = 1,
  ): Content => {
    const known = points.flatMap((point) => {
      const value = of(point);
      return value === null ? [] : [{ x: xOf(point.at), value }];
    });
    if (known.length === 0) return NOTHING;
    return seriesChart({
      id: `${id}-chart`,
      title: `A line over the ${AXIS_NAMES[axis]}: ${yName}.`,
      xName: isLog ? 'time between checkpoints, logarithmic' : AXIS_NAMES[axis],
      yName,
      ...(isLog ? { marks: points.map(({ at }) => ({ at: xOf(at), text: lengthText(at) })) } : {}),
      series: [
        {
          ...{ name: yName, colour, points: known.map(({ x, value }) => [x, scale * value.mean] as const) },
          whiskers: known.flatMap(({ x, value }) =>
            value.interval === null ? [] : [[x, scale * value.interval.low, scale * value.interval.high] as const],
          ),
        },
      ],
    });
  };
  return {
    id: 'curves',
    title: `Over the ${AXIS_NAMES[axis].replace(/, .*/, '')}`,
    body: [
      one('value', 'value', BLUE, ({ value }) => value),
      one('energy', `energy, ${unit.unit}`, VERMILLION, ({ energyJ }) => energyJ, 1 / unit.joules),
      one('value-per-mj', 'value per MJ', GREEN, (point) => point.valuePerMJ),
      one('share', '% of the bound', PURPLE, ({ shareOfBound }) => shareOfBound, 100),
      one('moves', 'moves of running jobs', ORANGE, ({ moves }) => moves),
      one('rejected', 'rejected jobs, %', VERMILLION, ({ rejectedShare }) => rejectedShare, 100),
      markup`<p class="caption">Means over ${countOf(sweep.trials, 'trial')}${sweep.trials > 1 ? ', with 95 % intervals; all values run on the same trials' : ''}. The upright axes do not begin at 0.</p>\n`,
    ],
  };
}

function pointsSection({ axis, points, trials }: MonthSweep): SectionOptions {
  const unit = energyUnitFor(Math.max(...points.map(({ energyJ }) => energyJ.mean)));
  const inUnit = (joules: Measured): Shown | null =>
    typeof joules === 'number' ? { digits: significant(joules / unit.joules, 6), unit: unit.unit } : null;
  const cells = (field: string, of: MeanInterval | null, write: (value: Measured) => Shown | null): Content[] => [
    figure(field, of?.mean ?? null, write),
    ...(trials > 1 ? [interval(of?.interval ?? null, write)] : []),
  ];
  const heads = ['Value', 'Of the bound', 'Energy', 'Value for energy', 'Moves', 'Rejected'];
  return {
    id: 'points',
    title: 'All values tried',
    body: [
      table({
        caption: `Means over ${countOf(trials, 'trial')}${trials > 1 ? ', each followed by its 95 % interval' : ''}.`,
        columns: [
          { head: AXIS_NAMES[axis] },
          ...heads.flatMap((head) => [
            { head, numeric: true },
            ...(trials > 1 ? [{ head: '95 %', numeric: true }] : []),
          ]),
        ],
        rows: points.map((point): Content[] => [
          placeText(axis, point.at),
          ...cells('value', point.value, number),
          ...cells('shareOfBound', point.shareOfBound, percent),
          ...cells('energyJ', point.energyJ, inUnit),
          ...cells('valuePerMJ', point.valuePerMJ, perMJ),
          ...cells('moves', point.moves, count),
          ...cells('rejectedShare', point.rejectedShare, percent),
        ]),
      }),
    ],
  };
}

function made(sha256: string): SectionOptions {
  return {
    id: 'provenance',
    title: 'How this was made',
    body: [
      markup`<dl class="facts">\n<div><dt>Instance file, SHA-256</dt><dd><code>${oneLine(sha256)}</code></dd></div>\n</dl>\n`,
    ],
  };
}

function perMJ(value: Measured): Shown | null {
  return inUnit(value, 'value/MJ');
}
