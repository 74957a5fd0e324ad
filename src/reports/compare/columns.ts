import type { BoundFrame, MethodDifference, MethodSummary, RunFrame } from '../../studies/compare/record.js';
import { capitalised } from '../figures.js';
import { type Measured, oneLine, seconds } from '../format.js';
import { interval } from '../html/interval.js';
import { type Content, figure, nameOf, quantity } from '../html/markup.js';
import { numeric, type RowColumn } from '../html/table.js';
import { constraintName, TERMINATIONS } from '../wording.js';
import {
  brokenOf,
  columnOf,
  type ComparedFigure,
  knownFigures,
  meanBound,
  meanIn,
  numberIn,
  type PairedDifference,
  type ToldComparison,
  valueIn,
} from './report.js';
import { plansText, sourceText, stepCount } from './words.js';

/** Returns a table column of words. */
export function words<Row>(head: Content, of: (row: Row) => Content, foot?: Content): RowColumn<Row> {
  return { head, of, ...(foot === undefined ? {} : { foot }) };
}

/** Returns columns for the means of a figure and for their intervals. Tables leave out a column without values. */
export function meanColumns<Row extends { readonly method: string }>(
  one: ComparedFigure,
  rows: readonly Row[],
  {
    named,
    foot,
    hasInterval,
    currency,
  }: { readonly named: string; readonly foot?: Measured; readonly hasInterval: boolean; readonly currency?: string },
): RowColumn<Row>[] {
  const { head, write } = columnOf(one, [...rows.map((row) => meanIn(row, one.key)?.mean), foot], currency);
  const below = foot === undefined ? undefined : figure(`${named}bound`, foot, write);
  return [
    numeric(
      capitalised(head),
      (row) => figure(`${named}${one.key}.${row.method}`, meanIn(row, one.key)?.mean, write, one.none),
      below,
    ),
    ...(hasInterval
      ? [numeric<Row>('95 % interval', (row) => interval(meanIn(row, one.key)?.interval ?? null, write))]
      : []),
  ];
}

/** Returns the columns of the table of methods, for the terminal and the page. */
export function methodColumns(told: ToldComparison): RowColumn<MethodSummary>[] {
  const { summary, bounds, runs, currency } = told.record;
  const isKnown = (key: string): boolean => summary.some((row) => meanIn(row, key) !== null);
  const own = knownFigures(told, ['compare'], (key) => key !== 'bound' && isKnown(key));
  return [
    words('Method', ({ method }) => nameOf(method), bounds.length > 1 ? 'Proven bound, mean' : 'Proven bound'),
    numeric('Plans', (one) => plansText(one, runs)),
    ...own.flatMap((one) =>
      meanColumns(one, summary, {
        named: '',
        hasInterval: one.key === 'objective',
        ...(one.key === 'objective' ? { foot: meanBound(bounds, 'bound') } : {}),
        ...(currency === undefined ? {} : { currency }),
      }),
    ),
    numeric('Time', ({ timeS }) => quantity(seconds(timeS?.mean)), quantity(seconds(meanBound(bounds, 'timeS')))),
    ...(isKnown('cpuS')
      ? [
          numeric<MethodSummary>(
            'CPU',
            ({ cpuS }) => quantity(seconds(cpuS?.mean)),
            quantity(seconds(meanBound(bounds, 'cpuS'))),
          ),
        ]
      : []),
    numeric('Best', ({ best }) => String(best)),
  ];
}

/** Difference as a share of the reference's objective; every family has this figure. */
export const OF_REFERENCE: ComparedFigure = { key: 'ofReference', label: 'of the reference', unit: 'share' };

/** Returns the figures for which differences to the reference are shown. */
export function differenceFigures(told: ToldComparison): readonly ComparedFigure[] {
  const { differences } = told.record;
  const isKnown = (key: string): boolean => differences.some((row) => meanIn(row, key) !== null);
  const [objective, ...others] = knownFigures(
    told,
    ['compare', 'difference'],
    (key) =>
      isKnown(key) &&
      (key === 'objective' || told.figures.some((one) => one.key === key && one.in.includes('difference'))),
  ).toSorted((one, other) => Number(other.key === 'objective') - Number(one.key === 'objective'));
  return [
    ...(objective === undefined ? [] : [objective]),
    ...(isKnown(OF_REFERENCE.key) ? [OF_REFERENCE] : []),
    ...others,
  ];
}

