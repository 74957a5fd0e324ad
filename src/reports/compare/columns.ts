import type { ComparisonRecord, MethodSummary } from '../../studies/compare/record.js';
import { type Measured, seconds } from '../format.js';
import { interval } from '../html/interval.js';
import { type Content, figure, nameOf, quantity } from '../html/markup.js';
import { numeric, type RowColumn } from '../html/table.js';
import { type ComparedFigure, type ComparePlace, headOf, meanBound, meanIn, notationOf } from './report.js';
import { plansText } from './words.js';

/** A column of words. */
export function words<Row>(head: Content, of: (row: Row) => Content, foot?: Content): RowColumn<Row> {
  return { head, of, ...(foot === undefined ? {} : { foot }) };
}

/** Figures that have a place. */
export function figuresIn(figures: readonly ComparedFigure[], place: ComparePlace): readonly ComparedFigure[] {
  return figures.filter((one) => one.in.includes(place));
}

/** Head of a figure's columns. */
export function titleOf(one: ComparedFigure): string {
  const text = headOf(one);
  return one.head ?? `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Columns of the means of a figure, and of their intervals; tables leave out a column without any. */
export function meanColumns<Row extends { readonly method: string }>(
  one: ComparedFigure,
  rows: readonly Row[],
  { named, foot, hasInterval }: { readonly named: string; readonly foot?: Measured; readonly hasInterval: boolean },
): RowColumn<Row>[] {
  const write = notationOf(one, [...rows.map((row) => meanIn(row, one.key)?.mean), foot]);
  const below = foot === undefined ? undefined : figure(named === '' ? one.bound! : `${named}bound`, foot, write);
  return [
    numeric(
      titleOf(one),
      (row) => figure(`${named}${one.key}.${row.method}`, meanIn(row, one.key)?.mean, write, one.none),
      below,
    ),
    ...(hasInterval
      ? [numeric<Row>('95 % interval', (row) => interval(meanIn(row, one.key)?.interval ?? null, one.ends ?? write))]
      : []),
  ];
}

/** Columns of the table of methods, on the terminal and on the page. */
export function methodColumns(
  { summary, bounds, runs }: ComparisonRecord,
  figures: readonly ComparedFigure[],
  place: 'text' | 'methods',
): RowColumn<MethodSummary>[] {
  return [
    words('Method', ({ method }) => nameOf(method), bounds.length > 1 ? 'Proven bound, mean' : 'Proven bound'),
    numeric('Plans', (one) => plansText(one, runs)),
    ...figuresIn(figures, place).flatMap((one) =>
      meanColumns(one, summary, {
        named: '',
        hasInterval: one.hasInterval === true,
        ...(one.bound === undefined ? {} : { foot: meanBound(bounds, one.bound) }),
      }),
    ),
    numeric('Time', ({ timeS }) => quantity(seconds(timeS?.mean)), quantity(seconds(meanBound(bounds, 'timeS')))),
    numeric('Best', ({ best }) => String(best)),
  ];
}
