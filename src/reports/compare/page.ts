import type { BoundFrame, DifferenceFrame, RunFrame, SummaryFrame } from '../../studies/compare/record.js';
import { gapPercent, oneLine, seconds, significant } from '../format.js';
import type { IntervalRow } from '../html/interval-chart.js';
import { counted, markup, nameOf, NOTHING, quantity, type Content, type Markup } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import { spreadChart } from '../html/spread-chart.js';
import { studyPage } from '../html/study-page.js';
import { table } from '../html/table.js';
import { TERMINATIONS } from '../wording.js';
import type { ComparePage, PageColumn, PageTable } from './report.js';
import type { Told } from './text.js';
import { limitsText, stepCount, trialsText } from './words.js';

type Shown<Run, Summary, Difference, Bound> = Told<Run, Summary, Difference> & { readonly bounds: readonly Bound[] };

/** The page of a comparison. `embedded` is the record as programs read it. */
export function comparePage<
  Run extends RunFrame,
  Summary extends SummaryFrame,
  Difference extends DifferenceFrame,
  Bound extends BoundFrame,
>(
  record: Shown<Run, Summary, Difference, Bound>,
  page: ComparePage<Run, Summary, Difference, Bound>,
  embedded: unknown = record,
): string {
  const { kind, on = '', sections = [], more = [] } = page;
  return studyPage({
    name: record.instance,
    kind,
    lead: markup`${counted(record.methods.length, 'method')} side by side${on}: ${trialsText(record)}; ${limitsText(record)}.`,
    sections: [
      resultSection(record, page),
      ...sections,
      ...(page.convergence === null ? [] : [convergenceSection(record, page.convergence)]),
      differenceSection(record, page),
      ...more,
      runsSection(record, page),
    ],
    record: embedded,
  });
}

function resultSection<Run, Summary extends SummaryFrame, Difference, Bound>(
  { termination, trials, trialsAsked, warnings, summary }: Shown<Run, Summary, Difference, Bound>,
  { result, methods, caption }: ComparePage<Run, Summary, Difference, Bound>,
): SectionOptions {
  const interrupted =
    termination === 'interrupted'
      ? markup`<div class="callout"><p>Interrupted: ${String(trials)} of ${counted(trialsAsked, 'trial')} are whole; the figures hold for what was finished.</p></div>\n`
      : NOTHING;
  const warned =
    warnings.length === 0
      ? NOTHING
      : markup`<div class="callout"><strong>Warnings</strong><ul>${warnings.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul></div>\n`;
  return {
    id: 'result',
    title: 'Result',
    body: [
      interrupted,
      warned,
      result,
      summary.length === 0 ? NOTHING : tableOf(methods, summary),
      markup`<p class="caption">${caption}</p>\n`,
    ],
  };
}

/** Approximate number of points at which the table of convergence is read off (ours: few enough to read). */
const TABLE_POINTS = 12;

function convergenceSection<Run, Summary, Difference, Bound>(
  { convergence: { axis, at, methods } }: Shown<Run, Summary, Difference, Bound>,
  convergence: NonNullable<ComparePage<Run, Summary, Difference, Bound>['convergence']>,
): SectionOptions {
  const head = { id: 'convergence', title: 'Convergence against the bound' };
  const every = Math.ceil(at.length / TABLE_POINTS);
  const shown = [...at.keys()].filter((n) => n % every === 0 || n === at.length - 1);
  return {
    ...head,
    body: [
      spreadChart({ ...convergence.chart(), xName: `${axis} since the start of the run`, at, lines: methods }),
      markup`<p class="caption">${convergence.caption()}</p>\n`,
      markup`<details><summary>Convergence as a table</summary>
${table({
  caption: `${convergence.table} ${axis === 'seconds' ? 'time' : 'steps'} since the start of the run.`,
  columns: [
    { head: axis === 'seconds' ? 'Time' : 'Steps' },
    ...methods.map(({ method }) => ({ head: nameOf(method), numeric: true })),
  ],
  rows: shown.map((n) => [
    quantity(axis === 'seconds' ? seconds(at[n]) : { digits: significant(at[n]!, 3), unit: '' }),
    ...methods.map(({ median }) => convergence.cell(median[n])),
  ]),
})}</details>\n`,
    ],
  };
}

