import type { MethodDifference, RunFrame } from '../../studies/compare/record.js';
import { type CsvLine, csvText } from '../csv.js';
import { comparedFigures, csvHeading } from '../figures.js';
import { oneLine, plain } from '../format.js';
import { textTable } from '../html/table.js';
import { planOrigins } from '../plan-origins.js';
import { differenceFigures, methodColumns } from './columns.js';
import {
  columnOf,
  knownFigures,
  meanBound,
  meanIn,
  type PairedDifference,
  type ToldComparison,
  valueIn,
} from './report.js';
import {
  intervalText,
  labelled,
  limitsText,
  meansNote,
  scopeLine,
  shownWarnings,
  sourceText,
  trialsText,
  verdictText,
} from './words.js';

/** Returns the text of a comparison for a terminal. It ends with a newline. */
export function compareText(told: ToldComparison): string {
  const { record, texts } = told;
  const { titled = '', head = [], notes = [], tail = [] } = texts;
  const { summary, runs } = record;
  const isMixed = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  const none = isMixed ? 'no trial in which both have a plan of the same rules' : 'no common trial';
  const verdict = verdictText(record);
  const lines = [
    `${oneLine(record.instance)}${titled}: ${trialsText(record)}`,
    labelled('limits', limitsText(record)),
    labelled('bound', boundText(told)),
    ...head.map(([label, text]) => labelled(label, text)),
    ...(verdict === null ? [] : [labelled('best', verdict)]),
    '',
    ...textTable(summary, methodColumns(told)),
    ...meansNote(summary),
    ...notes,
    ...planOrigins(runs),
    '',
    ...record.differences.map((one) => {
      const left = one.unpaired > 0 ? `; ${one.unpaired} trials without a pair` : '';
      return `${one.method} less ${one.reference}: ${differenceText(told, one) ?? none}${left}`;
    }),
    ...tail,
    ...scopeLine(record.boundScope),
    ...shownWarnings(record).map((warning) => labelled('warning', warning)),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Returns a text on the proven bounds: those on the objective, and other certificates. */
function boundText(told: ToldComparison): string {
  const { bounds, currency } = told.record;
  if (bounds.length === 0) return 'not computed';
  const said = knownFigures(told, ['compare', 'bound'], (key) => meanBound(bounds, key) !== null).flatMap((one) => {
    if (one.key !== 'bound' && !one.in.includes('bound')) return [];
    const value = meanBound(bounds, one.key);
    const { head, write } = columnOf(one, [value], currency);
    const unit = head.slice(one.label.length + 2);
    const text = `${plain(write(value))}${unit === '' ? '' : ` ${unit}`}`;
    if (one.key !== 'bound') return [`${one.label} ${text}`];
    return [`${text}${bounds.length > 1 ? ' on average' : `, by ${sourceText(bounds[0]!.source)}`}`];
  });
  const isInfeasible = bounds.some(({ infeasibility }) => infeasibility !== undefined);
  return said.join('; ') || (isInfeasible ? 'none: no plan is feasible' : 'none was proven');
}

function differenceText(told: ToldComparison, one: MethodDifference): string | null {
  const { rankedBy, currency } = told.record;
  const counts = (valueIn(one, rankedBy) ?? null) as PairedDifference | null;
  if (counts === null) return null;
  const said = differenceFigures(told).flatMap((figure) => {
    const own = meanIn(one, figure.key);
    if (own === null) return [];
    const { head, write } = columnOf(figure, [own.mean], currency);
    return [`${head} ${plain(write(own.mean))}${intervalText(own.interval, write)}`];
  });
  const { wins, losses, ties } = counts;
  return `${said.join(', ')}; more in ${wins}, less in ${losses}, the same in ${ties}`;
}

/**
 * Returns the text of compare.csv (RFC 4180), with one row per run. A field is empty if there is no plan, no feasible
 * plan (gap), or no bound.
 */
export function compareCsv({ record: { runs, currency }, figures }: Omit<ToldComparison, 'texts'>): string {
  const own = comparedFigures(figures).map(({ key }) => key);
  const keys = ['objective', 'planObjective', 'bound', 'gap', ...own, 'rules', 'planFrom', 'broken'];
  const cell = (run: RunFrame, key: string): CsvLine[number] => {
    const value = valueIn(run, key);
    return Array.isArray(value) ? value.join(' ') : ((value ?? null) as CsvLine[number]);
  };
  const all = ['method', 'trial', 'seed', 'termination', 'feasible', ...keys, 'timeS', 'cpuS', 'steps'];
  return csvText([
    all.map((key) => csvHeading({ key }, currency)),
    ...runs.map((run) => all.map((key) => (key === 'feasible' ? String(run.feasible) : cell(run, key)))),
  ]);
}
