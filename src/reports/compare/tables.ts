import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../studies/compare/record.js';
import type { Figure, Place } from '../figures.js';
import { type Measured, oneLine, seconds } from '../format.js';
import { columnHead, columnNotation } from '../html/figure-columns.js';
import { interval } from '../html/interval.js';
import { figure, nameOf, quantity } from '../html/markup.js';
import { numeric, type RowColumn } from '../html/table.js';
import { constraintName, TERMINATIONS } from '../wording.js';
import { fieldOf, intervalIn, type ToldComparison, valueIn } from './report.js';

/** A table of a comparison, for both the terminal and the page. */
export interface ComparedTable<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly RowColumn<Row>[];
}

/** The part of a figure's declaration that a column needs. */
type ShownFigure = Pick<Figure<never>, 'key' | 'label' | 'unit' | 'digits' | 'shown' | 'none'>;

/** Time and processor time of runs and bounds. Both span decades, so each cell has a unit of its own. */
const TIMES: readonly ShownFigure[] = [
  { key: 'timeS', label: 'time', unit: 's', shown: seconds },
  { key: 'cpuS', label: 'CPU', unit: 's', shown: seconds },
];
/** Number of steps of a run. */
const STEPS: ShownFigure = { key: 'steps', label: 'steps', unit: 'count' };
/** Difference as a share of the reference's objective; every family has this figure. */
const OF_REFERENCE: ShownFigure = { key: 'ofReference', label: 'of the reference', unit: 'share' };

/** Options of the columns of figures. */
interface FigureOptions<Row> {
  /** Returns the name of the record's field that a row's figures are in; absent if cells do not name fields. */
  readonly field?: (row: Row, key: string) => string;
  /** Keys of the figures that have a column of confidence intervals. */
  readonly intervals?: readonly string[];
  /** Returns the number below the column of a figure, and the name of its field. */
  readonly foot?: (key: string) => { readonly field: string; readonly value: Measured } | undefined;
}

/** Returns the methods with means of their figures over trials. The last line has the proven bound. */
export function methodTable(told: ToldComparison): ComparedTable<MethodSummary> {
  const { summary, bounds, runs } = told.record;
  const below = (key: string): { field: string; value: Measured } | undefined => {
    if (key === 'objective') return { field: 'bound', value: meanBound(bounds, 'bound') };
    return key === 'timeS' || key === 'cpuS' ? { field: `bound.${key}`, value: meanBound(bounds, key) } : undefined;
  };
  return {
    caption: 'Means over the trials in which a method has a feasible plan.',
    rows: summary,
    columns: [
      words('Method', ({ method }) => nameOf(method), bounds.length > 1 ? 'Proven bound, mean' : 'Proven bound'),
      numeric('Plans', (one) => plansText(one, runs)),
      ...figureColumns(told, summary, [...shownIn(told, 'compare'), ...TIMES], {
        field: ({ method }, key) => `${key}.${method}`,
        intervals: ['objective'],
        foot: below,
      }),
      numeric('Best', ({ best }) => String(best)),
    ],
  };
}

/** Returns the differences of the methods to the reference, which are paired trial by trial. */
export function differenceTable(told: ToldComparison): ComparedTable<MethodDifference> {
  const { differences, rankedBy, reference } = told.record;
  const own = shownIn(told, 'compare', 'difference').filter((one) => one.in.includes('difference'));
  const objective = shownIn(told, 'compare').filter(({ key }) => key === 'objective');
  const figures = [...objective, OF_REFERENCE, ...own.filter(({ key }) => key !== 'objective')];
  return {
    caption: `Figures less those of ${oneLine(reference)} in the same trial. Trials in which only one of the two has a feasible plan, or their plans keep different rules, are left out and counted.`,
    rows: differences,
    columns: [
      words('Method', ({ method }) => nameOf(method)),
      ...figureColumns(told, differences, figures, {
        field: ({ method }, key) => `difference.${key}.${method}`,
        intervals: figures.map(({ key }) => key),
      }),
      numeric('More / less / same', (one) => {
        const counts = fieldOf(one, rankedBy) as MethodDifference['objective'];
        return counts === null ? 'none' : `${counts.wins} / ${counts.losses} / ${counts.ties}`;
      }),
      numeric('Left out', ({ unpaired }) => String(unpaired)),
    ],
  };
}

/** Returns the proven bounds. The last line has their means. */
export function boundTable(told: ToldComparison): ComparedTable<BoundFrame> {
  const { bounds, variants } = told.record;
  const isEach = bounds.length > 1 || variants;
  const main = shownIn(told, 'compare').filter(({ key }) => key === 'bound');
  return {
    caption: 'Proven bounds, whose certificates they are, and how long their own runs took.',
    rows: bounds,
    columns: [
      words('Trial', ({ trial }) => (isEach ? String(trial + 1) : 'all'), 'Mean'),
      numeric('Seed', ({ seed }) => (isEach ? String(seed) : 'any')),
      ...figureColumns(told, bounds, [...main, ...shownIn(told, 'bound'), TIMES[0]!], {
        foot: (key) => ({ field: '', value: meanBound(bounds, key) }),
      }),
      words('Certificate of', ({ source, infeasibility }) =>
        infeasibility === undefined ? sourceText(source) : 'none: no plan is feasible',
      ),
    ],
  };
}

