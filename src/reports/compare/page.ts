import type { BoundFrame, ComparisonRecord, MethodDifference, RunFrame } from '../../studies/compare/record.js';
import { oneLine, seconds, significant } from '../format.js';
import { intervalChart, type IntervalRow } from '../html/interval-chart.js';
import { counted, markup, nameOf, NOTHING, quantity, type Content } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import { spreadChart } from '../html/spread-chart.js';
import { studyPage } from '../html/study-page.js';
import { numeric, type RowColumn, table, tableOf } from '../html/table.js';
import { constraintName, TERMINATIONS } from '../wording.js';
import { figuresIn, meanColumns, methodColumns, titleOf, words } from './columns.js';
import {
  brokenOf,
  type ComparedFigure,
  type ComparePage,
  type CompareTexts,
  headOf,
  meanIn,
  notationOf,
  numberIn,
  type PairedDifference,
  type ShareChart,
  valueIn,
} from './report.js';
import { limitsText, sourceText, stepCount, trialsText, workersText } from './words.js';

/** The page of a comparison. `embedded` is the record as programs read it. */
export function comparePage(
  record: ComparisonRecord,
  texts: CompareTexts,
  page: ComparePage,
  embedded: unknown = record,
): string {
  const { kind, on = '', sections = [], more = [] } = page;
  return studyPage({
    name: record.instance,
    kind,
    lead: markup`${counted(record.methods.length, 'method')} side by side${on}: ${trialsText(record)}; ${limitsText(record)}.`,
    sections: [
      resultSection(record, texts, page),
      ...sections,
      ...(page.convergence === null ? [] : [convergenceSection(record, page.convergence)]),
      differenceSection(record, texts, page),
      ...more,
      runsSection(record, texts),
    ],
    record: embedded,
  });
}

function resultSection(record: ComparisonRecord, { figures }: CompareTexts, page: ComparePage): SectionOptions {
  const { termination, trials, trialsAsked, warnings, summary } = record;
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
      page.result ?? shareChart('means', summary, page.chart),
      summary.length === 0
        ? NOTHING
        : tableOf(
            'Means over the trials in which a method has a feasible plan by the checker, and what is proven of all plans.',
            summary,
            methodColumns(record, figures, 'methods'),
          ),
      summary.length === 0
        ? NOTHING
        : markup`<p class="caption">Intervals are Student’s t at 95 %. “Best” counts the trials in which no other plan of the same rules is better, of those that all methods ended. ${page.caption} ${scopeText(record)} ${workersText(record.workers)}</p>\n`,
    ],
  };
}

function scopeText({ boundScope }: ComparisonRecord): string {
  return boundScope === '' ? '' : `The bound covers ${oneLine(boundScope)}.`;
}

/** Approximate number of points at which the table of convergence is read off (ours: few enough to read). */
const TABLE_POINTS = 12;

