import type { ComparePage } from '../../../../reports/compare/report.js';
import { aligned, gapPercent, oneLine, percent, significant } from '../../../../reports/format.js';
import { interval } from '../../../../reports/html/interval.js';
import { markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { planOrigins } from '../../../../reports/plan-origins.js';
import type { RewardRateComparisonRecord } from '../../studies/compare/comparison.js';

/** Least gap drawn as it is, a fraction; smaller ones are drawn here (ours: a logarithmic scale has no 0). */
const MIN_GAP = 1e-6;

/** Content of the page of a comparison of reward-rate methods. */
export function rewardRateComparePage(record: RewardRateComparisonRecord): ComparePage {
  const { reference, convergence, naive, runs, boundPerRun } = record;
  const origins = planOrigins(runs).map((text) => ` ${text}.`);
  return {
    kind: 'methods compared',
    chart: {
      key: 'gap',
      title: `Points: mean gap of each method to the proven bound of ${boundPerRun === true ? 'its own runs' : 'the trial'}, with 95 % intervals.`,
      axis: 'mean gap to the bound, %',
      mark: 0,
      leastShown: 100 * MIN_GAP,
    },
    caption: markup`${boundPerRun === true ? 'Each run has a bound of its own, for the nodes on standby of its plan, in the air that they cause: gaps of plans with other nodes on standby do not compare.' : 'The bound of a trial is the least of all certificates found in it: the configuration LP’s own, run to its end, and those of the methods.'}${origins}`,
    convergence:
      convergence.methods.length === 0
        ? null
        : {
            chart: () => convergenceChart(record),
            caption: () =>
              markup`Thick: median over the trials; thin: least and greatest. 100 % until there is a plan, to the end where a run finds none; gaps below ${significant(100 * MIN_GAP, 1)} % are drawn there. Naive forms have no such line: on the way they see other rewards.`,
            table: 'Median gap over the trials by',
            cell: (gap) => quantity(gapPercent(gap)),
          },
    differenceChart: {
      key: 'ofBound',
      title:
        'Points: mean difference of each method to the reference, with 95 % intervals; the dashed line is no difference.',
      axis: `% of the bound more than ${oneLine(reference)}`,
      mark: 0,
    },
    more: naive.length > 0 ? [naiveSection(record)] : [],
  };
}

/** Gap to the bound over time on logarithmic scales, one line per method with its spread over the trials. */
function convergenceChart({
  convergence: { methods },
}: RewardRateComparisonRecord): ReturnType<NonNullable<ComparePage['convergence']>['chart']> {
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
