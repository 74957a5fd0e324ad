import type { ComparisonRecord } from '../../studies/compare/record.js';
import { gapPercent, oneLine, seconds, significant } from '../format.js';
import { intervalChart, type IntervalRow } from '../html/interval-chart.js';
import { counted, markup, nameOf, NOTHING, quantity, typeset, type Content } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import { spreadChart, type SpreadChart } from '../html/spread-chart.js';
import { studyPage } from '../html/study-page.js';
import { table, tableOf } from '../html/table.js';
import { planOrigins } from '../plan-origins.js';
import { boundColumns, differenceColumns, methodColumns, runColumns } from './columns.js';
import { columnOf, knownFigures, meanIn, type ToldComparison } from './report.js';
import { limitsText, shownWarnings, sourceText, trialsText, verdictText, workersText } from './words.js';

/**
 * Returns the page of a comparison, ordered by the questions of a reader. `sections` are those of the family;
 * `embedded` is the record in the form that programs read.
 */
export function comparePage(
  told: ToldComparison,
  sections: readonly SectionOptions[] = [],
  embedded: unknown = told.record,
): string {
  const { record, texts } = told;
  const { methods, instance, family } = record;
  const { titled = '' } = texts;
  return studyPage({
    name: instance,
    kind: `${oneLine(family)} methods compared`,
    lead: markup`${counted(methods.length, 'method')} side by side${titled}: ${trialsText(record)}; ${limitsText(record)}.`,
    sections: [
      resultSection(told),
      differenceSection(told),
      ...sections.filter(({ isFolded }) => isFolded !== true),
      trustSection(told),
      convergenceSection(told),
      ...sections.filter(({ isFolded }) => isFolded === true),
      runsSection(told),
    ],
    record: embedded,
  });
}

/** Returns the section on which method to take and what it is worth. */
function resultSection(told: ToldComparison): SectionOptions {
  const { record, texts } = told;
  const { termination, trials, trialsAsked, warnings, summary } = record;
  const interrupted =
    termination === 'interrupted'
      ? markup`<div class="callout"><p>Interrupted: ${String(trials)} of ${counted(trialsAsked, 'trial')} are whole; the figures hold for what was finished.</p></div>\n`
      : NOTHING;
  const warned =
    warnings.length === 0
      ? NOTHING
      : markup`<div class="callout"><strong>Warnings</strong><ul>${shownWarnings(record).map((text) => markup`<li>${text}</li>`)}</ul></div>\n`;
  const verdict = verdictText(record);
  const intervals = hasIntervals(summary, 'objective') ? 'Intervals are Student’s t at 95 %. ' : '';
  const origins = planOrigins(record.runs).map((text) => ` ${text}.`);
  const notes = (texts.notes ?? []).map((text) => ` ${text}`);
  return {
    id: 'result',
    title: 'Which method to take',
    body: [
      interrupted,
      warned,
      verdict === null ? NOTHING : markup`<p data-field="verdict"><strong>${verdict}</strong></p>\n`,
      ...(summary.length === 0
        ? []
        : [
            tableOf('Means over the trials in which a method has a feasible plan.', summary, methodColumns(told)),
            markup`<p class="caption">${intervals}“Best” counts the trials in which no other plan of the same rules is better, of those that all methods ended.${notes}${origins} ${workersText(record.workers)}</p>\n`,
          ]),
    ],
  };
}

function differenceSection(told: ToldComparison): SectionOptions {
  const { differences, reference } = told.record;
  const name = oneLine(reference);
  const intervals = hasIntervals(differences, 'ofReference') ? ', with 95 % intervals' : '';
  return {
    id: 'differences',
    title: `Against ${name}, trial by trial`,
    body:
      differences.length === 0
        ? []
        : [
            shareChart(differences, {
              id: 'paired-differences',
              key: 'ofReference',
              title: `Points: mean difference of each method to ${name}${intervals}; the dashed line is no difference.`,
              axis: `% more than ${name}`,
              mark: 0,
            }),
            tableOf(
              `Figures less those of ${name} in the same trial. Trials in which only one of the two has a feasible plan, or their plans keep different rules, are left out and counted.`,
              differences,
              differenceColumns(told),
            ),
          ],
  };
}

