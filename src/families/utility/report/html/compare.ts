import type { ComparePage } from '../../../../reports/compare/report.js';
import { aligned, gapPercent, oneLine } from '../../../../reports/format.js';
import { markup, nameOf, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import type { UtilityComparisonRecord } from '../../studies/compare/comparison.js';
import { budgetText } from '../compare-format.js';
import { courseSection } from './course-section.js';
import { profileSection } from './profile-section.js';

/** Greatest number of trials in the table of gaps; the others are in compare.csv. Ours. */
const MAX_TRIALS_SHOWN = 50;

/** Content of the page of a comparison of policies. */
export function utilityComparePage(record: UtilityComparisonRecord): ComparePage {
  const { environment, reference } = record;
  return {
    kind: 'utility policies compared',
    on: ` on ${environment} tasks`,
    chart: {
      key: 'shareOfBound',
      title: 'A point for each policy: mean utility as a share of the proven bound, with its 95 % interval.',
      axis: 'utility, % of the proven bound',
      range: [0, 100],
    },
    caption: captionOf(record),
    sections: [courseSection(record), profileSection(record)],
    convergence: null,
    differenceChart: {
      key: 'shareOfBound',
      title: `A point for each policy: its share of the bound less that of ${oneLine(reference)}, with its 95 % interval.`,
      axis: `share of the bound less that of ${oneLine(reference)}, % of the bound`,
      mark: 0,
    },
    more: [gapSection(record)],
  };
}

function captionOf(record: UtilityComparisonRecord): Markup {
  const same = record.variants
    ? 'Every trial draws types, arrivals and utilities anew, the same for all policies.'
    : 'All trials are of the instance itself: only a policy that draws differs between them, the others are run once.';
  const limit = budgetText(record);
  const budget =
    limit === null
      ? 'The measured time has no budget.'
      : `The measured time has a budget of ${limit}; the hour at which 98 % of it was spent is a mean over the trials in which it ever was.`;
  return markup`Utility and energy are those of the measured time. Immediate: what would be earned if every task started at the first mapping event from its arrival on, alone, where it ends first within the budget; starting: the starting utilities that arrive. ${same} ${budget} One more MJ raises a bound by at most its price.`;
}

/** Section with the gap to the bound of every trial. */
function gapSection({ methods, runs, bounds, variants }: UtilityComparisonRecord): SectionOptions {
  const head = { id: 'gaps', title: 'Gap to the bound, trial by trial' };
  const trials = [...new Map(runs.map(({ trial, seed }) => [trial, seed]))].sort(([one], [other]) => one - other);
  if (bounds.every(({ bound }) => bound === null) || trials.length === 0) {
    return { ...head, body: [] };
  }
  const utility = aligned(bounds.map(({ bound }) => bound));
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
