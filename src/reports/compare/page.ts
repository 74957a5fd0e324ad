import { gapPercent, oneLine } from '../format.js';
import { intervalChart, type IntervalRow } from '../html/interval-chart.js';
import { counted, markup, nameOf, NOTHING, quantity, type Content } from '../html/markup.js';
import { callout } from '../html/result-section.js';
import type { SectionOptions } from '../html/section.js';
import { studyPage } from '../html/study-page.js';
import { numeric, tableOf } from '../html/table.js';
import { planOrigins } from '../plan-origins.js';
import { gapCurves, profileChart } from '../study/curve-sections.js';
import { intervalIn, type ToldComparison, valueIn } from './report.js';
import { boundTable, type ComparedTable, differenceTable, methodTable, runTable } from './tables.js';
import { askedText, shownWarnings, verdictText } from './text.js';

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
  return studyPage({
    name: instance,
    kind: `${oneLine(family)} methods compared`,
    lead: `${counted(methods.length, 'method')} side by side${texts.titled ?? ''}: ${askedText(record)}.`,
    sections: [
      resultSection(told),
      differenceSection(told),
      ...sections.filter(({ isFolded }) => isFolded !== true),
      trustSection(told),
      convergenceSection(told),
      profileSection(told),
      ...sections.filter(({ isFolded }) => isFolded === true),
      { id: 'runs', title: 'Every run', isFolded: true, body: [shownTable(runTable(told))] },
    ],
    record: embedded,
  });
}

/** Returns the section on which method to take and what it is worth. */
function resultSection(told: ToldComparison): SectionOptions {
  const { record, texts } = told;
  const verdict = verdictText(record);
  const origins = planOrigins(record.runs).map((text) => `${text}.`);
  const caption = [
    '“Best” counts the trials in which no other plan of the same rules is better, of those that all methods ended.',
    ...(texts.notes ?? []),
    ...origins,
  ];
  return {
    id: 'result',
    title: 'Which method to take',
    body: [
      callout('Warnings', shownWarnings(record)),
      verdict === null ? NOTHING : markup`<p data-field="verdict"><strong>${verdict}</strong></p>\n`,
      shownTable(methodTable(told), markup`<p class="caption">${caption.join(' ')}</p>\n`),
    ],
  };
}

function differenceSection(told: ToldComparison): SectionOptions {
  const { differences, reference } = told.record;
  const name = oneLine(reference);
  return {
    id: 'differences',
    title: `Against ${name}, trial by trial`,
    body: [
      shareChart(differences, 'ofReference', {
        id: 'paired-differences',
        title: `Points: mean difference of each method to ${name}; the dashed line is no difference`,
        axis: `% more than ${name}`,
      }),
      shownTable(differenceTable(told)),
    ],
  };
}

/** Returns the section on why this result can be trusted. */
function trustSection(told: ToldComparison): SectionOptions {
  const { bounds, summary, boundScope } = told.record;
  const scope = boundScope === '' ? '' : ` It covers ${oneLine(boundScope)}.`;
  const chart = shareChart(summary, 'gap', {
    id: 'means',
    title: 'Points: mean gap of each method to the proven bound',
    axis: 'mean gap to the bound, %',
    leastShown: MIN_GAP_PERCENT,
  });
  return {
    id: 'bounds',
    title: 'What is proven',
    body: [
      bounds.length === 0 ? NOTHING : chart,
      shownTable(
        boundTable(told),
        markup`<p class="caption">Every plan is judged by the independent checker. A bound is the best of all certificates found; no plan is beyond it, and a gap is what a method leaves and what the bound is loose by, together.${scope}</p>\n`,
      ),
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

/** Returns the section with performance profiles. They need several methods and trials. */
function profileSection({ record: { profiles } }: ToldComparison): SectionOptions {
  const known = profiles.filter(({ losses }) => losses.length > 0);
  const curves = known.map(({ method, losses, trials: of }) => {
    return { method, points: losses.map((loss, n) => ({ x: 100 * loss, y: (n + 1) / of })) };
  });
  return {
    id: 'profiles',
    title: 'Performance profiles',
    isFolded: true,
    body:
      known.length < 2 || known[0]!.trials < 2
        ? []
        : [
            profileChart(curves, {
              title: 'Share of the trials in which a method loses no more than so much to the best one',
              xName: 'loss against the best method of the trial, %',
              yName: 'share of the trials, %',
              fromZero: true,
            }),
            markup`<p class="caption">A line at the left edge: how often a method is the best; further up and further left is better.</p>
`,
            tableOf('Loss against the best method of a trial, over the trials with a plan.', known, [
              { head: 'Method', of: ({ method }) => nameOf(method) },
              numeric('Median', ({ losses }) => {
                const middle = (losses.length - 1) / 2;
                return quantity(gapPercent((losses[Math.floor(middle)]! + losses[Math.ceil(middle)]!) / 2));
              }),
              numeric('Worst', ({ losses }) => quantity(gapPercent(losses.at(-1)))),
            ]),
          ],
  };
}

/** Returns a table followed by further content; nothing if the table has no rows. */
function shownTable<Row>({ caption, rows, columns }: ComparedTable<Row>, below: Content = NOTHING): Content {
  return rows.length === 0 ? NOTHING : [tableOf(caption, rows, columns), below];
}

/** Returns a bar chart of a share in %, with one row for each method that has a value under this key. */
function shareChart(
  rows: readonly { readonly method: string }[],
  key: string,
  { title, ...drawn }: Omit<Parameters<typeof intervalChart>[0], 'rows' | 'mark'>,
): Content {
  const shares = rows.flatMap((row): IntervalRow[] => {
    const mean = valueIn(row, key);
    if (mean === null) return [];
    const { low, high } = intervalIn(row, key) ?? { low: mean, high: mean };
    return [{ name: oneLine(row.method), mean: 100 * mean, low: 100 * low, high: 100 * high }];
  });
  if (shares.length === 0) return NOTHING;
  const intervals = rows.some((row) => intervalIn(row, key) !== null) ? ', with 95 % intervals (Student’s t)' : '';
  return markup`${intervalChart({ ...drawn, title: `${title}${intervals}.`, mark: 0, rows: shares })}\n`;
}
