import type { BoundFrame, RunFrame } from '../../studies/compare/certificates.js';
import type { ComparisonRecord } from '../../studies/compare/compare.js';
import type { MethodDifference, MethodSummary } from '../../studies/compare/summary.js';
import { type CsvField, figureCsv } from '../figure-csv.js';
import { comparedFigures, csvHeading, type Figure, type Place } from '../figures.js';
import { countOf, oneLine, seconds } from '../format.js';
import { type FigureTable, type MeanFigure, meanIn, tableLines } from '../html/figure-columns.js';
import { markup, nameOf } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import { numeric } from '../html/table.js';
import { planOrigins } from '../plan-origins.js';
import { budgetText } from '../study/words.js';
import { type Line, linesText, moreLines } from '../summary.js';
import { constraintName, TERMINATIONS } from '../wording.js';

/** Family-specific texts of the report of a comparison. */
export interface CompareTexts {
  /** Lines at the beginning, on what all methods share, such as the energy budget. */
  readonly head?: readonly Line[];
  /** Names, by key of a figure, that this report uses instead of the figure's declared name. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Sentences below the table of methods that explain its columns. */
  readonly notes?: readonly string[];
  /** Texts of further files, by their keys in the record. */
  readonly files?: Readonly<Record<string, () => string>>;
  /** Loads the charts and returns the family-specific sections of the page. */
  readonly sections?: () => Promise<readonly SectionOptions[]>;
}

/** Returns the family-specific texts of the report for a comparison's record. */
export type CompareReport = (record: ComparisonRecord) => CompareTexts;

/** A comparison with the figures that its family declares, in the order in which they are shown. */
export interface ToldComparison extends CompareTexts {
  readonly record: ComparisonRecord;
  readonly figures: readonly Figure<never>[];
}

/** Columns for times. They differ by orders of magnitude, so each cell has its own unit. */
const TIMES: readonly MeanFigure[] = [
  { key: 'timeS', label: 'time', unit: 's', shown: seconds },
  { key: 'cpuS', label: 'CPU', unit: 's', shown: seconds },
];

