import { oneLine } from '../format.js';
import { intervalChart, type IntervalRow } from '../html/interval-chart.js';
import { counted, markup, NOTHING, type Content } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import { studyPage } from '../html/study-page.js';
import { tableOf } from '../html/table.js';
import { gapCurves } from '../study/curve-sections.js';
import { planOrigins } from '../plan-origins.js';
import { boundColumns, differenceColumns, methodColumns, runColumns } from './columns.js';
import { meanIn, type ToldComparison } from './report.js';
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
function convergenceSection({ record: { convergence } }: ToldComparison): SectionOptions {
  const { axis, at, methods, to } = convergence;
  const curves = methods.map(({ method, median, least, greatest }) => ({ method, median, low: least, high: greatest }));
  const reference = to === 'bound' ? 'the proven bound' : 'the best plan of its trial';
  const shown = `median of each method’s best plan to ${reference}, with the least and greatest`;
  return {
    id: 'convergence',
    title: 'Best plans on the way',
    isFolded: true,
    body:
      methods.length === 0
        ? []
        : [
            gapCurves({ axis, at, curves }, 'convergence', shown, 'all trials'),
            markup`<p class="caption">A run without a plan yet counts as 100 %. ${axis === 'steps' ? 'A step is a different amount of work in each method. ' : ''}Values on the way are the methods’ own, the last one of each run is the checker’s.</p>\n`,
          ],
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
