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
import type { ComparePage } from '../../../../reports/compare/report.js';
import { aligned, gapPercent, oneLine, percent, seconds, significant } from '../../../../reports/format.js';
import { interval } from '../../../../reports/html/interval.js';
import { intervalChart } from '../../../../reports/html/interval-chart.js';
import { figure, markup, nameOf, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { planOrigins } from '../../../../reports/plan-origins.js';
import type { BoundFrame, MethodDifference, MethodSummary } from '../../../../studies/compare/record.js';
import type { CompareRun, RewardRateComparisonRecord } from '../../studies/compare/comparison.js';

/** Least gap drawn as it is, a fraction; smaller ones are drawn here (ours: a logarithmic scale has no 0). */
const MIN_GAP = 1e-6;

type Page = ComparePage<CompareRun, MethodSummary, MethodDifference<'ofBound'>, BoundFrame>;

/** The page of a comparison of reward-rate methods. */
export function rewardRateComparePage(record: RewardRateComparisonRecord): Page {
  const { reference, boundScope, convergence, naive, runs } = record;
  return {
    kind: 'methods compared',
    result: gapChart(record),
    methods: methodTable(record),
    caption: markup`${record.boundPerRun === true ? 'Each run has a bound of its own, for the nodes on standby of its plan, in the air that they cause: gaps of plans with other nodes on standby do not compare.' : 'The bound of a trial is the least of all certificates found in it: the configuration LP’s own, run to its end, and those of the methods.'} ${boundScope === '' ? '' : `It covers ${oneLine(boundScope)}.`} ${workersText(record.workers)}`,
    convergence:
      convergence.methods.length === 0
        ? null
        : {
            chart: () => convergenceChart(record),
            caption: () =>
              markup`Thick: median over the trials; thin: least and greatest. 100 % until there is a plan, to the end where a run finds none; gaps below ${significant(100 * MIN_GAP, 1)} % are drawn there. Values on the way are the methods’ own, the last one of each run is the checker’s. Naive forms have no such line: on the way they see other rewards.`,
            table: 'Median gap over the trials by',
            cell: (gap) => quantity(gapPercent(gap)),
          },
    differences: differencesOf(record, reference),
    more: naive.length > 0 ? [naiveSection(record)] : [],
    ...runTables(record),
    aboveRuns: planOrigins(runs).map((text) => markup`<p>${text}.</p>\n`),
  };
}

function gapChart({ summary, boundPerRun }: RewardRateComparisonRecord): Markup {
  const rows = percentRows(summary, ({ gap }) => gap);
  if (rows.length === 0) return NOTHING;
  return intervalChart({
    id: 'gap-means',
    title: `Points: mean gap of each method to the proven bound of ${boundPerRun === true ? 'its own runs' : 'the trial'}, with 95 % intervals.`,
    axis: 'mean gap to the bound, %',
    rows,
    mark: 0,
    leastShown: 100 * MIN_GAP,
  });
}

function methodTable({ summary, reference }: RewardRateComparisonRecord): Page['methods'] {
  const reward = aligned(
    summary.map(({ objective }) => objective?.mean),
    6,
  );
  return {
    caption: `Means over the trials in which the method has a feasible plan, with 95 % intervals (Student’s t). “Best”: trials in which no other method earns more, of those that all methods ended. Reference of the differences: ${oneLine(reference)}.`,
    columns: [
      METHOD,
      numeric('Trials with a plan', ({ plans, withoutPlan }) => `${plans} of ${plans + withoutPlan}`),
      numeric('Reward/s', ({ method, objective }) =>
        figure(`objective.${method}`, objective?.mean, () => reward(objective?.mean)),
      ),
      numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, (value) => reward(value))),
      numeric('Gap', ({ method, gap }) => figure(`gap.${method}`, gap?.mean, gapPercent)),
      numeric('95 % interval', ({ gap }) => interval(gap?.interval ?? null, gapPercent)),
      numeric('Time', ({ timeS }) => quantity(seconds(timeS?.mean))),
      BEST,
    ],
  };
}

