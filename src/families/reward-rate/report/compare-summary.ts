import { trialsText, limitsText, row, meansNote, intervalText, plansText } from '../../../reports/compare-summary.js';
import { oneLine, significant, plain, percent, seconds, gapPercent } from '../../../reports/format.js';
import { planOrigins } from '../../../reports/plan-origins.js';
import type { SummaryFrame } from '../../../studies/compare/record.js';
import type { ComparisonRecord } from '../studies/compare/record.js';

/** What a comparison found, for a terminal. Ends with a newline. */
export function compareText(record: ComparisonRecord): string {
  const lines = [
    `${oneLine(record.instance)}: ${trialsText(record)}`,
    `${'limits'.padEnd(12)}  ${limitsText(record)}`,
    '',
    row(WIDTHS, ['method', 'plans', 'reward/s', '95 % interval', 'gap', '95 % interval', 'time', 'best']),
    ...record.summary.map((summary) => methodRow(summary)),
    ...meansNote(record.summary),
    ...planOrigins(record.runs),
    '',
    ...record.differences.map(
      ({ method, reference, objective, ofBound, unpaired }) =>
        `${method} less ${reference}: ${
          objective === null
            ? 'no common trial'
            : `${significant(objective.mean, 5)} reward/s${intervalText(objective.interval, (value) => significant(value, 4))}, ${plain(percent(ofBound?.mean))} of the bound; earns more in ${objective.wins}, less in ${objective.losses}, the same in ${objective.ties}`
        }${unpaired > 0 ? `; ${unpaired} trials without a pair` : ''}`,
    ),
    ...record.naive.map(
      ({ method, claimed, actual, kept, awareLessNaive }) =>
        `${method}: claims ${number(claimed?.mean)}, earns ${number(actual?.mean)}, co-location takes ${plain(percent(kept === null ? null : 1 - kept.ratio))}` +
        (awareLessNaive === null ? '' : `; aware earns ${significant(awareLessNaive.mean, 5)} more`),
    ),
    ...(record.boundScope === '' ? [] : [`bounds cover  ${oneLine(record.boundScope)}`]),
    ...record.warnings.map((warning) => `warning       ${oneLine(warning)}`),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
export function methodRow({ method, plans, withoutPlan, objective, gap, timeS, best }: SummaryFrame): string {
  return row(WIDTHS, [
    method,
    plansText({ plans, withoutPlan }),
    number(objective?.mean),
    intervalText(objective?.interval ?? null, (value) => significant(value, 5)).trim(),
    plain(gapPercent(gap?.mean)),
    gap?.interval ? `${digitsOf(gap.interval.low)}..${digitsOf(gap.interval.high)} %` : '',
    plain(seconds(timeS?.mean)),
    String(best),
  ]);
}
function digitsOf(share: number): string {
  return significant(100 * share, 3);
}
export function number(value: number | undefined): string {
  return value === undefined ? 'none' : significant(value, 6);
}
export const WIDTHS = [22, 7, 10, 19, 12, 19, 9, 5];