/** Returns the tables of methods, of differences from the reference method, of bounds and of single runs. */
export function comparedTables({ record, figures, labels = {}, notes = [] }: ToldComparison) {
  const { summary, differences, bounds, trials, reference, rankedBy, variants, boundScope, currency } = record;
  const shown = (...places: readonly Place[]): readonly Figure<never>[] =>
    figures
      .filter((one) => one.in.some((place) => places.includes(place)))
      .map((one) => ({ ...one, label: labels[one.key] ?? one.label }));
  const only = (key: string): readonly Figure<never>[] => shown('compare').filter((one) => one.key === key);
  const method = { head: 'Method', of: (row: { readonly method: string }) => nameOf(row.method) };
  const runs = record.runs.map((run) => ({ ...run, objective: run.planObjective ?? run.objective }));
  const isMany = bounds.length > 1;
  const isOnce = trials > 1 && summary.some(({ plans, withoutPlan }) => plans + withoutPlan === 1);
  const methodTable: FigureTable<MethodSummary> = {
    caption: 'Means over the trials in which a method has a feasible plan.',
    rows: summary,
    currency,
    heads: [
      bounds.length === 0 ? method : { ...method, foot: isMany ? 'Proven bound, mean' : 'Proven bound' },
      numeric('Plans', (one) => plansText(one, runs)),
    ],
    figures: [...shown('compare'), ...TIMES],
    shown: ({ key }) => ({
      field: (_, row) => `${key}.${row.method}`,
      hasIntervals: key === 'objective',
      foot: meanBound(bounds, key === 'objective' ? 'bound' : key),
    }),
    more: [numeric('Best', ({ best }) => String(best))],
    notes: [
      'Best: trials in which no other plan of the same rules is better, of those that all methods ended.',
      ...notes,
      ...(isOnce ? ['Methods that draw nothing are run once; that run stands for all trials.'] : []),
      ...planOrigins(runs),
    ],
  };
  const share: MeanFigure = { key: 'ofReference', label: 'of the reference', unit: 'share' };
  const paired = [...only('objective'), share, ...shown('difference').filter(({ key }) => key !== 'objective')];
  const differenceTable: FigureTable<MethodDifference> = {
    caption: `Figures less those of ${oneLine(reference)} in the same trial. Trials in which only one of the two has a feasible plan, or their plans keep different rules, are left out and counted.`,
    // Where no method has a plan there is nothing to compare.
    rows: differences.some(({ objective, unpaired }) => objective !== null || unpaired > 0) ? differences : [],
    currency,
    heads: [method],
    figures: paired.map((one) => ({ ...one, within: undefined })),
    shown: ({ key }) => ({ field: (_, row) => `difference.${key}.${row.method}` }),
    more: [
      numeric('More / less / same', (one) => {
        const counts = meanIn(one, rankedBy) as MethodDifference['objective'];
        return counts === null ? 'none' : `${counts.wins} / ${counts.losses} / ${counts.ties}`;
      }),
      numeric('Left out', ({ unpaired }) => String(unpaired)),
    ],
  };
  const boundTable: FigureTable<BoundFrame> = {
    caption: 'Proven bounds, whose certificates they are, and how long their own runs took.',
    rows: bounds,
    currency,
    heads: [
      { head: 'Trial', of: ({ trial }) => (variants ? String(trial + 1) : 'all'), ...(isMany ? { foot: 'Mean' } : {}) },
      numeric('Seed', ({ seed }) => (variants ? String(seed) : 'any')),
    ],
    figures: [...only('bound'), ...shown('bound'), TIMES[0]!],
    shown: ({ key }) => (isMany ? { foot: meanBound(bounds, key) } : {}),
    more: [{ head: 'Certificate of', of: sourceText }],
    notes: [
      'The independent checker judges every plan. No plan is beyond a bound, the best of all certificates found; a gap is what a method leaves and what the bound is loose by, together.',
      ...(boundScope === '' ? [] : [`Bounds cover ${oneLine(boundScope)}.`]),
    ],
  };
  const runTable: FigureTable<RunFrame> = {
    caption: 'Every run. Figures are those of the plan returned, by the checker.',
    rows: runs,
    currency,
    heads: [
      method,
      numeric('Seed', ({ seed }) => String(seed)),
      { head: 'Feasible', of: (run) => (run.feasible ? 'yes' : `no${brokenText([run])}`) },
    ],
    figures: [...shown('compare', 'run'), ...TIMES, { key: 'steps', label: 'steps', unit: 'count' }],
    more: [
      {
        head: 'Ended',
        of: ({ failure, termination }) =>
          failure === undefined
            ? markup`<span class="words">${TERMINATIONS[termination]}</span>`
            : `broke down: ${oneLine(failure)}`,
      },
      { head: 'Plan from', of: ({ planFrom = '' }) => planFrom },
      { head: 'Rules', of: ({ rules }) => (rules === undefined ? '' : nameOf(rules)) },
    ],
  };
  return { methodTable, differenceTable, boundTable, runTable };
}

/** Returns the mean of the bounds' values under `key`, for the last line of a table; undefined if none has a value. */
function meanBound(bounds: readonly BoundFrame[], key: string): { field: string; value: number } | undefined {
  const known = bounds.flatMap((bound) => meanIn(bound, key)?.mean ?? []);
  if (known.length === 0) return undefined;
  const value = known.reduce((sum, one) => sum + one / known.length, 0);
  return { field: key === 'bound' ? key : `bound.${key}`, value };
}

/** Returns the number of trials with a feasible plan: "3", or "3 of 5", or "0 of 2: red line" if none has one. */
function plansText({ method, plans, withoutPlan }: MethodSummary, runs: readonly RunFrame[]): string {
  const broken = plans === 0 ? brokenText(runs.filter((run) => run.method === method)) : '';
  return withoutPlan > 0 ? `${plans} of ${plans + withoutPlan}${broken}` : String(plans);
}