/** Returns the section on why this result can be trusted. */
function trustSection(told: ToldComparison): SectionOptions {
  const { bounds, summary, boundScope } = told.record;
  const scope = boundScope === '' ? '' : ` It covers ${oneLine(boundScope)}.`;
  const intervals = hasIntervals(summary, 'gap') ? ', with 95 % intervals' : '';
  const [first] = bounds;
  return {
    id: 'bounds',
    title: 'What is proven',
    body:
      first === undefined
        ? []
        : [
            shareChart(summary, {
              id: 'means',
              key: 'gap',
              title: `Points: mean gap of each method to the proven bound${intervals}.`,
              axis: 'mean gap to the bound, %',
              mark: 0,
              leastShown: MIN_GAP_PERCENT,
            }),
            tableOf(
              'Proven bounds, whose certificates they are, and how long their own runs took.',
              bounds,
              boundColumns(told),
            ),
            markup`<p class="caption">Every plan is judged by the independent checker. A bound is the best of all certificates found, here by ${sourceText(first.source)}; no plan is beyond it, and a gap is what a method leaves and what the bound is loose by, together.${scope}</p>\n`,
          ],
  };
}

/** Least gap that is drawn, %; smaller ones are drawn here, because a logarithmic scale has no 0. */
const MIN_GAP_PERCENT = 1e-4;
/** Approximate number of points in the table of convergence. Our choice: few enough to read. */
const TABLE_POINTS = 12;

function convergenceSection(told: ToldComparison): SectionOptions {
  const { axis, at, methods, figure, level } = told.record.convergence;
  const head = { id: 'convergence', title: 'Best plans on the way', isFolded: true };
  if (methods.length === 0) return { ...head, body: [] };
  const every = Math.ceil(at.length / TABLE_POINTS);
  const shown = [...at.keys()].filter((n) => n % every === 0 || n === at.length - 1);
  const drawn = methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]);
  const isGap = figure === 'gap';
  const [own] = knownFigures(told, ['compare', 'difference'], (key) => key === figure);
  const { head: name, write } = columnOf(own ?? { label: figure, unit: '' }, drawn, told.record.currency);
  const cell = isGap ? gapPercent : write;
  const what = isGap ? 'gap of each method’s best plan to the proven bound' : `${name} of each method’s best plan`;
  const dashed = level === null ? '' : '; dashed: the proven bound';
  const { chart, isCut } = isGap
    ? { chart: gapAxis(drawn), isCut: false }
    : valueAxis(told.record.convergence, name, own?.unit === 'z' ? FARTHEST_Z : Infinity);
  return {
    ...head,
    body: [
      spreadChart({
        id: 'convergence-chart',
        title: `Thick lines: median ${what}; thin lines: least and greatest over the trials${dashed}.`,
        ...chart,
        xName: `${axis} since the start of the run`,
        at,
        lines: methods,
      }),
      markup`<p class="caption">Thick: median over the trials; thin: least and greatest. ${isGap ? 'A run without a plan yet counts as 100 %. ' : ''}${isCut ? 'What lies below the range is drawn at its edge. ' : ''}${axis === 'steps' ? 'A step is a different amount of work in each method. ' : ''}Values on the way are the methods’ own, the last one of each run is the checker’s.</p>\n`,
      table({
        caption: `Median ${isGap ? 'gap' : name} over the trials by ${axis === 'seconds' ? 'time' : 'steps'} since the start of the run.`,
        columns: [
          { head: axis === 'seconds' ? 'Time' : 'Steps' },
          ...methods.map(({ method }) => ({ head: nameOf(method), numeric: true })),
        ],
        rows: shown.map((n) => [
          quantity(axis === 'seconds' ? seconds(at[n]) : { digits: significant(at[n]!, 3), unit: '' }),
          ...methods.map(({ median }) => quantity(cell(median[n]), 'no plan')),
        ]),
      }),
    ],
  };
}

type Drawn = Pick<SpreadChart, 'yOf' | 'before' | 'yAxis' | 'level'>;

