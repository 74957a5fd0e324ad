import type { AxisRecord } from '../../studies/sweep/axes.js';
import { columnNotation, meanIn } from '../html/figure-columns.js';
import { type Content, markup, NOTHING } from '../html/markup.js';
import { BLUE, categoryColour, textOn, VERMILLION, viridis } from '../html/palette.js';
import { numeric, tableOf } from '../html/table.js';
import { unitChart, type UnitLine } from '../html/unit-chart.js';
import { type ShownAxis, shownAxis } from './axis.js';
import type { SweptFigure } from './table.js';

/** A row of a sweep over fields: the value of each swept field, with the results of the run under their keys. */
export interface SweptRow {
  readonly values: readonly number[];
}

/** Returns the line of the plans found and, below it, the dashed line of the bound on all plans, if there is one. */
export function plansAndBound(
  plans: UnitLine['points'],
  bound: UnitLine['points'],
  look: { readonly plans?: Partial<UnitLine>; readonly bound?: Partial<UnitLine> } = {},
): UnitLine[] {
  const proven = { name: 'Proven bound', colour: VERMILLION, dashed: true, points: bound, ...look.bound };
  return [...(bound.length === 0 ? [] : [proven]), { name: 'Plans', colour: BLUE, points: plans, ...look.plans }];
}

/**
 * Returns the points of a line chart over a swept field.
 *
 * @param of key of the value on the vertical axis, or a function that returns it
 */
export function overAxis<Row extends SweptRow>(
  rows: readonly Row[],
  axis: ShownAxis,
  of: string | ((row: Row) => number | null),
): UnitLine['points'] {
  return rows
    .map((row) => [axis.value(row.values[0]!), typeof of === 'string' ? meanIn(row, of) : of(row)] as const)
    .toSorted(([one], [other]) => one - other);
}

/** Maximum number of lines in a chart. Our choice: more cannot be distinguished. */
const MAX_LINES = 7;
/** Maximum number of columns in a table of colours. Our choice: more cannot be read. */
const MAX_COLUMNS = 24;

/** Returns a figure over two swept fields, as a line chart and as a table with coloured cells. */
export function sweptGrid(axes: readonly AxisRecord[], rows: readonly SweptRow[], figure: SweptFigure): Content {
  const [across, down] = axes.map(shownAxis) as [ShownAxis, ShownAxis];
  const [columns, lines] = axes.map(({ values }) => values) as [readonly number[], readonly number[]];
  const values = rows.flatMap((row) => meanIn(row, figure.key)?.mean ?? []);
  if (values.length === 0) return NOTHING;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { unit, write } = columnNotation(figure, values);
  const drawn = lines.filter((_, n) => n % Math.ceil(lines.length / MAX_LINES) === 0);
  const cellOf = (x: number, y: number): Content => {
    const row = rows.find((one) => one.values[0] === x && one.values[1] === y);
    const value = row === undefined ? null : meanIn(row, figure.key);
    if (value === null) return row === undefined ? 'not solved' : 'none';
    const colour = viridis(most > least ? (value.mean - least) / (most - least) : 0.5);
    return markup`<span class="key" style="background:${colour};color:${textOn(colour)}">${write(value.mean)?.digits ?? ''}</span>`;
  };
  const cut = columns.length > MAX_COLUMNS ? ` The first ${MAX_COLUMNS} values.` : '';
  return [
    unitChart({
      id: `sweep-${figure.key}`,
      title: `Lines over ${across.name}: ${figure.label} of the plans, one line per value of ${down.name}.`,
      xName: across.name,
      figure: { ...figure, label: '' },
      lines: drawn.map((value, n) => {
        const own = rows.filter((row) => row.values[1] === value);
        const colour = drawn.length <= 2 ? [BLUE, VERMILLION][n]! : categoryColour(n);
        return { name: `${down.name} ${down.digits(value)}`, colour, points: overAxis(own, across, figure.key) };
      }),
    }),
    tableOf(`${unit}; ${across.name} across, ${down.name} down.${cut}`, lines, [
      numeric(down.name, down.digits),
      ...columns.slice(0, MAX_COLUMNS).map((x) => numeric<number>(across.digits(x), (y) => cellOf(x, y))),
    ]),
  ];
}
