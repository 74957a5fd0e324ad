import type { ComparisonRecord } from '../../studies/compare/compare.js';
import { type CsvLine, csvOf } from '../csv.js';
import { comparedFigures, csvHeading } from '../figures.js';
import { countOf, oneLine } from '../format.js';
import { textTable } from '../html/table.js';
import { budgetText } from '../study/words.js';
import { type Line, linesText, moreLines } from '../summary.js';
import type { ToldComparison } from './report.js';
import { boundTable, type ComparedTable, differenceTable, methodTable } from './tables.js';

/** Maximum number of warnings printed; compare.json has all of them. */
const MAX_WARNINGS = 8;
/** Maximum number of single bounds printed on a terminal. The mean in the last line is over all bounds. */
const MAX_BOUNDS = 12;

/** Returns the text of a comparison for a terminal. It ends with a newline. */
export function compareText(told: ToldComparison): string {
  const { record, texts } = told;
  const { bounds, warnings } = record;
  const verdict = verdictText(record);
  const proven = boundTable(told);
  return linesText([
    `${oneLine(record.instance)}: ${askedText(record)}`,
    ...(texts.head ?? []),
    ...(verdict === null ? [] : [['best', verdict] as const]),
    ...tableLines(methodTable(told), bounds.length > 0),
    ...tableLines(differenceTable(told)),
    ...tableLines({ ...proven, rows: proven.rows.slice(0, MAX_BOUNDS) }, bounds.length > 1),
    ...(warnings.length === 0 ? [] : ['']),
    ...warnings.slice(0, MAX_WARNINGS).map((text): Line => ['warning', oneLine(text)]),
    ...moreLines(warnings.length - MAX_WARNINGS, 'warning', ' in the record'),
  ]);
}

/** Returns a table with its notes as lines, after an empty line; no lines if the table has no rows. */
function tableLines<Row>({ caption, rows, columns, notes = [] }: ComparedTable<Row>, hasFoot = false): string[] {
  return rows.length === 0 ? [] : ['', caption, ...textTable(rows, columns, hasFoot), ...notes];
}

/**
 * Returns a sentence that names the method that is best in most trials; ties are named. Plans that obey different rules
 * get separate sentences. Null for fewer than two methods, or if no method has a plan in a complete trial.
 */
export function verdictText({ summary, trials, runs }: ComparisonRecord): string | null {
  const planned = runs.filter(({ objective }) => objective !== null);
  const kinds = [...new Set(planned.map(({ rules = '' }) => rules))];
  const said = kinds.flatMap((kind) => {
    const methods = new Set(planned.flatMap(({ rules = '', method }) => (rules === kind ? [method] : [])));
    const own = summary.filter(({ method }) => methods.has(method));
    const most = Math.max(0, ...own.map(({ best }) => best));
    if (most === 0) return [];
    const names = own.flatMap(({ method, best }) => (best === most ? [oneLine(method)] : []));
    const among = kinds.length > 1 ? ` of ${kind}` : '';
    const where = `in ${most} of ${countOf(trials, 'trial')}`;
    if (names.length === 1) return [`${names[0]!} has the best plan${among} ${where}`];
    const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
    return [`${listed} are level: no plan${among} is better than theirs ${where}${most === trials ? '' : ' each'}`];
  });
  return said.length === 0 || summary.length < 2 ? null : said.join('; ');
}

/** Returns a sentence on the trials of a comparison and the limits of its runs. */
export function askedText(record: ComparisonRecord): string {
  const { variants, trials, trialsAsked, seed, termination, workers } = record;
  const what = variants ? 'variants of the workload, the same for all methods' : 'seeds on the instance itself';
  const cut = termination === 'interrupted' ? `, interrupted: ${trials} of ${trialsAsked} trials are whole` : '';
  const pace = workers === 1 ? 'one run at a time' : `${workers} runs at a time, which slow each other down`;
  return `${countOf(trialsAsked, 'trial')} (${what}, from seed ${seed})${cut}; ${budgetText(record)} per run, ${pace}`;
}

/**
 * Returns the text of compare.csv (RFC 4180), with one row per run. A field is empty if there is no plan, no feasible
 * plan (gap), or no bound.
 */
export function compareCsv({ record: { runs, currency }, figures }: Omit<ToldComparison, 'texts'>): string {
  const own = comparedFigures(figures).map(({ key }) => key);
  const keys = ['objective', 'planObjective', 'bound', 'gap', ...own, 'rules', 'planFrom', 'broken'];
  const all = ['method', 'trial', 'seed', 'termination', 'feasible', ...keys, 'timeS', 'cpuS', 'steps'];
  const columns = all.map((key) => ({
    name: csvHeading({ key }, currency),
    of: (run: object): CsvLine[number] => {
      const value = (run as Readonly<Record<string, unknown>>)[key];
      return Array.isArray(value) ? value.join(' ') : ((value ?? null) as CsvLine[number]);
    },
  }));
  return csvOf(runs, columns);
}
