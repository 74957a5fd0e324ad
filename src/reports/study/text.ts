import type { BudgetAnalysis, ClassAnalysis, MethodStatistics } from '../../studies/analysis/analysis.js';
import type { RunRecord } from '../../studies/plan/record.js';
import { labelled, row } from '../compare/words.js';
import { countOf, gapPercent, oneLine, plain, seconds, significant } from '../format.js';
import { countsOf } from './answer-section.js';
import type { StudyReport } from './input.js';
import { budgetText, placeText, statisticsOf } from './words.js';

/** The part of a study's report that its summary needs. */
export interface StudySummary extends Pick<StudyReport, 'study' | 'analysis' | 'advice' | 'times'> {
  readonly records: readonly RunRecord[];
}

/** Maximum number of classes (groups of comparable runs) that a terminal shows. */
const MAX_CLASSES = 20;

/**
 * Returns the summary of a study for a terminal: first the answer, then the ranking of the methods. It ends with a
 * newline.
 */
export function studyText(report: StudySummary): string {
  const { study, analysis, advice, times, records } = report;
  const { total, recorded, failed } = countsOf(records, analysis.missing);
  const broken = failed === 0 ? '' : `, ${String(failed)} without an answer`;
  const lines = [
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
      ? ['', `and ${String(analysis.classes.length - MAX_CLASSES)} further classes of instances (all with --json)`]
      : []),
    ...(analysis.failures.length === 0 ? [] : ['']),
    ...analysis.failures.map(({ family, method, reason, runs, message }) =>
      labelled(
        'failed',
        `${oneLine(family)}, ${oneLine(method)}, ${countOf(runs, 'run')} (${reason}): ${oneLine(message)}`,
      ),
    ),
    ...analysis.warnings.map((text) => labelled('warning', oneLine(text))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** A column of the table that ranks the methods. */
interface RankColumn {
  readonly head: string;
  readonly of: (one: MethodStatistics | null) => string;
}

/** Column with each method's median gap. Gaps are relative to the best bound known for a case. */
const GAP: RankColumn = { head: 'median gap', of: (one) => plain(gapPercent(one?.gap?.median)) };
/** Column with the number of cases in which the method found a feasible plan. */
const PLANS: RankColumn = {
  head: 'feasible',
  of: (one) => (one?.feasible == null ? 'none' : `${String(one.feasible.successes)} of ${String(one.feasible.trials)}`),
};
/** Column with each method's mean time. */
const TIME: RankColumn = { head: 'mean time', of: (one) => plain(seconds(one?.timeS?.mean)) };

function ranks({ budgets }: ClassAnalysis, times: boolean): string[] {
  const ranked = budgets.filter(({ ranking }) => ranking.length > 0);
  const columns = times ? [GAP, PLANS, TIME] : [GAP, PLANS];
  const longest = Math.max(
    10,
    ...ranked.flatMap(({ budget, ranking }) => [
      budgetText(budget).length + 6,
      ...ranking.map(({ method }) => oneLine(method).length),
    ]),
  );
  const widths = [longest, 5, 5, 9, ...columns.map(() => 11)];
  return ranked.flatMap((one) => [
    `  ${row(widths, [`under ${budgetText(one.budget)}`, 'group', 'place', 'mean rank', ...columns.map(({ head }) => head)])}`,
    ...one.ranking.map((entry) => `  ${row(widths, rankCells(one, entry, columns))}`),
  ]);
}

function rankCells(
  one: BudgetAnalysis,
  { method, group, place, meanRank }: BudgetAnalysis['ranking'][number],
  columns: readonly RankColumn[],
): string[] {
  const statistics = statisticsOf(one, method);
  return [
    oneLine(method),
    one.distinguishes ? String(group) : 'alike',
    placeText(place, one.ranking),
    significant(meanRank, 3),
    ...columns.map(({ of }) => of(statistics)),
  ];
}
