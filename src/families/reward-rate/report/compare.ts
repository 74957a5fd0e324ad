import { intervalColumn, intervalText, plansText, scopeLine } from '../../../reports/compare/words.js';
import type { CompareTexts } from '../../../reports/compare/report.js';
import { gapPercent, percent, plain, seconds, significant } from '../../../reports/format.js';
import { planOrigins } from '../../../reports/plan-origins.js';
import type { BoundFrame, MethodDifference, MethodSummary } from '../../../studies/compare/record.js';
import type { CompareRun, RewardRateComparisonRecord } from '../studies/compare/comparison.js';

export type RewardRateTexts = CompareTexts<CompareRun, MethodSummary, MethodDifference<'ofBound'>, BoundFrame>;

/** Texts and tables of a comparison of reward-rate methods. */
export function rewardRateCompareReport(record: RewardRateComparisonRecord): RewardRateTexts {
  return {
    columns: [
      { head: 'method', width: 22, of: ({ method }) => method },
      { head: 'plans', width: 7, of: plansText },
      { head: 'reward/s', width: 10, of: ({ objective }) => number(objective?.mean) },
      intervalColumn(19, (value) => significant(value, 5)),
      { head: 'gap', width: 12, of: ({ gap }) => plain(gapPercent(gap?.mean)) },
      {
        head: '95 % interval',
        width: 19,
        of: ({ gap }) => (gap?.interval ? `${hundredths(gap.interval.low)}..${hundredths(gap.interval.high)} %` : ''),
      },
      { head: 'time', width: 9, of: ({ timeS }) => plain(seconds(timeS?.mean)) },
      { head: 'best', width: 5, of: ({ best }) => String(best) },
    ],
    notes: planOrigins(record.runs),
    difference: ({ objective, ofBound }) =>
      objective === null
        ? null
        : `${significant(objective.mean, 5)} reward/s${intervalText(objective.interval, (value) => significant(value, 4))}` +
          `${record.boundPerRun === true ? '' : `, ${plain(percent(ofBound?.mean))} of the bound`}; earns more in ${objective.wins}, less in ${objective.losses}, the same in ${objective.ties}`,
    tail: [...record.naive.map(naiveLine), ...scopeLine(record.boundScope)],
    csv: [
      { name: 'reward_per_s', of: (run) => run.objective },
      { name: 'naive_reward_per_s', of: (run) => run.naiveObjective },
      { name: 'power_w', of: (run) => run.powerW },
      { name: 'least_power_w', of: (run) => run.leastPowerW },
      { name: 'bound_per_s', of: (run) => run.bound },
      { name: 'gap', of: (run) => run.gap },
      { name: 'time_s', of: (run) => run.timeS },
      { name: 'steps', of: (run) => run.steps },
      { name: 'plan_from', of: (run) => run.planFrom ?? null },
    ],
    page: async () => (await import('./html/compare.js')).rewardRateComparePage(record),
  };
}

function naiveLine({
  method,
  claimed,
  actual,
  kept,
  awareLessNaive,
}: RewardRateComparisonRecord['naive'][number]): string {
  const lost = plain(percent(kept === null ? null : 1 - kept.ratio));
  const more = awareLessNaive === null ? '' : `; aware earns ${significant(awareLessNaive.mean, 5)} more`;
  return `${method}: claims ${number(claimed?.mean)}, earns ${number(actual?.mean)}, co-location takes ${lost}${more}`;
}

function hundredths(share: number): string {
  return significant(100 * share, 3);
}

function number(value: number | undefined): string {
  return value === undefined ? 'none' : significant(value, 6);
}