/** Gap to the bound over time on logarithmic scales, one line per method with its spread over the trials. */
function convergenceChart({
  convergence: { methods },
}: RewardRateComparisonRecord): ReturnType<NonNullable<Page['convergence']>['chart']> {
  const drawn = methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]);
  // A gap of 0 stands at the least one, not at the least of the others.
  const lowest = Math.max(MIN_GAP, Math.min(...drawn.filter((gap) => gap !== null), 1));
  const floor = 10 ** Math.floor(Math.log10(lowest) - 1e-9);
  return {
    id: 'gap-over-time',
    title:
      'Lines over time, both scales logarithmic: median gap of each method to the proven bound; thin lines: least and greatest over the trials.',
    yOf: (gap) => 100 * Math.max(floor, gap),
    // Nothing has a plan before the first time.
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

function differencesOf({ differences }: RewardRateComparisonRecord, reference: string): Page['differences'] {
  const reward = aligned(differences.flatMap(({ objective }) => (objective === null ? [] : [objective.mean])));
  const rows = percentRows(differences, ({ ofBound }) => ofBound);
  return {
    title: 'Differences, trial by trial',
    chart:
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
    table: {
      caption: `Reward less that of ${oneLine(reference)} in the same trial, with 95 % intervals. Trials in which only one of the two has a plan are left out and counted.`,
      columns: [
        METHOD,
        numeric('Reward/s', ({ objective }) => quantity(reward(objective?.mean))),
        numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, reward)),
        numeric('Of the bound', ({ ofBound }) => quantity(percent(ofBound?.mean))),
        numeric('More / less / same', ({ objective }) => balance(objective)),
        LEFT_OUT,
      ],
    },
  };
}

/** Section on aware against naive forms: rewards that naive forms claim, earn and lose. */
function naiveSection({ naive }: RewardRateComparisonRecord): SectionOptions {
  const reward = aligned(naive.flatMap(({ claimed, actual }) => [claimed?.mean, actual?.mean]));
  const heads = ['Trials', 'Claimed, reward/s', 'Actual, reward/s', 'Lost', '95 % interval'];
  return {
    id: 'naive',
    title: 'Aware against naive',
    body: [
      table({
        caption:
          'A naive form plans as if nothing interfered. Claimed: what its plans would then earn; actual: what they earn; lost: the share co-location takes, with its 95 % interval (Fieller). Means over the trials.',
        columns: [
          { head: 'Method' },
          ...[...heads, 'Aware earns more, reward/s', '95 % interval'].map((head) => ({ head, numeric: true })),
        ],
        rows: naive.map(({ method, plans, claimed, actual, kept, awareLessNaive }) => [
          nameOf(method),
          String(plans),
          quantity(reward(claimed?.mean)),
          quantity(reward(actual?.mean)),
          quantity(percent(kept === null ? null : 1 - kept.ratio)),
          interval(kept?.interval ? { low: 1 - kept.interval.high, high: 1 - kept.interval.low } : null, percent),
          quantity(reward(awareLessNaive?.mean), 'aware form not compared'),
          interval(awareLessNaive?.interval ?? null, reward),
        ]),
      }),
    ],
  };
}

function runTables({ runs, bounds }: RewardRateComparisonRecord): Pick<Page, 'runsTitle' | 'bounds' | 'runs'> {
  const reward = aligned([...runs.map(({ objective }) => objective), ...bounds.map(({ bound }) => bound)], 7);
  const withOrigin = runs.some(({ planFrom }) => planFrom !== undefined);
  return {
    runsTitle: 'Runs and bounds',
    bounds: {
      caption: 'The proven bound of each trial, whose certificate it is, and how long the trial’s own took.',
      columns: [
        { head: 'Trial', of: ({ trial }) => String(trial + 1) },
        numeric('Seed', ({ seed }) => String(seed)),
        numeric('Bound, reward/s', ({ bound }) => quantity(reward(bound))),
        {
          head: 'Certificate of',
          of: ({ source }) => (source === 'bound' ? 'the trial’s own configuration LP' : (source ?? 'nobody')),
        },
        TIME,
      ],
    },
    runs: {
      caption: 'Every run.',
      columns: [
        METHOD,
        SEED,
        numeric('Reward/s', ({ objective }) => quantity(reward(objective), 'no feasible plan')),
        GAP,
        TIME,
        STEPS,
        ENDED,
        ...(withOrigin ? [{ head: 'Plan from', of: (run: CompareRun) => run.planFrom ?? run.method }] : []),
      ],
    },
  };
}
