import { J_PER_MJ, S_PER_H } from '../../../../../models/units.js';
import {
  balance,
  BEST,
  ENDED,
  GAP,
  LEFT_OUT,
  METHOD,
  numeric,
  percentRows,
  SEED,
  STEPS,
  TIME,
  workersText,
} from '../../../../reports/compare/page.js';
import type { ComparePage, PageColumn } from '../../../../reports/compare/report.js';
import { plansText } from '../../../../reports/compare/words.js';
import {
  fixed,
  gapPercent,
  type Measured,
  oneLine,
  percent,
  seconds,
  type Shown,
  significant,
} from '../../../../reports/format.js';
import { intervalChart } from '../../../../reports/html/interval-chart.js';
import { interval } from '../../../../reports/html/interval.js';
import {
  figure,
  markup,
  nameOf,
  NOTHING,
  quantity,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import type {
  UtilityComparisonRecord,
  UtilityCompareRun,
  UtilityDifference,
  UtilitySummary,
  UtilityTrialBound,
} from '../../studies/compare/comparison.js';
import { budgetText } from '../compare-format.js';
import { courseSection } from './course-section.js';
import { profileSection } from './profile-section.js';

type Page = ComparePage<UtilityCompareRun, UtilitySummary, UtilityDifference, UtilityTrialBound>;

/** Greatest number of trials in the table of gaps; the others are in compare.csv. Ours. */
const MAX_TRIALS_SHOWN = 50;

/** The page of a comparison of policies. */
export function utilityComparePage(record: UtilityComparisonRecord): Page {
  return {
    kind: 'utility policies compared',
    on: ` on ${record.environment} tasks`,
    result: sharesChart(record),
    methods: methodTable(record),
    caption: resultCaption(record),
    sections: [courseSection(record), profileSection(record)],
    convergence: null,
    differences: differencesOf(record),
    more: [gapSection(record)],
    runsTitle: 'Runs and bounds',
    bounds: {
      caption: 'The proven bounds, and how long each took. One more MJ raises a bound by at most its price.',
      columns: [
        { head: 'Trial', of: ({ trial }) => (record.variants ? String(trial + 1) : 'all') },
        numeric('Seed', ({ seed }) => (record.variants ? String(seed) : 'any')),
        numeric('Bound', ({ bound }) => quantity(utility(bound))),
        numeric('One more MJ', ({ utilityPerMJ }) => quantity(utility(utilityPerMJ), 'no budget')),
        TIME,
      ],
    },
    runs: runTable(record),
  };
}

function sharesChart({ summary }: UtilityComparisonRecord): Content {
  const rows = percentRows(summary, ({ shareOfBound }) => shareOfBound);
  if (rows.length === 0) return NOTHING;
  return markup`${intervalChart({
    id: 'shares',
    title: 'A point for each policy: mean utility as a share of the proven bound, with its 95 % interval.',
    axis: 'utility, % of the proven bound',
    rows,
    range: [0, 100],
  })}\n`;
}

function methodTable({ environment, energyBudgetJ, costBudgetUsd }: UtilityComparisonRecord): Page['methods'] {
  const budgeted: readonly PageColumn<UtilitySummary>[] =
    budgetText({ energyBudgetJ, costBudgetUsd }) === null
      ? []
      : [numeric('98 % spent at', ({ used98S }) => quantity(hours(used98S?.mean), 'never'))];
  const preempted: readonly PageColumn<UtilitySummary>[] =
    environment === 'preemptive'
      ? [numeric('Preemptions', ({ preemptions }) => quantity(counted(preemptions?.mean)))]
      : [];
  return {
    caption: 'Means over the trials in which the policy has a schedule that passes the checker.',
    columns: [
      METHOD,
      numeric('Plans', plansText),
      numeric('Utility', ({ method, objective }) => figure(`objective.${method}`, objective?.mean, utility)),
      numeric('Of the bound', ({ method, shareOfBound }) =>
        figure(`shareOfBound.${method}`, shareOfBound?.mean, percent),
      ),
      numeric('95 % interval', ({ shareOfBound }) => interval(shareOfBound?.interval ?? null, percent)),
      numeric('Of immediate', ({ shareOfImmediate }) => quantity(percent(shareOfImmediate?.mean))),
      numeric('Of starting', ({ shareOfStarting }) => quantity(percent(shareOfStarting?.mean))),
      numeric('Energy', ({ energyMeasuredJ }) => quantity(megajoules(energyMeasuredJ?.mean))),
      ...budgeted,
      numeric('Completed', ({ completed }) => quantity(counted(completed?.mean))),
      numeric('Dropped', ({ dropped }) => quantity(counted(dropped?.mean))),
      ...preempted,
      numeric('Time', ({ timeS }) => quantity(seconds(timeS?.mean))),
      BEST,
    ],
  };
}

function resultCaption(record: UtilityComparisonRecord): Markup {
  const { boundScope, workers, trials, variants } = record;
  const same = variants
    ? 'Every trial draws types, arrivals and utilities anew, the same for all policies.'
    : 'All trials are of the instance itself: only a policy that draws differs between them, the others are run once.';
  const limit = budgetText(record);
  const budget =
    limit === null
      ? 'The measured time has no budget.'
      : `The measured time has a budget of ${limit}; the hour at which 98 % of it was spent is a mean over the trials in which it ever was.`;
  return markup`Utility and energy are those of the measured time. Immediate: what would be earned if every task started at the first mapping event from its arrival on, alone, where it ends first within the budget; starting: the starting utilities that arrive. ${same} Intervals are Student’s t at 95 %. “Best” counts the ${trials === 1 ? 'trial' : 'trials'} in which no other policy earns more. ${budget} ${boundScope === '' ? '' : `The bound covers ${oneLine(boundScope)}.`} ${workersText(workers)}`;
}

function differencesOf({ reference, differences }: UtilityComparisonRecord): Page['differences'] {
  const rows = percentRows(differences, ({ shareOfBound }) => shareOfBound);
  return {
    title: `Against ${oneLine(reference)}, trial by trial`,
    ...(rows.length === 0
      ? {}
      : {
          chart: intervalChart({
            id: 'difference-chart',
            title: `A point for each policy: its share of the bound less that of ${oneLine(reference)}, with its 95 % interval.`,
            axis: `share of the bound less that of ${oneLine(reference)}, % of the bound`,
            rows,
            mark: 0,
          }),
        }),
    table: {
      caption: `Utility, and its share of the bound, less those of ${oneLine(reference)} in the same trial, with 95 % intervals.`,
      columns: [
        METHOD,
        numeric('Utility', ({ objective }) => quantity(utility(objective?.mean))),
        numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, utility)),
        numeric('Of the bound', ({ shareOfBound }) => quantity(percent(shareOfBound?.mean))),
        numeric('95 % interval', ({ shareOfBound }) => interval(shareOfBound?.interval ?? null, percent)),
        numeric('More / less / same', ({ objective }) => balance(objective)),
        LEFT_OUT,
      ],
    },
  };
}

