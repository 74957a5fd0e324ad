import type { RobustComparisonRecord, RobustMethodSummary } from '../../../studies/compare/robust/record.js';
import { limitsText, plansText, trialsText } from '../../compare-summary.js';
import { fixed, gapPercent, oneLine, percent, seconds, significant } from '../../format.js';
import {
  commonBounds,
  difference,
  formText,
  objectiveName,
  ofHundred,
  probability,
  quantileDigits,
} from '../../robust-compare-format.js';
import { energyText } from '../../robust-summary.js';
import { absent } from '../headline.js';
import { interval } from '../interval.js';
import { counted, figure, markup, nameOf, NOTHING, quantity, type Content, type Markup } from '../markup.js';
import type { SectionOptions } from '../section.js';
import { studyPage } from '../study-page.js';
import { type Column, table } from '../table.js';
import { rangeOf, robustConvergenceChart } from './compare-chart.js';
import { robustDifferenceSection, robustRunsSection } from './compare-tables.js';

/** The page of `plenum compare` for a robust instance. */
export function robustComparePage(record: RobustComparisonRecord): string {
  return studyPage({
    name: record.instance,
    kind: 'robust methods compared',
    lead: markup`${counted(record.methods.length, 'method')} side by side on ${record.problem.toUpperCase()}: ${trialsText(record)}; ${limitsText(record, record.workers)}.`,
    sections: [
      resultSection(record),
      convergenceSection(record),
      robustDifferenceSection(record),
      robustRunsSection(record),
    ],
    record,
  });
}

function resultSection(record: RobustComparisonRecord): SectionOptions {
  const { termination, trials, trialsAsked, warnings, boundScope, workers } = record;
  const interrupted =
    termination === 'interrupted'
      ? markup`<div class="callout"><p>Interrupted: ${String(trials)} of ${counted(trialsAsked, 'trial')} are whole; the figures hold for what was finished.</p></div>\n`
      : NOTHING;
  const warned =
    warnings.length === 0
      ? NOTHING
      : markup`<div class="callout"><strong>Warnings</strong><ul>${warnings.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul></div>\n`;
  const shared =
    workers === 1
      ? 'Runs are made one after another, since two at a time would slow each other down.'
      : `Runs were made ${workers} at a time and slowed each other down: their times are not those of a run by itself.`;
  return {
    id: 'result',
    title: 'Result',
    body: [
      interrupted,
      warned,
      record.summary.length === 0 ? absent('no run came to its end') : methodTable(record),
      boundText(record),
      markup`<p class="caption">The bound is the least of all certificates found: the Lagrangian bound of the instance, run to its end, and those of the methods. ${boundScope === '' ? '' : `It covers ${oneLine(boundScope)}.`} ${shared} Psi and phi are measures to compare plans by, not promises: before promising a deadline or a budget, ask <code>plenum simulate</code>.</p>\n`,
    ],
  };
}

function boundText(record: RobustComparisonRecord): Markup {
  const { bound, boundZ, energyBoundJ } = commonBounds(record);
  const mean = record.bounds.length > 1 ? ', mean over the trials' : '';
  const z = boundZ === null ? NOTHING : markup` (z ${quantity(quantileDigits(boundZ))})`;
  const least = energyBoundJ === null ? 'none' : energyText(energyBoundJ);
  return markup`<p>Proven bound on ${objectiveName(record.problem)}: ${figure('bound', bound, probability)}${z}${mean}. Proven least expected energy: ${least}${mean}.</p>\n`;
}

function methodTable(record: RobustComparisonRecord): Markup {
  const { summary, reference, problem } = record;
  const of = objectiveName(problem);
  const isMakespan = problem === 'mo-ec';
  const numeric = (head: string): Column => ({ head, numeric: true });
  const distances = isMakespan ? [`Bound − ${of}`, 'Deadline slack'] : ['Gap', 'Energy above least'];
  return table({
    caption: `Means over the trials in which the method has a feasible plan, with 95 % intervals (Student’s t; of the share: Clopper and Pearson). “Best”: trials in which no other method has a greater quantile, of those that all methods ended. Reference of the differences: ${oneLine(reference)}.`,
    columns: [
      { head: 'Method' },
      { head: 'Form' },
      numeric('Feasible'),
      numeric('95 % interval'),
      numeric(of),
      numeric('95 % interval'),
      numeric('Bound'),
      ...distances.map(numeric),
      numeric('Expected energy'),
      numeric('Time'),
      numeric('Steps'),
      numeric('Best'),
    ],
    rows: summary.map((one) => [nameOf(one.method), ...methodCells(one, isMakespan)]),
  });
}

