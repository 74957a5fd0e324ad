import type { RobustComparisonRecord, RobustMethodSummary } from '../../studies/compare/record.js';
import { limitsText, plansText, trialsText } from '../../../../reports/compare-summary.js';
import { gapPercent, oneLine, percent, seconds, significant } from '../../../../reports/format.js';
import {
  commonBounds,
  difference,
  objectiveName,
  ofHundred,
  probability,
  promised,
  quantileDigits,
  shortProbability,
  stepCount,
} from '../compare-format.js';
import { energyText } from '../summary.js';
import { absent } from '../../../../reports/html/section.js';
import { interval } from '../../../../reports/html/interval.js';
import {
  counted,
  figure,
  markup,
  nameOf,
  NOTHING,
  quantity,
  typeset,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { type Column, table } from '../../../../reports/html/table.js';
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
  const { termination, trials, trialsAsked, warnings, boundScope, workers, constraintHandling, improvements } = record;
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
      markup`<p class="caption">Intervals of means are Student’s t at 95 %, cut to 0 … 1. “Best” counts the trials in which no other method has a greater quantile, of those that all methods ended. Constraint handling of searches: ${constraintHandling}${improvements.length === 0 ? '' : `, with improvements ${improvements.join(' ')}`}, where a label says no other. The bound is the least of all certificates found: the Lagrangian bound of the instance, run to its end, and those of the methods. ${boundScope === '' ? '' : `It covers ${oneLine(boundScope)}.`} ${shared} “All cores in time” and “Budget until last core”, the probability that the energy stays within its budget until the last core of every node is done, are what can be promised, if times are Gaussian and independent; Psi and phi are the thesis’ measures, which the methods search by: Psi is of the least certain core alone, phi takes nodes to be on until the core expected to be last. Before promising a deadline or a budget, ask <code>plenum simulate</code>.</p>\n`,
    ],
  };
}

function methodTable(record: RobustComparisonRecord): Markup {
  const { summary, problem } = record;
  const of = objectiveName(problem);
  const isMakespan = problem === 'mo-ec';
  const numeric = (head: string): Column => ({ head, numeric: true });
  const distances = isMakespan ? [`Bound − ${of}`, 'Deadline slack'] : ['Gap', 'Energy above least'];
  return table({
    caption: 'Means over the trials in which the method has a feasible plan, and what is proven of all plans.',
    columns: [
      { head: 'Method' },
      numeric('Feasible'),
      numeric('All cores in time'),
      numeric('Budget until last core'),
      numeric(of),
      numeric('95 % interval'),
      ...distances.map(numeric),
      numeric('Energy'),
      numeric('Time'),
      numeric('Steps'),
      numeric('Best'),
    ],
    rows: summary.map((one) => [nameOf(one.method), ...methodCells(one, isMakespan)]),
    foot: boundCells(record),
  });
}

function boundCells(record: RobustComparisonRecord): Content[] {
  const { bound, boundZ, energyBoundJ, timeS } = commonBounds(record);
  const isProvenInfeasible = record.bounds.some(({ infeasibility }) => infeasibility !== undefined);
  return [
    record.bounds.length > 1 ? 'Proven bound, mean' : 'Proven bound',
    '',
    '',
    '',
    figure('bound', bound, probability, isProvenInfeasible ? 'no plan is feasible' : 'none'),
    boundZ === null ? '' : markup`z ${quantity(quantileDigits(boundZ))}`,
    '',
    '',
    energyBoundJ === null ? quantity(null) : markup`<span class="nb">${energyText(energyBoundJ)}</span>`,
    quantity(seconds(timeS)),
    '',
    '',
  ];
}

function methodCells(one: RobustMethodSummary, isMakespan: boolean): Content[] {
  const { method, plans, withoutPlan, objective, psiGap, deadlineSlackPercent, gap } = one;
  const { allInTime, budgetUntilLastCore, energyGap, energyMeanJ, timeS, steps, best } = one;
  return [
    withoutPlan > 0 ? plansText(one) : `${plans} of ${plans}`,
    figure(`allInTime.${method}`, allInTime?.mean, promised),
    figure(`budgetUntilLastCore.${method}`, budgetUntilLastCore?.mean, promised),
    figure(`objective.${method}`, objective?.mean, probability),
    interval(objective?.interval ?? null, shortProbability),
    ...(isMakespan
      ? [
          figure(`psiGap.${method}`, psiGap?.mean, difference),
          figure(`deadlineSlackPercent.${method}`, deadlineSlackPercent?.mean, ofHundred),
        ]
      : [figure(`gap.${method}`, gap?.mean, gapPercent), figure(`energyGap.${method}`, energyGap?.mean, percent)]),
    energyMeanJ === null ? quantity(null) : markup`<span class="nb">${energyText(energyMeanJ.mean)}</span>`,
    quantity(seconds(timeS?.mean)),
    quantity(stepCount(steps?.mean)),
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
      markup`<p class="caption">z is the standard normal quantile of ${objectiveName(problem)}: 0 is a probability of 0.5, 1.282 of 0.9, 2.326 of 0.99. Thick: median over the trials, from where half of them have a feasible plan; thin: least, from where all have one, and greatest. ${boundZ === null || Math.abs(boundZ.median) > 40 ? 'There is no finite bound to draw.' : boundZ.least < boundZ.greatest ? 'Dashed: the proven bounds of the trials, median, least and greatest.' : 'Dashed: the proven bound.'} ${isCut ? `What is below ${typeset(significant(min, 3))} is drawn there. ` : ''}${axis === 'steps' ? 'A step is a different amount of work in each method. ' : ''}Values on the way are the methods’ own, the last one of each run is the checker’s.${missing.length === 0 ? '' : ` Not drawn for want of feasible plans: the median of ${missing.join(', ')}.`}</p>\n`,
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
