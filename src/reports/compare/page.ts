import { unlessFew } from '../few-values.js';
import { gapPercent, oneLine } from '../format.js';
import { meanIn, tableSection } from '../html/figure-columns.js';
import { intervalChart, type IntervalRow } from '../html/interval-chart.js';
import { counted, markup, nameOf, NOTHING, quantity, type Content } from '../html/markup.js';
import { callout } from '../html/result-section.js';
import type { SectionOptions } from '../html/section.js';
import { studyPage } from '../html/study-page.js';
import { numeric, tableOf } from '../html/table.js';
import { gapCurves, hasValues, profileChart } from '../study/curve-sections.js';
import { askedText, comparedTables, type ToldComparison, verdictText } from './report.js';

/** Lower end of logarithmic gap axes, %. Smaller gaps are drawn there, because the axis has no 0. */
const MIN_GAP_PERCENT = 1e-4;

/**
 * Returns the HTML page of a comparison. Its sections follow the questions of a reader.
 *
 * @param embedded record of the comparison, embedded as JSON for programs
 */
export async function comparePage(told: ToldComparison, embedded: unknown = told.record): Promise<string> {
  const { record, head = [] } = told;
  const { methods, instance, family, bounds, summary, differences, warnings } = record;
  const reference = oneLine(record.reference);
  const verdict = verdictText(record);
  const answer = [
    callout('Warnings', warnings),
    verdict === null ? NOTHING : markup`<p data-field="verdict"><strong>${verdict}</strong></p>\n`,
  ];
  const gaps = shareChart(bounds.length === 0 ? [] : summary, 'gap', {
    id: 'means',
    title: 'Points: mean gap of each method to the proven bound',
    axis: 'mean gap to the bound, %',
    leastShown: MIN_GAP_PERCENT,
  });
  const shares = shareChart(differences, 'ofReference', {
    id: 'paired-differences',
    title: `Points: mean difference of each method to ${reference}; the dashed line is no difference`,
    axis: `% more than ${reference}`,
  });
  const { methodTable, differenceTable, boundTable, runTable } = comparedTables(told);
  const sections = (await told.sections?.()) ?? [];
  return studyPage({
    name: instance,
    kind: `${oneLine(family)} methods compared`,
    lead: `${counted(methods.length, 'method')} side by side: ${askedText(record)}.${head.map(([label, text]) => ` ${label}: ${text}.`).join('')}`,
    sections: [
      tableSection('result', 'Which method to take', methodTable, answer),
      tableSection('differences', `Against ${reference}, trial by trial`, differenceTable, shares),
      ...sections.filter(({ isFolded }) => isFolded !== true),
      tableSection('bounds', 'What is proven', boundTable, gaps),
      convergenceSection(told),
      profileSection(told),
      ...sections.filter(({ isFolded }) => isFolded === true),
      { ...tableSection('runs', 'Every run', runTable), isFolded: true },
    ],
    record: embedded,
  });
}

function convergenceSection({ record: { convergence } }: ToldComparison): SectionOptions {
  const { axis, to } = convergence;
  const reference = to === 'bound' ? 'the proven bound' : 'the best plan of its trial';
  const shown = `median of each method’s best plan to ${reference}, with the quartiles`;
  const steps = axis === 'steps' ? 'A step is a different amount of work in each method. ' : '';
  const body = [
    gapCurves(convergence, 'convergence', shown, 'all trials'),
    markup`<p class="caption">Nothing is drawn before half of the runs have a plan. ${steps}Values on the way are the methods’ own, the last one of each run is the checker’s.</p>\n`,
  ];
  return {
    id: 'convergence',
    title: 'Best plans on the way',
    isFolded: true,
    body: hasValues(convergence) ? body : [],
  };
}

/** Returns the section with performance profiles; empty if there are too few methods or trials for profiles. */
function profileSection({ record: { profiles } }: ToldComparison): SectionOptions {
  const known = profiles.filter(({ losses }) => losses.length > 0);
  const curves = known.map(({ method, losses, trials }) => {
    return { method, points: [{ x: 0, y: 0 }, ...losses.map((loss, n) => ({ x: 100 * loss, y: (n + 1) / trials }))] };
  });
  const chart = {
    title: 'Share of the trials in which a method loses no more than so much to the best one',
    xName: 'loss against the best method of the trial, %',
    yName: 'share of the trials, %',
    fromZero: true,
  };
  const table = tableOf('Loss against the best method of a trial, over the trials with a plan.', known, [
    { head: 'Method', of: ({ method }) => nameOf(method) },
    numeric('Half within', ({ losses }) => quantity(gapPercent(losses[Math.ceil(losses.length / 2) - 1]))),
    numeric('All within', ({ losses }) => quantity(gapPercent(losses.at(-1)))),
  ]);
  const body = known.length < 2 || known[0]!.trials < 2 ? [] : [profileChart(curves, chart), table];
  return { id: 'profiles', title: 'Performance profiles', isFolded: true, body };
}

/** Returns a chart of the mean shares, %, that methods have under `key`, with confidence intervals. */
function shareChart(
  rows: readonly { readonly method: string }[],
  key: string,
  { title, ...drawn }: Omit<Parameters<typeof intervalChart>[0], 'rows' | 'mark'>,
): Content {
  const means = rows.map((row) => ({ name: oneLine(row.method), ...unlessFew(meanIn(row, key)) }));
  const shares = means.flatMap(({ name, mean, interval }): IntervalRow[] => {
    if (mean === undefined) return [];
    const { low, high } = interval ?? { low: mean, high: mean };
    return [{ name, mean: 100 * mean, low: 100 * low, high: 100 * high }];
  });
  if (shares.length === 0) return NOTHING;
  const intervals = means.some(({ interval }) => interval) ? ', with 95 % intervals (Student’s t)' : '';
  return markup`${intervalChart({ ...drawn, title: `${title}${intervals}.`, mark: 0, rows: shares })}\n`;
}