function methodCells(one: RobustMethodSummary, isMakespan: boolean): Content[] {
  const { method, plans, withoutPlan, feasibleShare, objective, bound, psiGap, deadlineSlackPercent, gap } = one;
  const { energyGap, energyMeanJ, timeS, steps, best } = one;
  const share = (value: number): { digits: string; unit: string } => ({ digits: fixed(100 * value, 0), unit: '%' });
  return [
    formText(one),
    withoutPlan > 0 ? plansText(one) : `${plans} of ${plans}`,
    interval(feasibleShare, share),
    figure(`objective.${method}`, objective?.mean, probability),
    interval(objective?.interval ?? null, probability),
    quantity(probability(bound?.mean)),
    ...(isMakespan
      ? [
          figure(`psiGap.${method}`, psiGap?.mean, difference),
          figure(`deadlineSlackPercent.${method}`, deadlineSlackPercent?.mean, ofHundred),
        ]
      : [
          figure(`gap.${method}`, gap?.mean, gapPercent),
          figure(`energyGap.${method}`, energyGap?.mean, percent),
        ]),
    energyMeanJ === null ? quantity(null) : markup`<span class="nb">${energyText(energyMeanJ.mean)}</span>`,
    quantity(seconds(timeS?.mean)),
    quantity(steps === null ? null : { digits: significant(steps.mean, 4), unit: '' }),
    String(best),
  ];
}

function convergenceSection({ convergence, problem }: RobustComparisonRecord): SectionOptions {
  const head = { id: 'convergence', title: 'Convergence against the bound' };
  const { axis, at, methods, boundZ } = convergence;
  if (methods.length === 0) return { ...head, body: [absent('no run has a feasible plan')] };
  const every = Math.ceil(at.length / 12);
  const shown = [...at.keys()].filter((n) => n % every === 0 || n === at.length - 1);
  const { min, isCut } = rangeOf(convergence);
  const missing = methods.filter(({ plans, trials }) => 2 * plans < trials).map(({ method }) => oneLine(method));
  return {
    ...head,
    body: [
      robustConvergenceChart(convergence),
      markup`<p class="caption">z is the standard normal quantile of ${objectiveName(problem)}: 0 is a probability of 0.5, 1.282 of 0.9, 2.326 of 0.99. Thick: median over the trials, from where half of them have a feasible plan; thin: least, from where all have one, and greatest. ${boundZ === null || Math.abs(boundZ.median) > 40 ? 'There is no finite bound to draw.' : boundZ.least < boundZ.greatest ? 'Dashed: the proven bounds of the trials, median, least and greatest.' : 'Dashed: the proven bound.'} ${isCut ? `What is below ${significant(min, 3)} is drawn there. ` : ''}${axis === 'steps' ? 'A step is a different amount of work in each method. ' : ''}Values on the way are the methods’ own, the last one of each run is the checker’s.${missing.length === 0 ? '' : ` Not drawn for want of feasible plans: the median of ${missing.join(', ')}.`}</p>\n`,
      markup`<details><summary>Convergence as a table</summary>
${table({
  caption: `Median z over the trials by ${axis === 'seconds' ? 'time' : 'steps'} since the start of the run.`,
  columns: [
    { head: axis === 'seconds' ? 'Time' : 'Steps' },
    ...methods.map(({ method }) => ({ head: nameOf(method), numeric: true })),
  ],
  rows: shown.map((n) => [
    quantity(axis === 'seconds' ? seconds(at[n]) : { digits: significant(at[n]!, 3), unit: '' }),
    ...methods.map(({ median }) => quantity(quantileDigits(median[n]), 'no plan')),
  ]),
})}</details>\n`,
    ],
  };
}
