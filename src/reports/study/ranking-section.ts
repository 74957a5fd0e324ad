import type {
  BudgetAnalysis,
  ClassAnalysis,
  CommonMean,
  MethodStatistics,
  Spread,
} from '../../studies/analysis/analysis.js';
import { count, gapPercent, type Measured, oneLine, percent, seconds, type Shown, significant } from '../format.js';
import { MIN_VALUES } from '../few-values.js';
import { interval, NO_INTERVAL } from '../html/interval.js';
import { counted, figure, markup, nameOf, NOTHING, quantity, type Content, type Markup } from '../html/markup.js';
import { byBudget } from './by-budget.js';
import type { SectionOptions } from '../html/section.js';
import { table, type Column } from '../html/table.js';
import type { StudyReport } from './input.js';
import { budgetText, objectiveOf, placeText, statisticsOf, unitBehind } from './words.js';

/** Returns the rankings of the methods, for each class of comparable runs and each budget (time or step limit). */
export function rankings({ analysis: { classes } }: StudyReport): Content[] {
  const ranked = classes.filter(({ budgets }) => budgets.some(({ ranking }) => ranking.length > 0));
  if (ranked.length === 0) return [];
  return [
    markup`<p>Mean ranks over the cases (1 is best); methods of equal mean rank share a place (=). Methods of one group are not told apart by any test; where the study does not distinguish, none is ahead.</p>\n`,
    ...classes.map((one, c) =>
      ranked.includes(one) ? markup`<h3>${nameOf(one.name)}</h3>\n${rankingTable(one, c)}` : NOTHING,
    ),
  ];
}

function rankingTable({ name, budgets }: ClassAnalysis, c: number): Content {
  const rows = budgets.flatMap((one, b) =>
    one.ranking.map(({ method, meanRank, place: at, group }) => [
      one.distinguishes ? String(group) : '1, all alike',
      figure(`place.${place(c, b, method)}`, at, (value) => ({
        digits: placeText(Number(value), one.ranking),
        unit: '',
      })),
      nameOf(method),
      figure(`meanRank.${place(c, b, method)}`, meanRank, (value) => digits(value, 3)),
      budgetText(one.budget),
      figure(`gap.median.${place(c, b, method)}`, statisticsOf(one, method)?.gap?.median, gapPercent),
    ]),
  );
  return [
    table({
      caption: `Ranking, ${oneLine(name)}`,
      columns: [
        { head: 'Group' },
        { head: 'Place', numeric: true },
        { head: 'Method' },
        { head: 'Mean rank', numeric: true },
        { head: 'Budget' },
        { head: 'Median gap', numeric: true },
      ],
      rows,
    }),
    markup`<ul class="verdicts">${budgets.map(({ budget, verdict }) => markup`<li>${budgetText(budget)}: ${oneLine(verdict)}</li>`)}</ul>\n`,
  ];
}

/**
 * Returns the section with statistics of the methods, for each class of comparable runs and each budget (time or step
 * limit).
 */
export function methodsSection({ analysis, times }: StudyReport): SectionOptions {
  const { classes, confidence } = analysis;
  return {
    id: 'methods',
    title: 'Methods',
    body: [
      classes.length === 0
        ? NOTHING
        : markup`<p>n is the number of values that a mean is over: instances, each with the mean over its seeds, or cases; a method that draws nothing counts once however many seeds it was run with. Means are over plans: where a method has none in some cases, compare those over the common cases.</p>\n`,
      classes.map((one, c) => [
        markup`<h3>${nameOf(one.name)}</h3>\n`,
        byBudget(one.budgets, (budget, b) =>
          methodTables(one, budget, place(c, b, ''), `${String(100 * confidence)} %`, times),
        ),
      ]),
    ],
  };
}

/** Returns the prefix of record field names for the statistics of a method under budget `b` of class `c`. */
function place(c: number, b: number, method: string): string {
  return `${String(c)}.${String(b)}.${oneLine(method)}`;
}

function digits(value: Measured, count: number): Shown | null {
  return value === null || value === undefined ? null : { digits: significant(value, count), unit: '' };
}

/** A column of the table of methods, with one statistic. */
interface FigureColumn {
  readonly head: string;
  readonly of: (one: MethodStatistics) => Content;
}

