import type { ComparisonRecord, DifferenceFrame, RunFrame, SummaryFrame } from '../../studies/compare/record.js';
import { csvText } from '../csv.js';
import { oneLine } from '../format.js';
import type { CompareTexts } from './report.js';
import { labelled, limitsText, meansNote, row, trialsText } from './words.js';

/** Part of a record that is common to all tables. */
export type Told<Run, Summary, Difference> = Omit<ComparisonRecord, 'runs' | 'summary' | 'differences' | 'bounds'> & {
  readonly runs: readonly Run[];
  readonly summary: readonly Summary[];
  readonly differences: readonly Difference[];
};

/** Text of a comparison for a terminal; ends with a newline. */
export function compareText<Run, Summary extends SummaryFrame, Difference extends DifferenceFrame, Bound>(
  record: Told<Run, Summary, Difference>,
  texts: CompareTexts<Run, Summary, Difference, Bound>,
): string {
  const { titled = '', head = [], notes = [], difference, tail = [] } = texts;
  const columns = texts.columns.filter(
    ({ of }) => record.summary.length === 0 || record.summary.some((one) => of(one) !== ''),
  );
  const widths = columns.map(({ width }) => width);
  const lines = [
    `${oneLine(record.instance)}${titled}: ${trialsText(record)}`,
    labelled('limits', limitsText(record)),
    ...head,
    '',
    row(
      widths,
      columns.map((column) => column.head),
    ),
    ...record.summary.map((one) =>
      row(
        widths,
        columns.map(({ of }) => of(one)),
      ),
    ),
    ...meansNote(record.summary),
    ...notes,
    '',
    ...record.differences.map((one) => {
      const left = one.unpaired > 0 ? `; ${one.unpaired} trials without a pair` : '';
      return `${one.method} less ${one.reference}: ${difference(one) ?? 'no common trial'}${left}`;
    }),
    ...tail,
    ...record.warnings.map((warning) => labelled('warning', oneLine(warning))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Text of compare.csv (RFC 4180), one row per run; empty fields: no plan, none feasible (gap), or no bound. */
export function compareCsv<Run extends RunFrame, Summary, Difference, Bound>(
  { runs }: { readonly runs: readonly Run[] },
  { csv }: Pick<CompareTexts<Run, Summary, Difference, Bound>, 'csv'>,
): string {
  const first = ['method', 'trial', 'seed', 'termination', 'feasible'];
  return csvText([
    [...first, ...csv.map(({ name }) => name)],
    ...runs.map((run) => [
      ...[run.method, run.trial, run.seed, run.termination, String(run.feasible)],
      ...csv.map(({ of }) => of(run)),
    ]),
  ]);
}
