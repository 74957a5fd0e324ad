import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../studies/compare/record.js';
import { gapPercent, plain, seconds, significant } from '../format.js';
import type { CompareTexts, PlainMetric } from './report.js';
import { intervalColumn, intervalText, labelled, plansText, scopeLine } from './words.js';

type Run = RunFrame & { readonly figures: Readonly<Record<string, number | null>> };
type Told = ComparisonRecord<{ readonly figures: Readonly<Record<string, number | null>> }, BoundFrame, string>;
export type PlainTexts = CompareTexts<Run, MethodSummary<string>, MethodDifference, BoundFrame>;

/** Texts and tables for a family without a report of its own: objective, bound, gap and the family's metrics. */
export function plainCompareReport(record: Told, metrics: readonly PlainMetric[]): PlainTexts {
  const { objectiveUnit: unit, bounds, boundScope } = record;
  const bound = bounds[0]?.bound ?? null;
  return {
    head: [labelled('bound', bound === null ? 'none' : `${figure(bound)} ${unit}`)],
    columns: [
      { head: 'method', width: 22, of: ({ method }) => method },
      { head: 'plans', width: 8, of: plansText },
      { head: unit, width: 12, of: ({ objective }) => figure(objective?.mean) },
      intervalColumn(21, (value) => significant(value, 5)),
      { head: 'gap', width: 12, of: ({ gap }) => plain(gapPercent(gap?.mean)) },
      ...metrics.map(({ key, head, unit: of }) => ({
        head: `${head} ${of}`.trim(),
        width: 14,
        of: (one: MethodSummary<string>) => figure(one[key]?.mean),
      })),
      { head: 'time', width: 9, of: ({ timeS }) => plain(seconds(timeS?.mean)) },
      { head: 'best', width: 5, of: ({ best }) => String(best) },
    ],
    difference: ({ objective }) =>
      objective === null
        ? null
        : `${significant(objective.mean, 5)} ${unit}${intervalText(objective.interval, (value) => significant(value, 4))}; ` +
          `more in ${objective.wins}, less in ${objective.losses}, the same in ${objective.ties}`,
    tail: scopeLine(boundScope),
    csv: [
      { name: 'objective', of: (run) => run.objective },
      { name: 'bound', of: (run) => run.bound },
      { name: 'gap', of: (run) => run.gap },
      ...metrics.map(({ key }) => ({ name: key, of: (run: Run) => run.figures[key] ?? null })),
      { name: 'time_s', of: (run) => run.timeS },
      { name: 'steps', of: (run) => run.steps },
    ],
    page: async () => (await import('./plain-page.js')).plainComparePage(record, metrics),
  };
}

function figure(value: number | undefined | null): string {
  return value === undefined || value === null ? 'none' : significant(value, 6);
}
