import type { CompareTexts, TextColumn } from '../../../reports/compare/report.js';
import {
  intervalColumn,
  intervalText,
  labelled,
  plansText,
  scopeLine,
  stepCount,
} from '../../../reports/compare/words.js';
import { gapPercent, percent, plain, seconds, significant } from '../../../reports/format.js';
import { quantile } from '../../../reports/wording.js';
import type {
  RobustCompareRun,
  RobustComparisonRecord,
  RobustDifference,
  RobustSummary,
  RobustTrialBound,
} from '../studies/compare/comparison.js';
import {
  commonBounds,
  difference,
  objectiveName,
  ofHundred,
  probability,
  promised,
  shortProbability,
} from './compare-format.js';
import { energyText } from './wording.js';

/** Texts and tables of a comparison of robust methods. */
export function robustCompareReport(
  record: RobustComparisonRecord,
): CompareTexts<RobustCompareRun, RobustSummary, RobustDifference, RobustTrialBound> {
  const { problem, boundOn, constraintHandling, improvements, boundScope } = record;
  const of = objectiveName(boundOn);
  const improved = improvements.length === 0 ? '' : `, improvements ${improvements.join(' ')}`;
  return {
    titled: boundOn === 'whole-bag' ? `, ${problem}, all cores in time` : `, ${problem}`,
    head: [
      labelled('searches', `constraint handling ${constraintHandling}${improved}, where a label says no other`),
      labelled(`bound on ${of}`, boundText(record)),
    ],
    columns: columnsOf(record),
    notes: [
      'all in time: probability that all cores are; budget: that it is kept until the last core of every node is done.',
      boundOn === 'whole-bag'
        ? "lagrange searches by all cores in time; the others by Psi, the thesis' measure, which is of the least certain core alone."
        : "Psi and phi, which the methods search by, are the thesis' measures: of the least certain core, and until the core expected to be last.",
    ],
    difference: (one) => differenceText(one, of),
    tail: scopeLine(boundScope),
    csv: [
      { name: 'all_cores_in_time', of: (run) => run.allInTime },
      { name: 'all_cores_in_time_log10', of: (run) => run.jointPsiLog10 },
      { name: 'budget_until_last_core', of: (run) => run.budgetUntilLastCore },
      { name: 'budget_until_last_core_z', of: (run) => run.untilLastCoreZ },
      { name: 'deadline_95_s', of: (run) => run.deadline95S },
      { name: 'budget_95_j', of: (run) => run.budget95J },
      { name: 'joint_deadline_95_s', of: (run) => run.jointDeadline95S },
      { name: 'joint_budget_95_j', of: (run) => run.jointBudget95J },
      { name: 'psi', of: (run) => run.psi },
      { name: 'psi_z', of: (run) => run.psiZ },
      { name: 'phi', of: (run) => run.phi },
      { name: 'phi_z', of: (run) => run.phiZ },
      { name: 'bound', of: (run) => run.bound },
      { name: 'bound_z', of: (run) => run.boundZ },
      { name: 'gap', of: (run) => run.gap },
      { name: 'decades_to_bound', of: (run) => run.decadesToBound },
      { name: 'psi_gap', of: (run) => run.psiGap },
      { name: 'deadline_slack_percent', of: (run) => run.deadlineSlackPercent },
      { name: 'energy_mean_j', of: (run) => run.energyMeanJ },
      { name: 'energy_bound_j', of: (run) => run.energyBoundJ },
      { name: 'energy_gap', of: (run) => run.energyGap },
      { name: 'time_s', of: (run) => run.timeS },
      { name: 'steps', of: (run) => run.steps },
    ],
    page: async () => (await import('./html/compare.js')).robustComparePage(record),
  };
}

function columnsOf({ boundOn }: RobustComparisonRecord): readonly TextColumn<RobustSummary>[] {
  const distances: readonly TextColumn<RobustSummary>[] =
    boundOn === 'whole-bag'
      ? [{ head: 'decades off', width: 12, of: (one) => plain(difference(one.decadesToBound?.mean)) }]
      : boundOn === 'psi'
        ? [
            { head: 'bound - Psi', width: 12, of: ({ psiGap }) => plain(difference(psiGap?.mean)) },
            { head: 'slack', width: 12, of: (one) => plain(ofHundred(one.deadlineSlackPercent?.mean)) },
          ]
        : [
            { head: 'gap', width: 12, of: ({ gap }) => plain(gapPercent(gap?.mean)) },
            { head: 'above least', width: 12, of: ({ energyGap }) => plain(percent(energyGap?.mean)) },
          ];
  return [
    { head: 'method', width: 26, of: ({ method }) => method },
    { head: 'plans', width: 8, of: plansText },
    { head: 'all in time', width: 12, of: ({ allInTime }) => plain(promised(allInTime?.mean)) },
    { head: 'budget', width: 12, of: (one) => plain(promised(one.budgetUntilLastCore?.mean)) },
    ...(boundOn === 'whole-bag' ? [] : [{ head: objectiveName(boundOn), width: 12, of: objectiveText }]),
    intervalColumn(21, (value) => plain(shortProbability(value))),
    ...distances,
    {
      head: 'energy',
      width: 12,
      of: ({ energyMeanJ }) => (energyMeanJ === null ? 'none' : energyText(energyMeanJ.mean)),
    },
    { head: 'time', width: 9, of: ({ timeS }) => plain(seconds(timeS?.mean)) },
    { head: 'steps', width: 8, of: ({ steps }) => plain(stepCount(steps?.mean)) },
    { head: 'best', width: 5, of: ({ best }) => String(best) },
  ];
}

/** Mean of the objective over the trials. */
function objectiveText({ objective }: RobustSummary): string {
  return plain(probability(objective?.mean));
}

function boundText(record: RobustComparisonRecord): string {
  const { bound, boundZ, energyBoundJ } = commonBounds(record);
  const mean = record.bounds.length > 1 ? ' on average' : '';
  const energy = energyBoundJ === null ? '' : `; least energy ${energyText(energyBoundJ)}${mean}`;
  if (bound === null) return `none${energy}`;
  return `${plain(probability(bound))}${mean}${boundZ === null ? '' : ` (${quantile(boundZ)})`}${energy}`;
}

function differenceText({ objective, objectiveZ }: RobustDifference, of: string): string | null {
  if (objective === null || objectiveZ === null) return null;
  const interval = (range: { low: number; high: number } | null): string =>
    intervalText(range, (value) => significant(value, 3));
  return (
    `${of} ${plain(difference(objective.mean))}${interval(objective.interval)}, z ${plain(difference(objectiveZ.mean))}${interval(objectiveZ.interval)}; ` +
    `more in ${objectiveZ.wins}, less in ${objectiveZ.losses}, the same in ${objectiveZ.ties}`
  );
}