function convergenceSection(
  { convergence: { axis, at, methods } }: ComparisonRecord,
  convergence: NonNullable<ComparePage['convergence']>,
): SectionOptions {
  const every = Math.ceil(at.length / TABLE_POINTS);
  const shown = [...at.keys()].filter((n) => n % every === 0 || n === at.length - 1);
  return {
    id: 'convergence',
    title: 'Convergence against the bound',
    body: [
      spreadChart({ ...convergence.chart(), xName: `${axis} since the start of the run`, at, lines: methods }),
      markup`<p class="caption">${convergence.caption()} Values on the way are the methods’ own, the last one of each run is the checker’s.</p>\n`,
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

function differenceSection(
  { differences, reference }: ComparisonRecord,
  { figures, balance = 'objective' }: CompareTexts,
  page: ComparePage,
): SectionOptions {
  const columns: RowColumn<MethodDifference>[] = [
    words('Method', ({ method }) => nameOf(method)),
    ...figuresIn(figures, 'differences').flatMap((one) =>
      meanColumns(one, differences, { named: 'difference.', hasInterval: true }),
    ),
    numeric('More / less / same', (one) => {
      const counts = (valueIn(one, balance) ?? null) as PairedDifference | null;
      return counts === null ? 'none' : `${counts.wins} / ${counts.losses} / ${counts.ties}`;
    }),
    numeric('Left out', ({ unpaired }) => String(unpaired)),
  ];
  return {
    id: 'differences',
    title: `Against ${oneLine(reference)}, trial by trial`,
    body:
      differences.length === 0
        ? []
        : [
            shareChart('paired-differences', differences, page.differenceChart),
            tableOf(
              `Figures less those of ${oneLine(reference)} in the same trial, with 95 % intervals. Trials in which only one of the two has a feasible plan, or their plans keep different rules, are left out and counted.`,
              differences,
              columns,
            ),
          ],
  };
}

function runsSection({ runs, bounds, variants }: ComparisonRecord, { figures }: CompareTexts): SectionOptions {
  const onEach = new Set(bounds.map(({ trial }) => trial)).size > 1 || variants;
  const ofBound = (one: ComparedFigure, key: string, label: string): RowColumn<BoundFrame> => {
    const write = notationOf(
      one,
      bounds.map((bound) => numberIn(bound, key)),
    );
    return numeric(label, (bound) =>
      quantity(
        write(numberIn(bound, key)),
        bound.infeasibility === undefined ? (one.none ?? 'none') : 'no plan is feasible',
      ),
    );
  };
  const boundColumns: RowColumn<BoundFrame>[] = [
    words('Trial', ({ trial }) => (onEach ? String(trial + 1) : 'all')),
    numeric('Seed', ({ seed }) => (onEach ? String(seed) : 'any')),
    ...figures.flatMap((one) => [
      ...(one.bound === undefined ? [] : [ofBound(one, one.bound, `Bound on ${headOf(one)}`)]),
      ...(one.in.includes('bounds') ? [ofBound(one, one.key, titleOf(one))] : []),
    ]),
    words('Certificate of', ({ source }) => sourceText(source)),
    numeric('Time', ({ timeS }) => quantity(seconds(timeS))),
  ];
  const hasOrigin = runs.some(({ planFrom }) => planFrom !== undefined);
  const hasRules = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  const runColumns: RowColumn<RunFrame>[] = [
    words('Method', ({ method }) => nameOf(method)),
    numeric('Seed', ({ seed }) => String(seed)),
    words('Feasible', feasibleText),
    ...figuresIn(figures, 'runs').map((one) => {
      const write = notationOf(
        one,
        runs.map((run) => numberIn(run, one.key)),
      );
      return numeric(titleOf(one), (run: RunFrame) => quantity(write(numberIn(run, one.key)), one.none));
    }),
    numeric('Time', ({ timeS }) => quantity(seconds(timeS))),
    numeric('Steps', ({ steps }) => quantity(stepCount(steps))),
    words('Ended', ({ failure, termination }) =>
      failure === undefined ? TERMINATIONS[termination] : `broke down: ${oneLine(failure)}`,
    ),
    ...(hasOrigin ? [words('Plan from', ({ planFrom, method }: RunFrame) => planFrom ?? method)] : []),
    ...(hasRules ? [words('Rules', ({ rules = '' }: RunFrame) => rules)] : []),
  ];
  return {
    id: 'runs',
    title: 'Runs and bounds',
    body: [
      tableOf(
        'The proven bounds, whose certificates they are, and how long their own runs took.',
        bounds,
        boundColumns,
      ),
      runs.length === 0
        ? NOTHING
        : markup`<details><summary>Every run</summary>
${tableOf('Every run. Figures are those of the plan returned, by the checker.', runs, runColumns)}</details>\n`,
    ],
  };
}

/** Words for the plan of a run: "yes", "no: red line" or "no plan". */
function feasibleText(run: RunFrame): string {
  if (run.feasible) return 'yes';
  const broken = brokenOf(run);
  return broken.length === 0 ? 'no' : `no: ${broken.map((name) => oneLine(constraintName(name))).join(', ')}`;
}

/** Chart of shares, %, a row for each method that has one. */
function shareChart(id: string, rows: readonly { readonly method: string }[], chart: ShareChart | undefined): Content {
  if (chart === undefined) return NOTHING;
  const { key, ...drawn } = chart;
  const shares = rows.flatMap((row): IntervalRow[] => {
    const share = meanIn(row, key);
    if (share === null) return [];
    const { low, high } = share.interval ?? { low: share.mean, high: share.mean };
    return [{ name: oneLine(row.method), mean: 100 * share.mean, low: 100 * low, high: 100 * high }];
  });
  return shares.length === 0 ? NOTHING : markup`${intervalChart({ id, ...drawn, rows: shares })}\n`;
}

/** Distance of marks on an axis: 1, 2 or 5 times a power of ten, not less than `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}
