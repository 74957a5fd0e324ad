import type { RobustComparisonRecord, RobustMethodDifference, RobustMethodSummary } from '../studies/compare/record.js';
import { intervalText, limitsText, meansNote, plansText, row, trialsText } from '../../../reports/compare-summary.js';
import { gapPercent, oneLine, percent, plain, seconds, significant } from '../../../reports/format.js';
import {
  commonBounds,
  difference,
  objectiveName,
  ofHundred,
  probability,
  promised,
  shortProbability,
  stepCount,
} from './compare-format.js';
import { energyText } from './summary.js';
import { quantile } from '../../../reports/wording.js';

/** What a comparison of robust methods found, for a terminal. Ends with a newline. */
export function robustCompareText(record: RobustComparisonRecord): string {
  const { problem, constraintHandling, improvements, workers, summary } = record;
  const isMakespan = problem === 'mo-ec';
  const of = objectiveName(problem);
  const heads = isMakespan ? ['bound - Psi', 'slack'] : ['gap', 'above least'];
  const improved = improvements.length === 0 ? '' : `, improvements ${improvements.join(' ')}`;
  const lines = [
    `${oneLine(record.instance)}, ${problem}: ${trialsText(record)}`,
    labelled('limits', limitsText(record, workers)),
    labelled('searches', `constraint handling ${constraintHandling}${improved}, where a label says no other`),
    labelled(`bound on ${of}`, boundText(record)),
    '',
    row(WIDTHS, [
      'method',
      'plans',
      'all in time',
      'budget',
      of,
      '95 % interval',
      ...heads,
      'energy',
      'time',
      'steps',
      'best',
    ]),
    ...summary.map((one) => methodRow(one, isMakespan)),
    ...meansNote(summary),
    'all in time: probability that all cores are; budget: that it is kept until the last core of every node is done.',
    "Psi and phi, which the methods search by, are the thesis' measures: of the least certain core, and until the core expected to be last.",
    '',
    ...record.differences.map((one) => differenceText(one, of)),
    ...(record.boundScope === '' ? [] : [`bounds cover  ${oneLine(record.boundScope)}`]),
    ...record.warnings.map((warning) => labelled('warning', oneLine(warning))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

const WIDTHS = [26, 8, 12, 12, 12, 21, 12, 12, 12, 9, 8, 5];

function methodRow(one: RobustMethodSummary, isMakespan: boolean): string {
  const { method, allInTime, budgetUntilLastCore, objective, psiGap, deadlineSlackPercent } = one;
  const { gap, energyGap, energyMeanJ, timeS, steps, best } = one;
  const distances = isMakespan
    ? [plain(difference(psiGap?.mean)), plain(ofHundred(deadlineSlackPercent?.mean))]
    : [plain(gapPercent(gap?.mean)), plain(percent(energyGap?.mean))];
  return row(WIDTHS, [
    method,
    plansText(one),
    plain(promised(allInTime?.mean)),
    plain(promised(budgetUntilLastCore?.mean)),
    plain(probability(objective?.mean)),
    intervalText(objective?.interval ?? null, (value) => plain(shortProbability(value))).trim(),
    ...distances,
    energyMeanJ === null ? 'none' : energyText(energyMeanJ.mean),
    plain(seconds(timeS?.mean)),
    plain(stepCount(steps?.mean)),
    String(best),
  ]);
}

function boundText(record: RobustComparisonRecord): string {
  const { bound, boundZ, energyBoundJ } = commonBounds(record);
  const mean = record.bounds.length > 1 ? ' on average' : '';
  const energy = energyBoundJ === null ? '' : `; least energy ${energyText(energyBoundJ)}${mean}`;
  if (bound === null) return `none${energy}`;
  return `${plain(probability(bound))}${mean}${boundZ === null ? '' : ` (${quantile(boundZ)})`}${energy}`;
}

function differenceText(
  { method, reference, objective, objectiveZ, unpaired }: RobustMethodDifference,
  of: string,
): string {
  const interval = (range: { low: number; high: number } | null): string =>
    intervalText(range, (value) => significant(value, 3));
  const found =
    objective === null || objectiveZ === null
      ? 'no common trial'
      : `${of} ${plain(difference(objective.mean))}${interval(objective.interval)}, z ${plain(difference(objectiveZ.mean))}${interval(objectiveZ.interval)}; ` +
        `more in ${objectiveZ.wins}, less in ${objectiveZ.losses}, the same in ${objectiveZ.ties}`;
  return `${method} less ${reference}: ${found}${unpaired > 0 ? `; ${unpaired} trials without a pair` : ''}`;
}

function labelled(label: string, text: string): string {
  return `${label.padEnd(12)}  ${text}`;
}
