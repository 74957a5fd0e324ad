import { J_PER_MJ } from '../../../../../models/units.js';
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
} from '../../../../reports/compare/page.js';
import type { ComparePage } from '../../../../reports/compare/report.js';
import { plansText } from '../../../../reports/compare/words.js';
import {
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
import { type Content, figure, markup, NOTHING, quantity } from '../../../../reports/html/markup.js';
import type {
  JobsCompareRun,
  JobsComparisonRecord,
  JobsDifference,
  JobsSummary,
  JobsTrialBound,
} from '../../studies/compare/comparison.js';

type Page = ComparePage<JobsCompareRun, JobsSummary, JobsDifference, JobsTrialBound>;

/** The page of a comparison of methods. */
export function jobsComparePage(record: JobsComparisonRecord): Page {
  return {
    kind: 'methods for jobs compared',
    result: sharesChart(record),
    methods: METHODS,
    caption: captionOf(record),
    convergence: null,
    differences: {
      title: `Against ${oneLine(record.reference)}`,
      table: {
        caption: `Value and energy less those of ${oneLine(record.reference)} in the same trial, with 95 % intervals.`,
        columns: [
          METHOD,
          numeric('Value', ({ objective }) => quantity(value(objective?.mean))),
          numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, value)),
          numeric('Of the bound', ({ shareOfBound }) => quantity(percent(shareOfBound?.mean))),
          numeric('Energy', ({ energyJ }) => quantity(megajoules(energyJ?.mean))),
          numeric('95 % interval', ({ energyJ }) => interval(energyJ?.interval ?? null, megajoules)),
          numeric('More / less / same', ({ objective }) => balance(objective)),
          LEFT_OUT,
        ],
      },
    },
    runsTitle: 'Runs and bounds',
    bounds: {
      caption: 'The proven bounds, and how long each took.',
      columns: [
        { head: 'Trial', of: ({ trial }) => (record.variants ? String(trial + 1) : 'all') },
        numeric('Seed', ({ seed }) => (record.variants ? String(seed) : 'any')),
        numeric('Bound', ({ bound }) => quantity(value(bound))),
        numeric('Jobs that stay', ({ rigidBound }) => quantity(value(rigidBound))),
        TIME,
      ],
    },
    runs: {
      caption: 'Every run.',
      columns: [
        METHOD,
        SEED,
        numeric('Value', ({ objective }) => quantity(value(objective), 'no plan')),
        numeric('Bound', ({ bound }) => quantity(value(bound))),
        GAP,
        numeric('Energy', ({ energyJ }) => quantity(megajoules(energyJ))),
        numeric('In time', ({ inTime }) => quantity(counted(inTime))),
        numeric('Late', ({ late }) => quantity(counted(late))),
        numeric('Worthless', ({ worthless }) => quantity(counted(worthless))),
        numeric('Dropped', ({ dropped }) => quantity(counted(dropped))),
        numeric('Moves', ({ moves }) => quantity(counted(moves))),
        TIME,
        STEPS,
        ENDED,
      ],
    },
  };
}

function sharesChart({ summary }: JobsComparisonRecord): Content {
  const rows = percentRows(summary, ({ shareOfBound }) => shareOfBound);
  if (rows.length === 0) return NOTHING;
  return markup`${intervalChart({
    id: 'shares',
    title: 'A point for each method: mean value as a share of the proven bound, with its 95 % interval.',
    axis: 'value, % of the proven bound',
    rows,
    range: [0, 100],
  })}\n`;
}

/** Table of the methods. */
const METHODS: Page['methods'] = {
  caption: 'Means over the trials in which the method has a schedule that passes the checker.',
  columns: [
    METHOD,
    numeric('Plans', plansText),
    numeric('Value', ({ method, objective }) => figure(`objective.${method}`, objective?.mean, value)),
    numeric('Of the bound', ({ method, shareOfBound }) =>
      figure(`shareOfBound.${method}`, shareOfBound?.mean, percent),
    ),
    numeric('95 % interval', ({ shareOfBound }) => interval(shareOfBound?.interval ?? null, percent)),
    numeric('Gap', ({ method, gap }) => figure(`gap.${method}`, gap?.mean, gapPercent)),
    numeric('Energy', ({ energyJ }) => quantity(megajoules(energyJ?.mean))),
    numeric('Value/MJ', ({ valuePerMJ }) => quantity(value(valuePerMJ?.mean))),
    numeric('Rejected', ({ rejectedShare }) => quantity(percent(rejectedShare?.mean))),
    numeric('Moves', ({ moves }) => quantity(counted(moves?.mean))),
    numeric('Time', ({ timeS }) => quantity(seconds(timeS?.mean))),
    BEST,
  ],
};

function captionOf({ boundScope, variants }: JobsComparisonRecord): Content {
  const same = variants
    ? 'Every trial draws job types, arrivals, values and paces anew, the same for all methods.'
    : 'All trials are of the instance itself: only the search for profiles draws, methods of list schedules are run once.';
  const covers =
    boundScope === ''
      ? ''
      : ` The bound covers ${oneLine(boundScope)}; the gap of methods that move no job is to the lower one for jobs that stay.`;
  return `${same} “Rejected” are jobs that were dropped or ended for nothing. Time is that of the month alone, without profiles. “Best” counts the trials in which no other method earns more.${covers}`;
}

function value(shown: Measured): Shown | null {
  return shown === null || shown === undefined ? null : { digits: significant(shown, 6), unit: '' };
}

function megajoules(joules: Measured): Shown | null {
  return joules === null || joules === undefined ? null : { digits: significant(joules / J_PER_MJ, 5), unit: 'MJ' };
}

function counted(shown: Measured): Shown | null {
  return shown === null || shown === undefined ? null : { digits: String(Number(significant(shown, 5))), unit: '' };
}
