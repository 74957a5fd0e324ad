import { J_PER_MJ, S_PER_H } from '../../../../models/units.js';
import type { CompareTexts, TextColumn } from '../../../reports/compare/report.js';
import { intervalText, labelled, plansText, scopeLine } from '../../../reports/compare/words.js';
import { fixed, type Measured, percent, plain, seconds, significant } from '../../../reports/format.js';
import { budgetText } from './compare-format.js';
import type {
  UtilityComparisonRecord,
  UtilityCompareRun,
  UtilityDifference,
  UtilitySummary,
  UtilityTrialBound,
} from '../studies/compare/comparison.js';

/** Significant digits of mean utilities. Ours. */
const DIGITS = 6;

/** Texts and tables of a comparison of policies. */
export function utilityCompareReport(
  record: UtilityComparisonRecord,
): CompareTexts<UtilityCompareRun, UtilitySummary, UtilityDifference, UtilityTrialBound> {
  const { environment, boundScope } = record;
  const budget = budgetText(record);
  return {
    titled: `, ${environment}`,
    head: [labelled('bound', boundText(record)), labelled('budget', budget ?? 'none')],
    columns: columnsOf(record),
    notes: [
      'of bound: utility as a share of the proven bound of its trial; of immediate: of what would be earned if every task started at the first mapping event.',
      ...(budget === null ? [] : ['98 % at: hour of the measured time at which 98 % of its budget was spent.']),
    ],
    difference: differenceText,
    tail: scopeLine(boundScope),
    csv: [
      { name: 'utility', of: (run) => run.objective },
      { name: 'bound', of: (run) => run.bound },
      { name: 'gap', of: (run) => run.gap },
      { name: 'share_of_bound', of: (run) => run.shareOfBound },
      { name: 'share_of_immediate', of: (run) => run.shareOfImmediate },
      { name: 'share_of_starting', of: (run) => run.shareOfStarting },
      { name: 'energy_measured_j', of: (run) => run.energyMeasuredJ },
      { name: 'completed', of: (run) => run.completed },
      { name: 'dropped', of: (run) => run.dropped },
      { name: 'preemptions', of: (run) => run.preemptions },
      { name: 'used_98_s', of: (run) => run.used98S },
      { name: 'used_99_s', of: (run) => run.used99S },
      { name: 'time_s', of: (run) => run.timeS },
      { name: 'steps', of: (run) => run.steps },
    ],
    page: async () => (await import('./html/compare.js')).utilityComparePage(record),
  };
}

function columnsOf({
  energyBudgetJ,
  costBudgetUsd,
  environment,
}: UtilityComparisonRecord): readonly TextColumn<UtilitySummary>[] {
  return [
    { head: 'method', width: 24, of: ({ method }) => method },
    { head: 'plans', width: 7, of: plansText },
    { head: 'utility', width: 10, of: ({ objective }) => meanUtility(objective?.mean) },
    { head: 'of bound', width: 9, of: ({ shareOfBound }) => plain(percent(shareOfBound?.mean)) },
    {
      head: '95 % interval',
      width: 15,
      of: ({ shareOfBound }) => intervalText(shareOfBound?.interval ?? null, (share) => fixed(100 * share, 2)).trim(),
    },
    { head: 'of immediate', width: 12, of: ({ shareOfImmediate }) => plain(percent(shareOfImmediate?.mean)) },
    { head: 'energy MJ', width: 11, of: ({ energyMeasuredJ }) => megajoules(energyMeasuredJ?.mean) },
    ...(energyBudgetJ === null && costBudgetUsd === null
      ? []
      : [{ head: '98 % at', width: 8, of: ({ used98S }: UtilitySummary) => hours(used98S?.mean) }]),
    { head: 'dropped', width: 9, of: ({ dropped }) => rounded(dropped?.mean) },
    ...(environment === 'preemptive'
      ? [{ head: 'preempted', width: 10, of: ({ preemptions }: UtilitySummary) => rounded(preemptions?.mean) }]
      : []),
    { head: 'time', width: 8, of: ({ timeS }) => plain(seconds(timeS?.mean)) },
    { head: 'best', width: 5, of: ({ best }) => String(best) },
  ];
}

function boundText({ bounds }: UtilityComparisonRecord): string {
  const known = bounds.flatMap(({ bound }) => (bound === null ? [] : [bound]));
  if (known.length === 0) return 'none';
  const mean = known.reduce((sum, bound) => sum + bound, 0) / known.length;
  return `${significant(mean, DIGITS)}${known.length > 1 ? ' on average' : ''}`;
}

function differenceText({ objective, shareOfBound }: UtilityDifference): string | null {
  if (objective === null) return null;
  const points =
    shareOfBound === null
      ? ''
      : `, ${fixed(100 * shareOfBound.mean, 2)} % of the bound${intervalText(shareOfBound.interval, (share) => fixed(100 * share, 2))}`;
  return (
    `${significant(objective.mean, 4)}${intervalText(objective.interval, (value) => significant(value, 4))}${points}; ` +
    `more in ${objective.wins}, less in ${objective.losses}, the same in ${objective.ties}`
  );
}

function meanUtility(value: Measured): string {
  return value === null || value === undefined ? 'none' : significant(value, DIGITS);
}

function megajoules(joules: Measured): string {
  return joules === null || joules === undefined ? 'none' : significant(joules / J_PER_MJ, DIGITS);
}

function hours(seconds: Measured): string {
  return seconds === null || seconds === undefined ? 'never' : fixed(seconds / S_PER_H, 2);
}

function rounded(value: Measured): string {
  return value === null || value === undefined ? 'none' : significant(value, 5);
}
