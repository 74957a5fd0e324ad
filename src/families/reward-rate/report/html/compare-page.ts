import type { ComparisonRecord, MethodSummary } from '../../studies/compare/record.js';
import { limitsText, trialsText } from '../../../../reports/compare-summary.js';
import { aligned, gapPercent, oneLine, percent, seconds, significant, type Shown } from '../../../../reports/format.js';
import { convergenceChart, MIN_GAP } from './compare-chart.js';
import { naiveSection, runsSection } from './compare-tables.js';
import { absent } from '../../../../reports/html/section.js';
import { intervalChart } from '../../../../reports/html/interval-chart.js';
import { interval } from '../../../../reports/html/interval.js';
import {
  counted,
  figure,
  markup,
  nameOf,
  NOTHING,
  quantity,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { table } from '../../../../reports/html/table.js';

/** The page of `plenum compare`. */
export function comparePage(record: ComparisonRecord): string {
  return studyPage({
    name: record.instance,
    kind: 'methods compared',
    lead: markup`${counted(record.methods.length, 'method')} side by side: ${trialsText(record)}; ${limitsText(record)}.`,
    sections: [
      resultSection(record),
      convergenceSection(record),
      differenceSection(record),
      ...(record.naive.length > 0 ? [naiveSection(record)] : []),
      runsSection(record),
    ],
    record,
  });
}

function resultSection(record: ComparisonRecord): SectionOptions {
  const { summary, termination, trials, trialsAsked, warnings, boundScope } = record;
  const interrupted =
    termination === 'interrupted'
      ? markup`<div class="callout"><p>Interrupted: ${String(trials)} of ${counted(trialsAsked, 'trial')} are whole; the figures hold for what was finished.</p></div>\n`
      : NOTHING;
  const warned =
    warnings.length === 0
      ? NOTHING
      : markup`<div class="callout"><strong>Warnings</strong><ul>${warnings.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul></div>\n`;
  const rows = summary.flatMap(({ method, gap }) => {
    if (gap === null) return [];
    const { low, high } = gap.interval ?? { low: gap.mean, high: gap.mean };
    return [{ name: method, mean: 100 * gap.mean, low: 100 * low, high: 100 * high }];
  });
  return {
    id: 'result',
    title: 'Result',
    body: [
      interrupted,
      warned,
      rows.length === 0
        ? absent('no run ended with a feasible plan and a bound')
        : intervalChart({
            id: 'gap-means',
            title: 'Points: mean gap of each method to the trial’s proven bound, with 95 % intervals.',
            axis: 'mean gap to the bound, %',
            rows,
            mark: 0,
            leastShown: 100 * MIN_GAP,
          }),
      methodTable(record),
      markup`<p class="caption">The bound of a trial is the least of all certificates found in it: the configuration LP’s own, run to its end, and those of the methods. ${boundScope === '' ? '' : `It covers ${oneLine(boundScope)}.`} Runs are made one after another, since two at a time would slow each other down.</p>\n`,
    ],
  };
}

function methodTable({ summary, reference }: ComparisonRecord): Markup {
  const reward = aligned(
    summary.map(({ objective }) => objective?.mean),
    6,
  );
  return table({
    caption: `Means over the trials in which the method has a feasible plan, with 95 % intervals (Student’s t). “Best”: trials in which no other method earns more, of those that all methods ended. Reference of the differences: ${oneLine(reference)}.`,
    columns: [
      { head: 'Method' },
      { head: 'Trials with a plan', numeric: true },
      { head: 'Reward/s', numeric: true },
      { head: '95 % interval', numeric: true },
      { head: 'Gap', numeric: true },
      { head: '95 % interval', numeric: true },
      { head: 'Time', numeric: true },
      { head: 'Best', numeric: true },
    ],
    rows: summary.map((one) => [nameOf(one.method), ...methodCells(one, reward)]),
  });
}

function methodCells(one: MethodSummary, reward: (value: number | undefined) => Shown | null): Content[] {
  const { plans, withoutPlan, objective, gap, timeS, best } = one;
  return [
    `${plans} of ${plans + withoutPlan}`,
    figure(`objective.${one.method}`, objective?.mean, () => reward(objective?.mean)),
    interval(objective?.interval ?? null, (value) => reward(value)),
    figure(`gap.${one.method}`, gap?.mean, gapPercent),
    interval(gap?.interval ?? null, gapPercent),
    quantity(seconds(timeS?.mean)),
    String(best),
  ];
}

function convergenceSection({ convergence }: ComparisonRecord): SectionOptions {
  const head = { id: 'convergence', title: 'Convergence against the bound' };
  if (convergence.methods.length === 0) return { ...head, body: [absent('no run has a bound and a plan over time')] };
  const { timeS, methods } = convergence;
  const every = Math.ceil(timeS.length / 12);
  const shown = [...timeS.keys()].filter((n) => n % every === 0 || n === timeS.length - 1);
  return {
    ...head,
    body: [
      convergenceChart(convergence),
      markup`<p class="caption">Thick: median over the trials; thin: least and greatest. 100 % until there is a plan, to the end where a run finds none; gaps below ${significant(100 * MIN_GAP, 1)} % are drawn there. Values on the way are the methods’ own, the last one of each run is the checker’s. Naive forms have no such line: on the way they see other rewards.</p>\n`,
      markup`<details><summary>Convergence as a table</summary>
${table({
  caption: 'Median gap over the trials by time since the start of the run.',
  columns: [{ head: 'Time' }, ...methods.map(({ method }) => ({ head: nameOf(method), numeric: true }))],
  rows: shown.map((n) => [
    quantity(seconds(timeS[n])),
    ...methods.map(({ median }) => quantity(gapPercent(median[n]))),
  ]),
})}</details>\n`,
    ],
  };
}

function differenceSection({ differences, reference }: ComparisonRecord): SectionOptions {
  const head = { id: 'differences', title: 'Differences, trial by trial' };
  if (differences.length === 0) return { ...head, body: [absent('only one method was run')] };
  const reward = aligned(differences.flatMap(({ objective }) => (objective === null ? [] : [objective.mean])));
  const rows = differences.flatMap(({ method, ofBound }) => {
    if (ofBound === null) return [];
    const { low, high } = ofBound.interval ?? { low: ofBound.mean, high: ofBound.mean };
    return [{ name: method, mean: 100 * ofBound.mean, low: 100 * low, high: 100 * high }];
  });
  return {
    ...head,
    body: [
      rows.length === 0
        ? NOTHING
        : intervalChart({
            id: 'paired-differences',
            title:
              'Points: mean difference of each method to the reference, with 95 % intervals; the dashed line is no difference.',
            axis: `% of the bound more than ${oneLine(reference)}`,
            rows,
            mark: 0,
          }),
      table({
        caption: `Reward less that of ${oneLine(reference)} in the same trial, with 95 % intervals. Trials in which only one of the two has a plan are left out and counted.`,
        columns: [
          { head: 'Method' },
          { head: 'Reward/s', numeric: true },
          { head: '95 % interval', numeric: true },
          { head: 'Of the bound', numeric: true },
          { head: 'More / less / same', numeric: true },
          { head: 'Left out', numeric: true },
        ],
        rows: differences.map(({ method, objective, ofBound, unpaired }) => [
          nameOf(method),
          quantity(reward(objective?.mean)),
          interval(objective?.interval ?? null, reward),
          quantity(percent(ofBound?.mean)),
          objective === null ? 'none' : `${objective.wins} / ${objective.losses} / ${objective.ties}`,
          String(unpaired),
        ]),
      }),
    ],
  };
}