function methodTables(one: ClassAnalysis, budget: BudgetAnalysis, at: string, level: string, times: boolean): Content {
  const objective = objectiveOf(one);
  const field = (name: string, { method }: MethodStatistics): string => `${name}.${at}${oneLine(method)}`;
  const spread = (
    head: string,
    name: string,
    write: (value: Measured) => Shown | null,
    of: (m: MethodStatistics) => Spread | null,
    common: (m: MethodStatistics) => CommonMean | null,
  ): FigureColumn[] => [
    { head: 'n', of: (m) => figure(field(`${name}.n`, m), of(m)?.n ?? 0, count) },
    { head: `${head}, mean`, of: (m) => figure(field(`${name}.mean`, m), of(m)?.mean, write) },
    ...(lacksSome(budget, common)
      ? [
          {
            head: `Mean, ${counted(casesOf(budget, common), 'common case')}`,
            of: (m: MethodStatistics) => figure(field(`${name}.common`, m), common(m)?.mean, write),
          },
        ]
      : []),
    { head: `${level} interval (t)`, of: (m) => interval(of(m)?.interval ?? null, write) },
    { head: `${level} interval (bootstrap)`, of: (m) => interval(of(m)?.bootstrap ?? null, write) },
    { head: 'Median', of: (m) => figure(field(`${name}.median`, m), of(m)?.median, write) },
    { head: 'Least … greatest', of: (m) => interval(rangeOf(of(m)), write) },
  ];
  const steps = (value: Measured): Shown | null => digits(value, 4);
  const gaps = [...new Set(budget.methods.flatMap(({ successes }) => successes.map(({ gap }) => gap)))].sort(
    (a, b) => a - b,
  );
  const success = gaps.map((gap): FigureColumn => ({
    head: `Within ${gapText(gap)}`,
    of: (m) => {
      const share = m.successes.find((entry) => entry.gap === gap)?.share ?? null;
      if (share === null) return quantity(null);
      return markup`${figure(field(`success.${String(gap)}`, m), share.probability, percent)} <span class="ofcount">${shareInterval(share) ?? ''}</span>`;
    },
  }));
  const shares: FigureColumn[] = [
    { head: 'Runs', of: (m) => figure(field('runs', m), m.runs, count) },
    { head: 'Feasible', of: (m) => figure(field('feasible', m), m.feasible?.probability, percent) },
    {
      head: 'of cases',
      of: (m) =>
        m.feasible === null ? quantity(null) : `${String(m.feasible.successes)} of ${String(m.feasible.trials)}`,
    },
    { head: `${level} interval`, of: (m) => shareInterval(m.feasible) ?? NO_INTERVAL },
  ];
  const effort: FigureColumn[] = [
    { head: 'Geometric mean gap', of: (m) => figure(field('gapGeometric', m), m.gapGeometric?.mean, gapPercent) },
    { head: 'shift', of: (m) => quantity(gapPercent(m.gapGeometric?.shift ?? null)) },
    ...(times
      ? [
          {
            head: 'Geometric mean time',
            of: (m: MethodStatistics) => figure(field('timeGeometricS', m), m.timeGeometricS?.mean, seconds),
          },
          { head: 'shift', of: (m: MethodStatistics) => quantity(seconds(m.timeGeometricS?.shift ?? null)) },
          { head: 'Mean time', of: (m: MethodStatistics) => figure(field('timeS.mean', m), m.timeS?.mean, seconds) },
          { head: `${level} interval`, of: (m: MethodStatistics) => interval(m.timeS?.interval ?? null, seconds) },
        ]
      : []),
    { head: 'Mean steps', of: (m) => figure(field('steps.mean', m), m.steps?.mean, steps) },
    { head: 'Mean primal integral', of: (m) => figure(field('primalIntegral.mean', m), m.primalIntegral?.mean, steps) },
  ];
  const under = `${oneLine(one.name)}, ${budgetText(budget.budget)}`;
  return [
    figures(
      `Gap to the best certificate of each case: ${under}`,
      spread(
        'Gap',
        'gap',
        gapPercent,
        ({ gap }) => gap,
        ({ gapCommon }) => gapCommon,
      ),
      budget,
    ),
    figures(
      `Objective${unitBehind(one)} (${one.better} is better): ${under}`,
      spread(
        'Objective',
        'objective',
        objective,
        (m) => m.objective,
        (m) => m.objectiveCommon,
      ),
      budget,
    ),
    figures(`Runs and feasible plans: ${under}`, shares, budget),
    success.length === 0
      ? NOTHING
      : figures(`Share of the cases solved to within a gap, with its interval: ${under}`, success, budget),
    figures(`Effort, and shifted geometric means: ${under}`, effort, budget),
  ];
}

/**
 * Returns true if some method has values only in some of its cases, so that the methods' means would be over different
 * cases.
 */
function lacksSome(budget: BudgetAnalysis, common: (m: MethodStatistics) => CommonMean | null): boolean {
  const cases = casesOf(budget, common);
  return cases > 0 && budget.methods.some((one) => common(one) !== null && one.runs > cases);
}

/** Returns the number of cases in which all methods have a value, over which their common means are taken. */
function casesOf({ methods }: BudgetAnalysis, common: (m: MethodStatistics) => CommonMean | null): number {
  return methods.reduce((most, one) => Math.max(most, common(one)?.cases ?? 0), 0);
}

/** Returns the text of a share's confidence interval; null if there are too few trials. */
function shareInterval(share: MethodStatistics['feasible']): Markup | null {
  return share === null || share.trials < MIN_VALUES ? null : interval(share, percent);
}

function rangeOf(spread: Spread | null): { readonly low: number; readonly high: number } | null {
  return spread === null ? null : { low: spread.least, high: spread.greatest };
}

function gapText(gap: number): string {
  return `${String(Number((100 * gap).toPrecision(6)))} %`;
}

function figures(caption: string, columns: readonly FigureColumn[], { methods }: BudgetAnalysis): Markup {
  const heads: Column[] = [{ head: 'Method' }, ...columns.map(({ head }) => ({ head, numeric: true }))];
  return table({
    caption,
    columns: heads,
    rows: methods.map((one) => [nameOf(one.method), ...columns.map(({ of }) => of(one))]),
  });
}
