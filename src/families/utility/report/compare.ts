import { S_PER_H } from '../../../../models/units.js';
import { type ComparedFigure, type CompareTexts, GAP, type Notation } from '../../../reports/compare/report.js';
import { labelled } from '../../../reports/compare/words.js';
import { fixed } from '../../../reports/format.js';
import type { UtilityComparisonRecord } from '../studies/compare/comparison.js';
import { budgetText } from './compare-format.js';

const hours: Notation = (value) =>
  value === null || value === undefined ? null : { digits: fixed(value / S_PER_H, 2), unit: 'h' };

/** Figures of the runs of a comparison. */
function figuresOf(record: UtilityComparisonRecord): readonly ComparedFigure[] {
  const moments = { unit: 's', notation: () => hours, none: 'never' };
  const hasBudget = budgetText(record) !== null;
  const isPreemptive = record.environment === 'preemptive';
  return [
    {
      key: 'objective',
      label: 'utility',
      unit: '',
      bound: 'bound',
      csv: 'utility',
      none: 'no schedule',
      in: ['text', 'methods', 'runs', 'differences', 'csv'],
    },
    { key: 'bound', label: 'bound', unit: '', csv: 'bound', in: ['csv'] },
    { key: 'utilityPerMJ', label: 'one more MJ', unit: '', none: 'no budget', in: ['bounds'] },
    { ...GAP, in: ['runs', 'csv'] },
    {
      key: 'shareOfBound',
      label: 'of the bound',
      unit: 'share',
      hasInterval: true,
      csv: 'share_of_bound',
      in: ['text', 'methods', 'runs', 'differences', 'csv'],
    },
    {
      key: 'shareOfImmediate',
      label: 'of immediate',
      unit: 'share',
      csv: 'share_of_immediate',
      in: ['text', 'methods', 'csv'],
    },
    { key: 'shareOfStarting', label: 'of starting', unit: 'share', csv: 'share_of_starting', in: ['methods', 'csv'] },
    {
      key: 'energyMeasuredJ',
      label: 'energy',
      unit: 'J',
      csv: 'energy_measured_j',
      in: ['text', 'methods', 'runs', 'csv'],
    },
    { key: 'completed', label: 'completed', unit: 'count', csv: 'completed', in: ['methods', 'runs', 'csv'] },
    { key: 'dropped', label: 'dropped', unit: 'count', csv: 'dropped', in: ['text', 'methods', 'runs', 'csv'] },
    {
      key: 'preemptions',
      label: 'preemptions',
      unit: 'count',
      csv: 'preemptions',
      in: isPreemptive ? ['text', 'methods', 'runs', 'csv'] : ['csv'],
    },
    {
      ...moments,
      key: 'used98S',
      label: '98 % spent at',
      csv: 'used_98_s',
      in: hasBudget ? ['text', 'methods', 'runs', 'csv'] : ['csv'],
    },
    { ...moments, key: 'used99S', label: '99 % spent at', csv: 'used_99_s', in: hasBudget ? ['runs', 'csv'] : ['csv'] },
  ];
}

/** Words and figures of a comparison of policies. */
export function utilityCompareReport(record: UtilityComparisonRecord): CompareTexts {
  const budget = budgetText(record);
  return {
    titled: `, ${record.environment}`,
    head: [labelled('budget', budget ?? 'none')],
    figures: figuresOf(record),
    notes: [
      'of the bound: utility as a share of the proven bound of its trial; of immediate: of what would be earned if every task started at the first mapping event.',
      ...(budget === null ? [] : ['98 % spent at: hour of the measured time at which 98 % of its budget was spent.']),
    ],
    page: async () => (await import('./html/compare.js')).utilityComparePage(record),
  };
}