/** Returns the columns of the table of differences, which are paired trial by trial. */
export function differenceColumns(told: ToldComparison): RowColumn<MethodDifference>[] {
  const { differences, rankedBy, currency } = told.record;
  return [
    words('Method', ({ method }) => nameOf(method)),
    ...differenceFigures(told).flatMap((one) =>
      meanColumns(one, differences, {
        named: 'difference.',
        hasInterval: true,
        ...(currency === undefined ? {} : { currency }),
      }),
    ),
    numeric('More / less / same', (one) => {
      const counts = (valueIn(one, rankedBy) ?? null) as PairedDifference | null;
      return counts === null ? 'none' : `${counts.wins} / ${counts.losses} / ${counts.ties}`;
    }),
    numeric('Left out', ({ unpaired }) => String(unpaired)),
  ];
}

/** Returns the columns of the table of bounds. */
export function boundColumns(told: ToldComparison): RowColumn<BoundFrame>[] {
  const { bounds, variants, currency } = told.record;
  const isEach = bounds.length > 1 || variants;
  const isKnown = (key: string): boolean => bounds.some((bound) => numberIn(bound, key) !== null);
  const [main] = knownFigures(told, ['compare'], (key) => key === 'bound');
  const own = knownFigures(told, ['bound'], isKnown);
  return [
    words('Trial', ({ trial }) => (isEach ? String(trial + 1) : 'all')),
    numeric('Seed', ({ seed }) => (isEach ? String(seed) : 'any')),
    ...[...(main === undefined ? [] : [main]), ...own].map((one) => {
      const values = bounds.map((bound) => numberIn(bound, one.key));
      const { head, write } = columnOf(one, values, currency);
      return numeric<BoundFrame>(capitalised(head), (bound) =>
        quantity(
          write(numberIn(bound, one.key)),
          bound.infeasibility === undefined ? (one.none ?? 'none') : 'no plan is feasible',
        ),
      );
    }),
    words('Certificate of', ({ source }) => sourceText(source)),
    numeric('Time', ({ timeS }) => quantity(seconds(timeS))),
  ];
}

/** Returns the columns of the table of single runs. */
export function runColumns(told: ToldComparison): RowColumn<RunFrame>[] {
  const { runs, currency } = told.record;
  const isKnown = (key: string): boolean => runs.some((run) => numberIn(run, key) !== null);
  const own = knownFigures(told, ['compare', 'run'], (key) => key !== 'bound' && isKnown(key));
  const hasOrigin = runs.some(({ planFrom }) => planFrom !== undefined);
  const hasRules = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  return [
    words('Method', ({ method }) => nameOf(method)),
    numeric('Seed', ({ seed }) => String(seed)),
    words('Feasible', feasibleText),
    ...own.map((one) => {
      // A plan that is not feasible has its value beside what it breaks.
      const of = (run: RunFrame): number | null =>
        one.key === 'objective' ? (run.planObjective ?? run.objective) : numberIn(run, one.key);
      const { head, write } = columnOf(one, runs.map(of), currency);
      return numeric(capitalised(head), (run: RunFrame) => quantity(write(of(run)), one.none));
    }),
    numeric('Time', ({ timeS }) => quantity(seconds(timeS))),
    ...(isKnown('cpuS') ? [numeric<RunFrame>('CPU', ({ cpuS }) => quantity(seconds(cpuS)))] : []),
    numeric('Steps', ({ steps }) => quantity(stepCount(steps))),
    words('Ended', ({ failure, termination }) =>
      failure === undefined ? TERMINATIONS[termination] : `broke down: ${oneLine(failure)}`,
    ),
    ...(hasOrigin ? [words('Plan from', ({ planFrom, method }: RunFrame) => planFrom ?? method)] : []),
    ...(hasRules ? [words('Rules', ({ rules = '' }: RunFrame) => rules)] : []),
  ];
}

/** Returns the text for the plan of a run: "yes", "no: red line" or "no". */
function feasibleText(run: RunFrame): string {
  if (run.feasible) return 'yes';
  const broken = brokenOf(run);
  return broken.length === 0 ? 'no' : `no: ${broken.map((name) => oneLine(constraintName(name))).join(', ')}`;
}
