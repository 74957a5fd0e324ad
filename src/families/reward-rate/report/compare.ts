import type { CompareTexts } from '../../../reports/compare/report.js';
import { aligned, percent, plain, significant } from '../../../reports/format.js';
import { interval } from '../../../reports/html/interval.js';
import { nameOf, quantity } from '../../../reports/html/markup.js';
import type { SectionOptions } from '../../../reports/html/section.js';
import { numeric, tableOf } from '../../../reports/html/table.js';
import type { ComparisonRecord } from '../../../studies/compare/record.js';
import type { NaiveSummary } from '../studies/compare/naive.js';

/** Record of a comparison of reward-rate methods. */
export type RewardRateComparisonRecord = ComparisonRecord & {
  readonly naive: readonly NaiveSummary[];
  /**
   * True if the air depends on which nodes are on standby, so that each run has its own bound; absent if all runs of a
   * trial share one bound.
   */
  readonly boundPerRun?: true;
};

/**
 * Returns what a comparison of reward-rate methods reports besides its figures: how planning without co-location
 * compares with planning with it.
 */
export function rewardRateCompareReport(record: ComparisonRecord): CompareTexts {
  const { naive } = record as RewardRateComparisonRecord;
  return {
    tail: naive.map(naiveLine),
    sections: () => Promise.resolve(naive.length === 0 ? [] : [naiveSection(naive)]),
  };
}

function naiveLine({ method, claimed, actual, kept, awareLessNaive }: NaiveSummary): string {
  const lost = plain(percent(kept === null ? null : 1 - kept.ratio));
  const more = awareLessNaive === null ? '' : `; aware earns ${significant(awareLessNaive.mean)} more`;
  return `${method}: claims ${number(claimed?.mean)}, earns ${number(actual?.mean)}, co-location takes ${lost}${more}`;
}

function number(value: number | undefined): string {
  return value === undefined ? 'none' : significant(value);
}

/** Returns the section on naive forms, which plan without co-location: the rewards that they claim, earn and lose. */
function naiveSection(naive: readonly NaiveSummary[]): SectionOptions {
  const reward = aligned(naive.flatMap(({ claimed, actual }) => [claimed?.mean, actual?.mean]));
  return {
    id: 'naive',
    title: 'Aware against naive',
    isFolded: true,
    body: [
      tableOf(
        'A naive form plans as if nothing interfered. Claimed: what its plans would then earn; actual: what they earn; lost: the share co-location takes (Fieller’s interval). Means over the trials.',
        naive,
        [
          { head: 'Method', of: ({ method }) => nameOf(method) },
          numeric('Trials', ({ plans }) => String(plans)),
          numeric('Claimed, reward/s', ({ claimed }) => quantity(reward(claimed?.mean))),
          numeric('Actual, reward/s', ({ actual }) => quantity(reward(actual?.mean))),
          numeric('Lost', ({ kept }) => quantity(percent(kept === null ? null : 1 - kept.ratio))),
          numeric('95 % interval', ({ kept }) =>
            interval(kept?.interval ? { low: 1 - kept.interval.high, high: 1 - kept.interval.low } : null, percent),
          ),
          numeric('Aware earns more, reward/s', ({ awareLessNaive }) =>
            quantity(reward(awareLessNaive?.mean), 'aware form not compared'),
          ),
          numeric('95 % interval', ({ awareLessNaive }) => interval(awareLessNaive?.interval ?? null, reward)),
        ],
      ),
    ],
  };
}
