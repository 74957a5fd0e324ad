import type { CompareTexts } from '../../../reports/compare/report.js';
import { aligned, percent, plain, significant } from '../../../reports/format.js';
import { interval } from '../../../reports/html/interval.js';
import { nameOf, quantity } from '../../../reports/html/markup.js';
import type { SectionOptions } from '../../../reports/html/section.js';
import { numeric, tableOf } from '../../../reports/html/table.js';
import type { ComparisonRecord } from '../../../studies/compare/record.js';
import type { NaiveSummary } from '../studies/compare/naive.js';

/** A comparison of reward-rate methods. */
export type RewardRateComparisonRecord = ComparisonRecord & {
  readonly naive: readonly NaiveSummary[];
  /** Flag: air depends on which nodes are on standby, so that each run has a bound of its own; absent where a trial has one. */
  readonly boundPerRun?: true;
};

/** What a comparison of reward-rate methods tells beside its figures: methods that plan without co-location against themselves. */
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

/** Section on aware against naive forms: rewards that naive forms claim, earn and lose. */
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
