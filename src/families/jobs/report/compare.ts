import { J_PER_MJ } from '../../../../models/units.js';
import type { CompareTexts, TextColumn } from '../../../reports/compare/report.js';
import { intervalText, labelled, plansText, scopeLine } from '../../../reports/compare/words.js';
import { fixed, gapPercent, type Measured, percent, plain, seconds, significant } from '../../../reports/format.js';
import type {
  JobsCompareRun,
  JobsComparisonRecord,
  JobsDifference,
  JobsSummary,
  JobsTrialBound,
} from '../studies/compare/comparison.js';

/** Significant digits of mean values. Ours. */
const DIGITS = 6;

/** Texts and tables of a comparison of methods. */
export function jobsCompareReport(
  record: JobsComparisonRecord,
): CompareTexts<JobsCompareRun, JobsSummary, JobsDifference, JobsTrialBound> {
  const { boundScope, jobs } = record;
  return {
    titled: '',
    head: [labelled('jobs', String(jobs)), labelled('bound', boundText(record))],
    columns: COLUMNS,
    notes: [
      'of bound: value as a share of the bound above, one for all methods; gap: to the bound for jobs that move or stay, as the method has it; rejected: dropped, or ended for nothing.',
    ],
    difference: differenceText,
    tail: scopeLine(boundScope),
    csv: [
      { name: 'value', of: (run) => run.objective },
      { name: 'bound', of: (run) => run.bound },
      { name: 'gap', of: (run) => run.gap },
      { name: 'share_of_bound', of: (run) => run.shareOfBound },
      { name: 'energy_j', of: (run) => run.energyJ },
      { name: 'value_per_mj', of: (run) => run.valuePerMJ },
      { name: 'rejected_share', of: (run) => run.rejectedShare },
      { name: 'in_time', of: (run) => run.inTime },
      { name: 'late', of: (run) => run.late },
      { name: 'worthless', of: (run) => run.worthless },
      { name: 'dropped', of: (run) => run.dropped },
      { name: 'moves', of: (run) => run.moves },
      { name: 'time_s', of: (run) => run.timeS },
      { name: 'steps', of: (run) => run.steps },
    ],
    page: async () => (await import('./html/compare.js')).jobsComparePage(record),
  };
}

/** Columns of the table of methods. */
const COLUMNS: readonly TextColumn<JobsSummary>[] = [
  { head: 'method', width: 24, of: ({ method }) => method },
  { head: 'plans', width: 7, of: plansText },
  { head: 'value', width: 10, of: ({ objective }) => mean(objective?.mean) },
  { head: 'of bound', width: 9, of: ({ shareOfBound }) => plain(percent(shareOfBound?.mean)) },
  {
    head: '95 % interval',
    width: 15,
    of: ({ shareOfBound }) => intervalText(shareOfBound?.interval ?? null, (share) => fixed(100 * share, 2)).trim(),
  },
  { head: 'gap', width: 8, of: ({ gap }) => plain(gapPercent(gap?.mean)) },
  { head: 'energy MJ', width: 10, of: ({ energyJ }) => megajoules(energyJ?.mean) },
  { head: 'value/MJ', width: 9, of: ({ valuePerMJ }) => mean(valuePerMJ?.mean) },
  { head: 'rejected', width: 9, of: ({ rejectedShare }) => plain(percent(rejectedShare?.mean)) },
  { head: 'moves', width: 7, of: ({ moves }) => counted(moves?.mean) },
  { head: 'time', width: 8, of: ({ timeS }) => plain(seconds(timeS?.mean)) },
  { head: 'best', width: 5, of: ({ best }) => String(best) },
];

function boundText({ bounds }: JobsComparisonRecord): string {
  const known = bounds.flatMap(({ bound }) => (bound === null ? [] : [bound]));
  if (known.length === 0) return 'none';
  const sum = known.reduce((total, bound) => total + bound, 0);
  return `${significant(sum / known.length, DIGITS)}${known.length > 1 ? ' on average' : ''}`;
}

function differenceText({ objective, shareOfBound, energyJ }: JobsDifference): string | null {
  if (objective === null) return null;
  const points =
    shareOfBound === null
      ? ''
      : `, ${fixed(100 * shareOfBound.mean, 2)} % of the bound${intervalText(shareOfBound.interval, (share) => fixed(100 * share, 2))}`;
  const energy = energyJ === null ? '' : `, ${megajoules(energyJ.mean)} MJ`;
  return (
    `${significant(objective.mean, 4)}${intervalText(objective.interval, (value) => significant(value, 4))}${points}${energy}; ` +
    `more in ${objective.wins}, less in ${objective.losses}, the same in ${objective.ties}`
  );
}

function mean(value: Measured): string {
  return value === null || value === undefined ? 'none' : significant(value, DIGITS);
}

function counted(value: Measured): string {
  return value === null || value === undefined ? 'none' : String(Number(significant(value, DIGITS)));
}

function megajoules(joules: Measured): string {
  return joules === null || joules === undefined ? 'none' : significant(joules / J_PER_MJ, DIGITS);
}
