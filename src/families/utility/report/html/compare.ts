import {
  balance,
  BEST,
  ENDED,
  GAP,
  LEFT_OUT,
  METHOD,
  numeric,
  percentRows,
  roundStep,
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
import { BLUE, GREEN, INK, seriesColour, VERMILLION } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type {
  UtilityComparisonRecord,
  UtilityCompareRun,
  UtilityDifference,
  UtilitySummary,
  UtilityTrialBound,
} from '../../studies/compare/comparison.js';
import { budgetText } from '../compare-format.js';
import type { DayCourse } from '../../studies/compare/day-course.js';
import { type PanelLine, smallMultiples } from './small-multiples.js';

type Page = ComparePage<UtilityCompareRun, UtilitySummary, UtilityDifference, UtilityTrialBound>;

/** Joules in a megajoule. */
const J_PER_MJ = 1e6;
/** Seconds in an hour. */
const S_PER_H = 3600;
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
  return markup`Utility and energy are those of the measured time. Immediate: what would be earned if every task started when it arrives, where it ends first; starting: the starting utilities that arrive. ${same} Intervals are Student’s t at 95 %. “Best” counts the ${trials === 1 ? 'trial' : 'trials'} in which no other policy earns more. ${budget} ${boundScope === '' ? '' : `The bound covers ${oneLine(boundScope)}.`} ${workersText(workers)}`;
}

/** Section with the day of every policy, in small multiples on common scales. */
function courseSection(record: UtilityComparisonRecord): SectionOptions {
  const head = { id: 'courses', title: 'The day of every policy' };
  const { courses, courseBorderS: borders, energyBudgetJ, variants } = record;
  const drawn = courses.flatMap(({ method, course }) => (course === null ? [] : [{ method, course }]));
  if (drawn.length === 0) return { ...head, body: [absent('no policy has a schedule')] };
  // Minutes where all is over within two hours.
  const [unit, unitS] = borders.at(-1)! >= 7200 ? ['h', S_PER_H] : ['min', 60];
  const whole = borders.at(-1)! / unitS;
  const middle = borders.slice(1).map((end, b) => (end + borders[b]!) / 2 / unitS);
  /** Means over stretches stand in their middles; the ends keep the axis as long as the measured time. */
  const means = (values: readonly (number | null)[]): PanelLine['points'] => [
    [0, null],
    ...middle.map((x, b) => [x, values[b]!] as const),
    [whole, null],
  ];
  const sums = (values: readonly number[]): PanelLine['points'] => [
    [0, 0],
    ...values.map((value, b) => [borders[b + 1]! / unitS, value] as const),
  ];
  const goal: readonly PanelLine[] =
    energyBudgetJ === null
      ? []
      : [{ colour: INK, dashed: true, points: [[0, 0] as const, [whole, energyBudgetJ / J_PER_MJ] as const] }];
  const xName = `time since the beginning of the measured time, ${unit}`;
  const panels = (lines: (course: DayCourse) => readonly PanelLine[]) =>
    drawn.map(({ method, course }) => ({ name: oneLine(method), lines: lines(course) }));
  const averaged = variants ? ' Means over the trials.' : '';
  return {
    ...head,
    body: [
      markup`<h3>Utility earned per hour</h3>\n`,
      smallMultiples({
        ...{ id: 'earned-panels', xName },
        title: 'A panel for each policy with a line over time: utility earned per hour by what runs.',
        panels: panels(({ earnedPerH }) => [{ colour: BLUE, points: means(earnedPerH) }]),
      }),
      markup`<p class="caption">Upright: utility per hour, over ${stretchText(borders)} a point; what a task earns is spread over its execution.${averaged}</p>\n`,
      markup`<h3>Energy spent${energyBudgetJ === null ? '' : ' against the even goal'}</h3>\n`,
      smallMultiples({
        ...{ id: 'energy-panels', xName },
        title: `A panel for each policy with a line over time: energy drawn since the measured time began${energyBudgetJ === null ? '' : ', beside a dashed line that spends the budget evenly'}.`,
        panels: panels(({ drawnMJ }) => [...goal, { colour: VERMILLION, points: sums(drawnMJ) }]),
      }),
      markup`<p class="caption">Upright: energy drawn since the measured time began, MJ.${energyBudgetJ === null ? ' There is no budget.' : ' Dashed: the budget spent at an even rate. A line that ends flat at the top has run dry; one that ends below it has energy left.'}${averaged}</p>\n`,
      markup`<h3>Tasks that wait</h3>\n`,
      smallMultiples({
        ...{ id: 'queue-panels', xName },
        title: 'A panel for each policy with a line over time: number of tasks that wait.',
        panels: panels(({ waiting }) => [{ colour: GREEN, points: means(waiting) }]),
      }),
      markup`<p class="caption">Upright: tasks that have arrived, do not run and were not dropped or fixed, mean over the mapping events of ${stretchText(borders)}.${averaged}</p>\n`,
    ],
  };
}

