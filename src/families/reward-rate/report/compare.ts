import { type ComparedFigure, type CompareTexts, GAP } from '../../../reports/compare/report.js';
import { percent, plain, significant } from '../../../reports/format.js';
import { planOrigins } from '../../../reports/plan-origins.js';
import type { RewardRateComparisonRecord } from '../studies/compare/comparison.js';

/** Figures of the runs of a comparison. */
const FIGURES: readonly ComparedFigure[] = [
  {
    key: 'objective',
    label: 'reward/s',
    unit: 'reward/s',
    hasInterval: true,
    bound: 'bound',
    csv: 'reward_per_s',
    in: ['text', 'methods', 'runs', 'differences', 'csv'],
  },
  {
    key: 'naiveObjective',
    label: 'reward without co-location',
    unit: 'reward/s',
    csv: 'naive_reward_per_s',
    in: ['csv'],
  },
  { key: 'powerW', label: 'power', unit: 'W', csv: 'power_w', in: ['csv'] },
  { key: 'leastPowerW', label: 'least power', unit: 'W', csv: 'least_power_w', in: ['csv'] },
  { key: 'bound', label: 'bound', unit: 'reward/s', csv: 'bound_per_s', in: ['csv'] },
  { ...GAP, hasInterval: true },
  { key: 'ofBound', label: 'of the bound', unit: 'share', in: ['differences'] },
  { key: 'planFrom', label: 'plan from', unit: '', csv: 'plan_from', in: ['csv'] },
];

/** Words and figures of a comparison of reward-rate methods. */
export function rewardRateCompareReport(record: RewardRateComparisonRecord): CompareTexts {
  return {
    figures: FIGURES,
    notes: planOrigins(record.runs),
    tail: record.naive.map(naiveLine),
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
  const more = awareLessNaive === null ? '' : `; aware earns ${significant(awareLessNaive.mean)} more`;
  return `${method}: claims ${number(claimed?.mean)}, earns ${number(actual?.mean)}, co-location takes ${lost}${more}`;
}

function number(value: number | undefined): string {
  return value === undefined ? 'none' : significant(value);
}
