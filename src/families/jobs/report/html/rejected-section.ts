import { oneLine, shorten } from '../../../../reports/format.js';
import { markup, nameOf, quantity, type Content } from '../../../../reports/html/markup.js';
import { INK, ORANGE, PURPLE, SKY, VERMILLION } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { stackedBars } from '../../../../reports/html/stacked-bars.js';
import { table } from '../../../../reports/html/table.js';
import type { RejectionReason } from '../../runs/page/rejections.js';
import { type JobsReportRequest, lengthText, timeAxis } from './page-input.js';

/** Reasons why jobs earned nothing, in the order shown on the page. */
const REASONS: readonly {
  readonly reason: RejectionReason;
  readonly name: string;
  readonly colour: string;
  readonly meaning: string;
}[] = [
  { reason: 'worthless', name: 'worthless', colour: VERMILLION, meaning: 'it waited until it was worth nothing' },
  {
    reason: 'hopeless',
    name: 'hopeless',
    colour: ORANGE,
    meaning: 'it waited until no point of its type would have ended it while it was worth something',
  },
  {
    reason: 'unprofitable',
    name: 'unprofitable',
    colour: PURPLE,
    meaning: 'it would not have paid for its energy and cores, and nothing was left to wait for',
  },
  { reason: 'endedAtZero', name: 'ended at 0', colour: SKY, meaning: 'it ran, and ended when it was worth nothing' },
];

/** Returns the section on jobs that earned nothing, by reason, job type and time. */
export function rejectedSection({ month, figures: { rejections, firstDay } }: JobsReportRequest): SectionOptions {
  const head = { id: 'rejected', title: 'Rejected jobs' };
  if (rejections === null) return { ...head, body: [absent('there is no schedule')] };
  const { counts, types, overTime, arrived, borderS, lengthS } = rejections;
  const all = REASONS.reduce((sum, { reason }) => sum + counts[reason], 0);
  if (all === 0) return { ...head, body: [absent('every job ended with some value')] };
  const jobs = month.typeOf.length;
  const seen = REASONS.filter(({ reason }) => counts[reason] > 0);
  const drawn = types.filter((row) => row.types === 1);
  const { clock, ...across } = timeAxis(borderS.at(-1)!, firstDay);
  const per = lengthText(lengthS).replace(/^1 /, '');
  return {
    ...head,
    body: [
      table({
        caption: 'Jobs that earned nothing, by reason.',
        columns: [
          { head: 'Reason' },
          { head: 'Jobs', numeric: true },
          { head: 'Of all jobs', numeric: true },
          { head: 'Meaning', wide: true },
        ],
        rows: REASONS.map(({ reason, name, meaning }): Content[] => [
          name,
          markup`<data data-field="rejected-${reason}" value="${String(counts[reason])}">${String(counts[reason])}</data>`,
          quantity(percentOf(counts[reason], jobs)),
          meaning,
        ]),
        foot: ['all', String(all), quantity(percentOf(all, jobs)), ''],
      }),
      markup`<h3>By job type</h3>\n`,
      stackedBars({
        id: 'rejected-types',
        title: 'Bars laid end to end for each job type: jobs rejected, by reason.',
        axis: 'jobs rejected',
        whole: true,
        names: drawn.map(({ name }) => tail(oneLine(name))),
        parts: seen.map(({ reason, name, colour }) => ({
          name,
          colour,
          values: drawn.map((row) => row.counts[reason]),
        })),
      }),
      markup`<p class="caption">Jobs of each type that earned nothing, most of them first; types without any are left out.${drawn.length < types.length ? ' The types with fewest are not drawn; the table has their sum.' : ''}</p>\n`,
      markup`<h3>Over time</h3>\n`,
      seriesChart({
        id: 'rejected-time',
        title: 'Stacked steps over time: jobs rejected, by reason; a dashed line of the jobs that arrive.',
        ...across,
        yName: `jobs per ${per}`,
        fromZero: true,
        series: [
          ...seen.map(({ reason, name, colour }): Series => ({
            ...steps(name, colour, overTime[reason]),
            stacked: true,
          })),
          { ...steps('arrived', INK, arrived), dashed: true },
        ],
      }),
      markup`<p class="caption">Jobs per ${per}: rejected ones at the moment of their drop or end, dashed those that arrive.</p>\n`,
      markup`<details><summary>Rejected jobs by type as a table</summary>
${table({
  caption: 'Jobs that earned nothing, by type.',
  columns: [
    { head: 'Job type' },
    { head: 'Jobs', numeric: true },
    ...seen.map(({ name }) => ({ head: name, numeric: true })),
    { head: 'Share', numeric: true },
  ],
  rows: types.map((row): Content[] => [
    nameOf(oneLine(row.name)),
    String(row.jobs),
    ...seen.map(({ reason }) => String(row.counts[reason])),
    quantity(
      percentOf(
        seen.reduce((sum, { reason }) => sum + row.counts[reason], 0),
        row.jobs,
      ),
    ),
  ]),
})}</details>\n`,
    ],
  };

  /** Returns a chart line with steps: it has one value for each time interval. */
  function steps(name: string, colour: string, values: readonly number[]): Series {
    const points = borderS.map((at, b) => [at / clock.seconds, values[Math.min(b, values.length - 1)]!] as const);
    return { name, colour, points, step: true, plain: true };
  }
}

function percentOf(part: number, whole: number) {
  return whole > 0 ? { digits: ((100 * part) / whole).toFixed(2), unit: '%' } : null;
}

/**
 * Returns the label of a bar, at most 14 characters. The end of a long name is kept, as names of job types mostly
 * differ there.
 */
function tail(name: string): string {
  const characters = Array.from(name);
  return characters.length <= 14 ? name : `…${shorten(characters.slice(-13).join(''), 13)}`;
}
