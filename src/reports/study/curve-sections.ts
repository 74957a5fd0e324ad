import type { Anytime, ClassAnalysis, ProfileCurve } from '../../studies/analysis/analysis.js';
import type { Budget } from '../../studies/plan/study.js';
import { count, gapPercent, oneLine, seconds } from '../format.js';
import { markup, nameOf, NOTHING, quantity, type Content } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import { table } from '../html/table.js';
import type { StudyReport } from './input.js';
import { byBudget } from './by-budget.js';
import { type ChartLine, type LineChart, lineChart } from './line-chart.js';
import { budgetText } from './words.js';

/** Returns the section with performance and data profiles of the methods, for each class of comparable runs. */
export function profileSection({ analysis: { classes }, profiles, times }: StudyReport): SectionOptions {
  const drawn = classes.filter(({ performance, data }) => hasPoints(performance) || hasPoints(data));
  const percentOf = (fraction: number): string => `${String(Number((100 * fraction).toPrecision(6)))} %`;
  return {
    id: 'profiles',
    title: 'Profiles',
    body: [
      drawn.map((one) => [
        markup`<h3>${nameOf(one.name)}</h3>\n`,
        byBudget(one.budgets, ({ budget }) => [
          profile(one, budget, one.performance, 'Performance profile', 'factor of the least gap in the case'),
          profile(one, budget, one.data, 'Data profile', effortOf(budget, times)),
        ]),
      ]),
      drawn.length === 0
        ? NOTHING
        : markup`<p class="caption">Performance: share of the cases in which the gap of a method, raised by ${percentOf(profiles.shift)}, is within a factor of the least one. Data: share of the cases brought to within ${percentOf(profiles.tolerance)} of the bound, or of the best plan known, by effort. A curve that is higher is better; a method that never gets there has none.</p>\n`,
    ],
  };
}

/**
 * Returns the unit of effort of runs under a budget. It is steps if the budget limits only steps, or if the report
 * leaves out times; otherwise it is seconds.
 */
function effortOf({ timeLimitS, workLimit }: Budget, times: boolean): string {
  const isTime = times && (timeLimitS !== null || workLimit === null);
  return `${isTime ? 'seconds' : 'steps'} since the start of the run`;
}

function hasPoints(curves: readonly ProfileCurve[]): boolean {
  return curves.some(({ points }) => points.length > 0);
}

function profile(
  { name }: ClassAnalysis,
  budget: Budget,
  all: readonly ProfileCurve[],
  kind: string,
  xName: string,
): Content {
  const under = budgetText(budget);
  const curves = all.filter((one) => budgetText(one.budget) === under);
  if (!hasPoints(curves)) return NOTHING;
  return profileChart(curves, {
    title: `${kind}: share of cases against ${xName}, ${oneLine(name)}, ${under}`,
    xName,
    yName: `${kind}: share of the cases, %`,
  });
}

/**
 * Returns a chart of performance or data profiles. Each method has a step function: its share of the cases, %, over the
 * horizontal axis.
 */
export function profileChart(
  curves: readonly Pick<ProfileCurve, 'method' | 'points'>[],
  chart: Pick<LineChart, 'title' | 'xName' | 'yName' | 'fromZero'>,
): Content {
  const end = Math.max(...curves.flatMap(({ points }) => points.map(({ x }) => x)));
  const lines = curves.map(({ method, points }): ChartLine => {
    const own = points.map(({ x, y }) => [x, 100 * y] as const);
    const last = own.at(-1);
    return { name: oneLine(method), points: last === undefined || last[0] === end ? own : [...own, [end, last[1]]] };
  });
  return lineChart({ ...chart, lines, range: [0, 100], step: true });
}

/** Approximate number of points of the curves that the table below them shows. Our choice: few enough to read. */
const TABLE_POINTS = 10;

/** Lower end of the logarithmic axis of gaps, %. Smaller gaps are within solver tolerances and rounding errors. */
const GAP_FLOOR_PERCENT = 1e-3;

/** Returns the section with curves of gap over effort (seconds or steps), for each class of comparable runs. */
export function anytimeSection({ analysis: { classes }, times }: StudyReport): SectionOptions {
  const drawn = classes.filter(
    ({ anytime }) => anytime !== null && (times || anytime.axis === 'steps') && hasValues(anytime),
  );
  return {
    id: 'anytime',
    title: 'Gap over effort',
    body: [
      drawn.map((one, c) => [markup`<h3>${nameOf(one.name)}</h3>\n`, anytimeOf(one, one.anytime!, c)]),
      drawn.length === 0
        ? NOTHING
        : markup`<p class="caption">Median over the cases of the gap to the best certificate of each case, with the quartiles as a band, on the runs of the largest budget. Nothing is drawn before half of the cases have a plan.</p>\n`,
    ],
  };
}

/** Returns true if some curve has a point: a method of which at least half of the runs have a plan. */
export function hasValues({ curves }: Pick<Anytime, 'curves'>): boolean {
  return curves.some(({ median }) => median.some((value) => value !== null));
}

function anytimeOf({ name }: ClassAnalysis, anytime: Anytime, c: number): Content {
  return gapCurves(anytime, `anytime.${String(c)}`, 'median with quartiles over the cases', oneLine(name));
}

/**
 * Returns a chart and a table of gaps over effort (seconds or steps).
 *
 * @param field prefix of the names of the record's fields in the table
 * @param shown words that say what the lines and the bands around them show
 * @param cases words for the cases over which quantiles are taken
 */
export function gapCurves({ axis, at, curves }: Anytime, field: string, shown: string, cases: string): Content {
  const share = (value: number | null | undefined): number | null =>
    value === null || value === undefined ? null : 100 * value;
  const lines = curves.map(({ method, median, low, high }): ChartLine => ({
    name: oneLine(method),
    points: at.map((x, n) => [x, share(median[n])] as const),
    band: at.map((_, n) => [share(low[n]), share(high[n])] as const),
  }));
  const every = Math.max(1, Math.ceil(at.length / TABLE_POINTS));
  const named = [...at.keys()].filter((n) => n % every === 0 || n === at.length - 1);
  return [
    lineChart({
      title: `Gap over ${axis}: ${shown}, ${cases}`,
      xName: `${axis} since the start of the run`,
      yName: 'Gap, %',
      lines,
      step: true,
      floor: GAP_FLOOR_PERCENT,
    }),
    markup`<details><summary>Gap over ${axis} as a table</summary>
${table({
  caption: `Median gap by ${axis} since the start of the run, ${cases}`,
  columns: [
    { head: axis === 'seconds' ? 'Time' : 'Steps' },
    ...curves.map(({ method }) => ({ head: nameOf(method), numeric: true })),
  ],
  rows: named.map((n) => [
    quantity(axis === 'seconds' ? seconds(at[n]) : count(at[n])),
    ...curves.map(({ method, median }) => {
      const value = median[n] ?? null;
      if (value === null) return quantity(null, 'no plan yet');
      return markup`<data data-field="${field}.${oneLine(method)}.${String(n)}" value="${String(value)}">${quantity(gapPercent(value))}</data>`;
    }),
  ]),
})}</details>\n`,
  ];
}