function stretchText(borders: readonly number[]): string {
  const lengthS = borders[1]!;
  const [length, unit] = lengthS >= S_PER_H ? [lengthS / S_PER_H, 'h'] : [lengthS / 60, 'min'];
  return `${Number(significant(length, 3))} ${unit}`;
}

/** Section with the performance profiles. */
function profileSection({ profiles, trials }: UtilityComparisonRecord): SectionOptions {
  const head = { id: 'profiles', title: 'Performance profiles' };
  const known = profiles.filter(({ losses }) => losses.length > 0);
  if (known.length < 2 || trials < 2) {
    return {
      ...head,
      body: [absent(trials < 2 ? 'there is one trial: the table above says it all' : 'only one policy was run')],
    };
  }
  const widest = 100 * Math.max(...known.flatMap(({ losses }) => losses));
  // A whole number of steps, behind the last change of any line.
  const step = roundStep(Math.max(widest, 1e-3) / 8);
  const end = step * Math.ceil((1.02 * widest) / step + 1e-9) || step;
  return {
    ...head,
    body: [
      seriesChart({
        id: 'profiles-chart',
        title:
          'A stepped line for each policy: share of the trials in which it loses no more than so much to the best one.',
        xName: 'utility lost to the best policy of the trial, %',
        yName: 'share of trials, %',
        range: [0, 100],
        fromZero: true,
        series: known.map(({ method, losses, trials: of }, n) => ({
          ...{ name: oneLine(method), colour: seriesColour(n), dashed: n >= 6, step: true, plain: true },
          points: stepsOf(losses, of, end),
        })),
      }),
      markup`<p class="caption">Upright: share of the ${String(known[0]!.trials)} trials in which a policy earns at most so much less than the best policy of the same trial. A line at the left edge: how often it is the best; further up and further left is better.</p>\n`,
      table({
        caption: 'Utility lost to the best policy of a trial: of all trials with a schedule.',
        columns: [
          { head: 'Method' },
          { head: 'Best in', numeric: true },
          { head: 'Median', numeric: true },
          { head: 'Worst', numeric: true },
        ],
        rows: known.map(({ method, losses }): Content[] => [
          nameOf(method),
          String(losses.filter((loss) => loss <= TIE).length),
          quantity(gapPercent(median(losses))),
          quantity(gapPercent(losses.at(-1))),
        ]),
      }),
    ],
  };
}

/** Relative difference up to which utilities are equal but for rounding, as in the count of best policies. */
const TIE = 1e-9;

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** Steps of a profile: after each loss the share of trials that lose no more. */
function stepsOf(losses: readonly number[], trials: number, end: number): (readonly [number, number])[] {
  const shareAt = (loss: number): number => (100 * losses.filter((one) => one <= loss + TIE).length) / trials;
  const places = [0, ...new Set(losses.filter((loss) => loss > TIE))];
  return [...places.map((loss) => [100 * loss, shareAt(loss)] as const), [end, shareAt(Infinity)] as const];
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
    return { ...head, body: [absent('no bound was proven')] };
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