function brokenText(runs: readonly RunFrame[]): string {
  const names = new Set(runs.flatMap(({ broken }) => broken));
  return names.size === 0 ? '' : `: ${[...names].map((name) => oneLine(constraintName(name))).join(', ')}`;
}

function sourceText({ source, infeasibility }: BoundFrame): string {
  if (infeasibility !== undefined) return 'none: no plan is feasible';
  return source === 'bound' ? 'its own run' : source === null ? 'nobody' : `the run of ${oneLine(source)}`;
}

/** Maximum number of warnings printed; compare.json has all of them. */
const MAX_WARNINGS = 8;
/** Maximum number of single bounds printed on a terminal. The mean in the last line is over all bounds. */
const MAX_BOUNDS = 12;

/** Returns the text of a comparison for a terminal. It ends with a newline. */
export function compareText(told: ToldComparison): string {
  const { record, head = [] } = told;
  const { summary, bounds, warnings, instance } = record;
  const verdict = verdictText(record);
  const { methodTable, differenceTable, boundTable } = comparedTables(told);
  return linesText([
    `${oneLine(instance)}: ${askedText(record)}`,
    ...head,
    ...(verdict === null ? [] : [['best', verdict] as const]),
    ...(summary.length === 0 ? [] : ['', ...tableLines(methodTable)]),
    ...(differenceTable.rows.length === 0 ? [] : ['', ...tableLines(differenceTable)]),
    ...(bounds.length === 0 ? [] : ['', ...tableLines({ ...boundTable, rows: bounds.slice(0, MAX_BOUNDS) })]),
    ...(warnings.length === 0 ? [] : ['']),
    ...warnings.slice(0, MAX_WARNINGS).map((text): Line => ['warning', oneLine(text)]),
    ...moreLines(warnings.length - MAX_WARNINGS, 'warning', ' in the record'),
  ]);
}

/**
 * Returns a sentence that names the methods with the best plan in the most trials, for each kind of rules that plans
 * keep. Null for fewer than two methods, or if no method has the best plan in any trial.
 */
export function verdictText({ summary, trials, runs }: ComparisonRecord): string | null {
  const planned = runs.filter(({ objective }) => objective !== null);
  const kinds = [...new Set(planned.map(({ rules = '' }) => rules))];
  const said = kinds.flatMap((kind) => {
    const methods = planned.flatMap(({ rules = '', method }) => (rules === kind ? [method] : []));
    const counted = summary.map(({ method, best, bestByRules }) => {
      return { method, best: bestByRules === undefined ? best : (bestByRules[kind] ?? 0) };
    });
    const own = counted.filter(({ method, best }) => best > 0 && methods.includes(method));
    const most = Math.max(...own.map(({ best }) => best));
    const names = own.flatMap(({ method, best }) => (best === most ? [oneLine(method)] : []));
    const among = kinds.length > 1 ? ` of ${kind}` : '';
    const where = `in ${most} of ${countOf(trials, 'trial')}`;
    if (names.length < 2) return names.map((name) => `${name} has the best plan${among} ${where}`);
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

/** Returns the text of compare.csv (RFC 4180), with one row per run. Fields without a value are empty. */
export function compareCsv({ record: { runs: rows, currency }, figures }: ToldComparison): string {
  const fieldOf = (key: string): CsvField => [csvHeading({ key }, currency), key];
  const before = ['method', 'trial', 'seed', 'termination', 'feasible', 'objective', 'planObjective', 'bound', 'gap'];
  const after = ['rules', 'planFrom', 'broken', 'timeS', 'cpuS', 'steps'].map(fieldOf);
  return figureCsv({ rows, before: before.map(fieldOf), figures: comparedFigures(figures), after, currency });
}