/** Returns gaps, given as fractions, on a logarithmic axis in %. */
function gapAxis(gaps: readonly (number | null)[]): Drawn {
  // A gap of 0 stands at the least one, not at the least of the others.
  const lowest = Math.max(MIN_GAP_PERCENT / 100, Math.min(...gaps.filter((gap) => gap !== null), 1));
  const floor = 10 ** Math.floor(Math.log10(lowest) - 1e-9);
  return {
    yOf: (gap) => 100 * Math.max(floor, gap),
    // Nothing has a plan before the first moment.
    before: 1,
    yAxis: {
      type: 'log',
      min: 100 * floor,
      max: 100,
      name: 'gap to the bound, %',
      axisLabel: { formatter: (value: number) => significant(value, 1) },
    },
  };
}

/**
 * Height of the axis below the best value, as a multiple of the distance between the best value and the worst final
 * median. Our choice: the final medians fill a quarter of it, earlier plans the rest.
 */
const ROOM = 4;
/** Quantiles farther from 0 than this are drawn here. Our choice: what lies beyond is practically as certain. */
const FARTHEST_Z = 40;

/**
 * Returns values and the bound on a linear axis. It starts near where methods differ, so that a poor first plan does
 * not squeeze all others together.
 */
export function valueAxis(
  { methods, level }: Pick<ComparisonRecord['convergence'], 'methods' | 'level'>,
  name: string,
  farthest: number,
): { readonly chart: Drawn; readonly isCut: boolean } {
  const clipped = (value: number): number => Math.max(-farthest, Math.min(farthest, value));
  const known = (all: readonly (number | null)[]): number[] => all.filter((one) => one !== null).map(clipped);
  const values = known(methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]));
  const levels = [...new Set(level === null ? [] : [level.median, level.least, level.greatest])];
  const drawn = levels.filter((one) => Math.abs(one) < farthest);
  const ends = known(methods.map(({ median }) => median.at(-1) ?? null));
  const top = Math.max(...values, ...drawn);
  const lowest = Math.min(...values, ...drawn);
  const apart = ends.length === 0 ? top - lowest : ROOM * (top - Math.min(...ends));
  const from = Math.max(lowest, top - (apart > 0 ? apart : top - lowest));
  const interval = roundStep(Math.max(top - from, 1e-3 * Math.max(1, Math.abs(top))) / 5);
  const min = interval * Math.floor(from / interval + 1e-9);
  const end = interval * Math.ceil(top / interval - 1e-9);
  const max = end > min ? end : min + interval;
  return {
    isCut: lowest < min,
    chart: {
      yOf: (value) => Math.max(min, clipped(value)),
      before: null,
      yAxis: {
        type: 'value',
        min,
        max,
        interval,
        name,
        axisLabel: { formatter: (value: number) => typeset(String(Number(value.toPrecision(6)))) },
      },
      ...(drawn.length === 0
        ? {}
        : { level: { name: 'proven bound', values: drawn.map((value) => Math.max(min, value)) } }),
    },
  };
}

/** Returns the section that lists every run. */
function runsSection(told: ToldComparison): SectionOptions {
  const { runs } = told.record;
  return {
    id: 'runs',
    title: 'Every run',
    isFolded: true,
    body:
      runs.length === 0
        ? []
        : [tableOf('Every run. Figures are those of the plan returned, by the checker.', runs, runColumns(told))],
  };
}

/** Returns a bar chart of a share in %, with one row for each method that has a value under this key. */
function shareChart(
  rows: readonly { readonly method: string }[],
  { key, ...drawn }: { readonly key: string } & Omit<Parameters<typeof intervalChart>[0], 'rows'>,
): Content {
  const shares = rows.flatMap((row): IntervalRow[] => {
    const share = meanIn(row, key);
    if (share === null) return [];
    const { low, high } = share.interval ?? { low: share.mean, high: share.mean };
    return [{ name: oneLine(row.method), mean: 100 * share.mean, low: 100 * low, high: 100 * high }];
  });
  return shares.length === 0 ? NOTHING : markup`${intervalChart({ ...drawn, rows: shares })}\n`;
}

function hasIntervals(rows: readonly object[], key: string): boolean {
  return rows.some((row) => (meanIn(row, key)?.interval ?? null) !== null);
}

/** Returns a round distance for the marks of an axis: 1, 2 or 5 times a power of ten, at least `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}
