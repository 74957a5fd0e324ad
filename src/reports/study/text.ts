import type { BudgetAnalysis, ClassAnalysis, MethodStatistics } from '../../studies/analysis/analysis.js';
import type { RunRecord } from '../../studies/plan/record.js';
import { countOf, gapPercent, oneLine, seconds, significant } from '../format.js';
import { counted, quantity } from '../html/markup.js';
import { numeric, type RowColumn, textTable } from '../html/table.js';
import { type Line, linesText } from '../summary.js';
import { countsOf } from './answer-section.js';
import type { StudyReport } from './input.js';
import { budgetText, placeText, statisticsOf } from './words.js';

/** The parts of a study's report that its text summary shows, with the records of the study's runs. */
export interface StudySummary extends Pick<StudyReport, 'study' | 'analysis' | 'advice' | 'times'> {
  readonly records: readonly RunRecord[];
}

/** Maximum number of classes (groups of comparable runs) that a terminal shows. */
const MAX_CLASSES = 20;

/**
 * Returns the summary of a study for a terminal: recommendation, then ranking of the methods. It ends with a newline.
 */
export function studyText(report: StudySummary): string {
  const { study, analysis, advice, times, records } = report;
  const { total, recorded, failed } = countsOf(records, analysis.missing);
  const broken = failed === 0 ? '' : `, ${String(failed)} without an answer`;
  return linesText([
    `${oneLine(study.name)}: ${String(recorded)} of ${countOf(total, 'run')} made${broken}`,
    ...analysis.classes.slice(0, MAX_CLASSES).flatMap((one) => {
      const own = advice.find(({ className }) => className === one.name);
      const said = own?.sentences ?? one.budgets.map(({ budget, verdict }) => `${budgetText(budget)}: ${verdict}`);
      return [
        '',
        `${oneLine(one.name)} (${countOf(one.cases.length, 'case')})`,
        ...said.map((text) => `  ${oneLine(text)}`),
        ...ranks(one, times),
      ];
    }),
    ...(analysis.classes.length > MAX_CLASSES
      ? [
          '',
          `and ${counted(analysis.classes.length - MAX_CLASSES, 'further class', 'further classes')} of instances (all with --json)`,
        ]
      : []),
    ...(analysis.failures.length === 0 ? [] : ['']),
    ...analysis.failures.map(({ family, method, reason, runs, message }): Line => [
      'failed',
      `${oneLine(family)}, ${oneLine(method)}, ${countOf(runs, 'run')} (${reason}): ${oneLine(message)}`,
    ]),
    ...analysis.warnings.map((text): Line => ['warning', oneLine(text)]),
  ]);
}

/** Returns the ranking of the methods under each budget (time or step limit). */
function ranks({ budgets }: ClassAnalysis, times: boolean): string[] {
  return budgets
    .filter(({ ranking }) => ranking.length > 0)
    .flatMap((one) => textTable(one.ranking, rankColumns(one, times)))
    .map((line) => `  ${line}`);
}

type Rank = BudgetAnalysis['ranking'][number];

function rankColumns(one: BudgetAnalysis, times: boolean): RowColumn<Rank>[] {
  const of = ({ method }: Rank): MethodStatistics | null => statisticsOf(one, method);
  const feasible = (share: MethodStatistics['feasible'] | undefined): string =>
    share == null ? 'none' : `${String(share.successes)} of ${String(share.trials)}`;
  return [
    { head: `under ${budgetText(one.budget)}`, of: ({ method }) => oneLine(method) },
    numeric('group', ({ group }) => (one.distinguishes ? String(group) : 'alike')),
    numeric('place', ({ place }) => placeText(place, one.ranking)),
    numeric('mean rank', ({ meanRank }) => significant(meanRank, 3)),
    numeric('median gap', (rank) => quantity(gapPercent(of(rank)?.gap?.median))),
    numeric('feasible', (rank) => feasible(of(rank)?.feasible)),
    ...(times ? [numeric<Rank>('mean time', (rank) => quantity(seconds(of(rank)?.timeS?.mean)))] : []),
  ];
}