/** Returns the single runs. A plan that is not feasible is shown with its objective and the limits that it breaks. */
export function runTable(told: ToldComparison): ComparedTable<RunFrame> {
  const rows = told.record.runs.map((run) => ({ ...run, objective: run.planObjective ?? run.objective }));
  const hasOrigin = rows.some(({ planFrom }) => planFrom !== undefined);
  return {
    caption: 'Every run. Figures are those of the plan returned, by the checker.',
    rows,
    columns: [
      words('Method', ({ method }) => nameOf(method)),
      numeric('Seed', ({ seed }) => String(seed)),
      words('Feasible', (run) => (run.feasible ? 'yes' : `no${brokenText([run])}`)),
      ...figureColumns(told, rows, [...shownIn(told, 'compare', 'run'), ...TIMES, STEPS]),
      words('Ended', ({ failure, termination }) =>
        failure === undefined ? TERMINATIONS[termination] : `broke down: ${oneLine(failure)}`,
      ),
      ...(hasOrigin ? [words('Plan from', ({ planFrom, method }: RunFrame) => planFrom ?? method)] : []),
      ...(isMixed(rows) ? [words('Rules', ({ rules = '' }: RunFrame) => rules)] : []),
    ],
  };
}

/** Returns true if some of the plans keep different rules. */
export function isMixed(runs: ComparisonRecord['runs']): boolean {
  return new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
}

/** Returns the mean of a figure over the bounds that have it; null if none has. */
function meanBound(bounds: readonly BoundFrame[], key: string): number | null {
  const known = bounds.flatMap((bound) => valueIn(bound, key) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value / known.length, 0);
}

/** Returns a table column of words. */
function words<Row>(head: string, of: RowColumn<Row>['of'], foot?: string): RowColumn<Row> {
  return { head, of, ...(foot === undefined ? {} : { foot }) };
}

/** Returns the figures meant for one of these places, with the comparison's own labels. */
function shownIn({ figures, texts: { labels = {} } }: ToldComparison, ...places: readonly Place[]): Figure<never>[] {
  return figures
    .filter((one) => one.in.some((place) => places.includes(place)))
    .map((one) => ({ ...one, label: labels[one.key] ?? one.label }));
}

/** Returns a column for each figure that has a value in some row, and columns for confidence intervals of means. */
function figureColumns<Row extends object>(
  { record: { currency } }: ToldComparison,
  rows: readonly Row[],
  figures: readonly ShownFigure[],
  { field, intervals = [], foot = () => undefined }: FigureOptions<Row> = {},
): RowColumn<Row>[] {
  const known = figures.filter(({ key }) => rows.some((row) => valueIn(row, key) !== null));
  return known.flatMap((one) => {
    const { key, none } = one;
    const below = foot(key);
    const { unit, write } = columnNotation(one, [...rows.map((row) => valueIn(row, key)), below?.value], currency);
    return [
      numeric<Row>(
        columnHead(one, unit),
        (row) => {
          const value = valueIn(row, key);
          return field === undefined ? quantity(write(value), none) : figure(field(row, key), value, write, none);
        },
        below === undefined ? undefined : figure(below.field, below.value, write),
      ),
      ...(intervals.includes(key)
        ? [numeric<Row>('95 % interval', (row) => interval(intervalIn(row, key), write))]
        : []),
    ];
  });
}

/** Returns the number of trials with a feasible plan: "3", or "3 of 5", or "0 of 2: red line" if none has one. */
function plansText({ method, plans, withoutPlan }: MethodSummary, runs: readonly RunFrame[]): string {
  const broken = plans === 0 ? brokenText(runs.filter((run) => run.method === method)) : '';
  return withoutPlan > 0 ? `${plans} of ${plans + withoutPlan}${broken}` : String(plans);
}

/** Returns ": " and the names of the limits that the plans of runs break; empty if they break none. */
function brokenText(runs: readonly RunFrame[]): string {
  const names = new Set(runs.flatMap(({ broken = [] }) => broken));
  return names.size === 0 ? '' : `: ${[...names].map((name) => oneLine(constraintName(name))).join(', ')}`;
}

/** Returns the name of the run that proved a bound. */
function sourceText(source: string | null): string {
  if (source === null) return 'nobody';
  return source === 'bound' ? 'its own run' : `the run of ${oneLine(source)}`;
}