/** Section with the gap to the bound of every trial. */
function gapSection({ methods, runs, bounds, variants }: UtilityComparisonRecord): SectionOptions {
  const head = { id: 'gaps', title: 'Gap to the bound, trial by trial' };
  const trials = [...new Map(runs.map(({ trial, seed }) => [trial, seed]))].sort(([one], [other]) => one - other);
  if (bounds.every(({ bound }) => bound === null) || trials.length === 0) {
    return { ...head, body: [] };
  }
  const shown = trials.slice(0, MAX_TRIALS_SHOWN);
  const left = trials.length - shown.length;
  const gaps = new Map(runs.map(({ method, trial, gap }) => [`${method}\n${trial}`, gap]));
  return {
    ...head,
    body: [
      table({
        caption: `(Bound − utility) / bound: what the policy leaves and what the bound is loose by, together.${left > 0 ? ` ${left} more trials are in compare.csv.` : ''}`,
        columns: [
          { head: 'Trial', numeric: true },
          { head: 'Seed', numeric: true },
          { head: 'Bound', numeric: true },
          ...methods.map((method) => ({ head: nameOf(method), numeric: true })),
        ],
        rows: shown.map(([trial, seed]): Content[] => [
          String(trial + 1),
          String(seed),
          quantity(utility((bounds.find((one) => !variants || one.trial === trial) ?? null)?.bound)),
          ...methods.map((method) => quantity(gapPercent(gaps.get(`${method}\n${trial}`)), '–')),
        ]),
      }),
    ],
  };
}

function runTable({ energyBudgetJ, costBudgetUsd, environment }: UtilityComparisonRecord): Page['runs'] {
  return {
    caption: 'Every run.',
    columns: [
      METHOD,
      SEED,
      numeric('Utility', ({ objective }) => quantity(utility(objective), 'no schedule')),
      numeric('Of the bound', ({ shareOfBound }) => quantity(percent(shareOfBound))),
      GAP,
      numeric('Energy', ({ energyMeasuredJ }) => quantity(megajoules(energyMeasuredJ))),
      ...(budgetText({ energyBudgetJ, costBudgetUsd }) === null
        ? []
        : [
            numeric('98 % spent at', ({ used98S }: UtilityCompareRun) => quantity(hours(used98S), 'never')),
            numeric('99 % spent at', ({ used99S }: UtilityCompareRun) => quantity(hours(used99S), 'never')),
          ]),
      numeric('Completed', ({ completed }) => quantity(counted(completed))),
      numeric('Dropped', ({ dropped }) => quantity(counted(dropped))),
      ...(environment === 'preemptive'
        ? [numeric('Preemptions', ({ preemptions }: UtilityCompareRun) => quantity(counted(preemptions)))]
        : []),
      TIME,
      STEPS,
      ENDED,
    ],
  };
}

function shown(value: Measured, write: (value: number) => string, unit = ''): Shown | null {
  return value === null || value === undefined ? null : { digits: write(value), unit };
}

function utility(value: Measured): Shown | null {
  return shown(value, (one) => significant(one, 6));
}

function megajoules(joules: Measured): Shown | null {
  return shown(joules, (one) => significant(one / J_PER_MJ, 6), 'MJ');
}

function hours(seconds: Measured): Shown | null {
  return shown(seconds, (one) => fixed(one / S_PER_H, 2), 'h');
}

function counted(value: Measured): Shown | null {
  return shown(value, (one) => String(Number(significant(one, 5))));
}