function differenceSection<Run, Summary, Difference, Bound>(
  { differences }: Shown<Run, Summary, Difference, Bound>,
  page: ComparePage<Run, Summary, Difference, Bound>,
): SectionOptions {
  const { title, chart = NOTHING, table: of } = page.differences;
  const body = differences.length === 0 ? [] : [chart, tableOf(of, differences)];
  return { id: 'differences', title, body };
}

function runsSection<Run, Summary, Difference, Bound>(
  { runs, bounds }: Shown<Run, Summary, Difference, Bound>,
  page: ComparePage<Run, Summary, Difference, Bound>,
): SectionOptions {
  return {
    id: 'runs',
    title: page.runsTitle,
    body: [
      bounds.length === 0 ? NOTHING : tableOf(page.bounds, bounds),
      page.aboveRuns ?? NOTHING,
      markup`<details><summary>Every run</summary>
${tableOf(page.runs, runs)}</details>\n`,
    ],
  };
}

function tableOf<Row>({ caption, columns, foot }: PageTable<Row>, rows: readonly Row[]): Markup {
  return table({
    caption,
    columns: columns.map(({ head, numeric }) => (numeric === true ? { head, numeric } : { head })),
    rows: rows.map((one) => columns.map(({ of }) => of(one))),
    ...(foot === undefined ? {} : { foot }),
  });
}

/** A column of figures. */
export function numeric<Row>(head: Content, of: (row: Row) => Content): PageColumn<Row> {
  return { head, numeric: true, of };
}

/** Column of the method's name. */
export const METHOD: PageColumn<{ readonly method: string }> = { head: 'Method', of: ({ method }) => nameOf(method) };
/** Column of the number of trials in which the method was best. */
export const BEST: PageColumn<SummaryFrame> = numeric('Best', ({ best }) => String(best));
/** Column of the number of trials left out of a paired difference. */
export const LEFT_OUT: PageColumn<DifferenceFrame> = numeric('Left out', ({ unpaired }) => String(unpaired));
/** Column of the seed of a run. */
export const SEED: PageColumn<RunFrame> = numeric('Seed', ({ seed }) => String(seed));
/** Column of the gap of a run, %. */
export const GAP: PageColumn<RunFrame> = numeric('Gap', ({ gap }) => quantity(gapPercent(gap)));
/** Column of the computing time, s. */
export const TIME: PageColumn<{ readonly timeS: number }> = numeric('Time', ({ timeS }) => quantity(seconds(timeS)));
/** Column of the number of steps of a run. */
export const STEPS: PageColumn<RunFrame> = numeric('Steps', ({ steps }) => quantity(stepCount(steps)));
/** Column of the reason why a run ended, or of the failure that broke it down. */
export const ENDED: PageColumn<RunFrame> = {
  head: 'Ended',
  of: ({ failure, termination }) =>
    failure === undefined ? TERMINATIONS[termination] : `broke down: ${oneLine(failure)}`,
};

interface Mean {
  readonly mean: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** Fractions by method as rows of a chart, %. */
export function percentRows<Row extends { readonly method: string }>(
  rows: readonly Row[],
  of: (row: Row) => Mean | null,
): IntervalRow[] {
  return rows.flatMap((row) => {
    const share = of(row);
    if (share === null) return [];
    const { low, high } = share.interval ?? { low: share.mean, high: share.mean };
    return [{ name: oneLine(row.method), mean: 100 * share.mean, low: 100 * low, high: 100 * high }];
  });
}

/** Sentence on what the times of runs are worth if `workers` runs are made at a time. */
export function workersText(workers: number): string {
  return workers === 1
    ? 'Runs are made one after another, since two at a time would slow each other down.'
    : `Runs were made ${workers} at a time and slowed each other down: their times are not those of a run by itself.`;
}

/** Distance of marks on an axis: 1, 2 or 5 times a power of ten, not less than `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}

/** Text of wins, losses and ties, "3 / 1 / 0"; "none" without a common trial. */
export function balance(
  difference: { readonly wins: number; readonly losses: number; readonly ties: number } | null,
): string {
  return difference === null ? 'none' : `${difference.wins} / ${difference.losses} / ${difference.ties}`;
}
