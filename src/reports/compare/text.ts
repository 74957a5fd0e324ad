import type { RunFrame, ComparisonRecord, MethodDifference } from '../../studies/compare/record.js';
import { type CsvLine, csvText } from '../csv.js';
import { oneLine, plain } from '../format.js';
import { textTable } from '../html/table.js';
import { methodColumns } from './columns.js';
import {
  type ComparedFigure,
  type CompareTexts,
  headOf,
  meanBound,
  notationOf,
  valueIn,
  type PairedDifference,
} from './report.js';
import { intervalText, labelled, limitsText, meansNote, scopeLine, sourceText, trialsText } from './words.js';

/** Text of a comparison for a terminal; ends with a newline. */
export function compareText(record: ComparisonRecord, texts: CompareTexts): string {
  const { titled = '', head = [], figures, notes = [], tail = [], balance = 'objective' } = texts;
  const { summary, runs } = record;
  const isMixed = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  const none = isMixed ? 'no trial in which both have a plan of the same rules' : 'no common trial';
  const lines = [
    `${oneLine(record.instance)}${titled}: ${trialsText(record)}`,
    labelled('limits', limitsText(record)),
    labelled('bound', boundText(record, figures)),
    ...head,
    '',
    ...textTable(summary, methodColumns(record, figures, 'text')),
    ...meansNote(summary),
    ...notes,
    '',
    ...record.differences.map((one) => {
      const left = one.unpaired > 0 ? `; ${one.unpaired} trials without a pair` : '';
      return `${one.method} less ${one.reference}: ${differenceText(one, figures, balance) ?? none}${left}`;
    }),
    ...tail,
    ...scopeLine(record.boundScope),
    ...record.warnings.map((warning) => labelled('warning', oneLine(warning))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Proven bounds in words: on the objective, and on other figures that have one. */
function boundText({ bounds }: ComparisonRecord, figures: readonly ComparedFigure[]): string {
  if (bounds.length === 0) return 'not computed';
  const mean = bounds.length > 1 ? ' on average' : `, by ${sourceText(bounds[0]!.source)}`;
  const said = figures.flatMap((one) => {
    const value = one.bound === undefined ? null : meanBound(bounds, one.bound);
    if (value === null) return [];
    const text = plain(notationOf(one, [value])(value));
    return one.bound === 'bound'
      ? [`${text}${one.unit === '' ? '' : ` ${one.unit}`}${mean}`]
      : [`${one.label} ${text}`];
  });
  const isInfeasible = bounds.some(({ infeasibility }) => infeasibility !== undefined);
  return said.join('; ') || (isInfeasible ? 'none: no plan is feasible' : 'none was proven');
}

function differenceText(one: MethodDifference, figures: readonly ComparedFigure[], balance: string): string | null {
  if (one.objective === null) return null;
  const said = figures.flatMap((figure) => {
    const own = (valueIn(one, figure.key) ?? null) as PairedDifference | null;
    if (!figure.in.includes('differences') || own === null) return [];
    const write = notationOf(figure, [own.mean]);
    return [`${headOf(figure)} ${plain(write(own.mean))}${intervalText(own.interval, write)}`];
  });
  const { wins, losses, ties } = valueIn(one, balance) as PairedDifference;
  return `${said.join(', ')}; more in ${wins}, less in ${losses}, the same in ${ties}`;
}

/** Text of compare.csv (RFC 4180), one row per run; empty fields: no plan, none feasible (gap), or no bound. */
export function compareCsv(
  { runs }: Pick<ComparisonRecord, 'runs'>,
  { figures }: Pick<CompareTexts, 'figures'>,
): string {
  const own = figures.flatMap(({ key, csv, in: places }) =>
    places.includes('csv') ? [{ key, name: csv ?? key }] : [],
  );
  const cell = (run: RunFrame, key: string): CsvLine[number] => {
    const value = valueIn(run, key);
    return Array.isArray(value) ? value.join(' ') : ((value ?? null) as CsvLine[number]);
  };
  return csvText([
    ['method', 'trial', 'seed', 'termination', 'feasible', ...own.map(({ name }) => name), 'time_s', 'steps'],
    ...runs.map((run) => [
      run.method,
      run.trial,
      run.seed,
      run.termination,
      String(run.feasible),
      ...own.map(({ key }) => cell(run, key)),
      run.timeS,
      run.steps,
    ]),
  ]);
}
