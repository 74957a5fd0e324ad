import type { AxisRecord } from '../../studies/sweep/axes.js';
import { columnNotation, type MeanFigure, meanIn } from '../html/figure-columns.js';
import { type Content, markup, NOTHING } from '../html/markup.js';
import { BLUE, categoryColour, textOn, VERMILLION, viridis } from '../html/palette.js';
import { numeric, tableOf } from '../html/table.js';
import { unitChart, type UnitLine } from '../html/unit-chart.js';
import { type ShownAxis, shownAxis } from './axis.js';
import type { SweptRow } from './table.js';

/** Returns the line of the plans found and, below it, the dashed line of the bound on all plans, if there is one. */
export function plansAndBound(
  plans: UnitLine['points'],
  bound: UnitLine['points'],
  look: { readonly plans?: Partial<UnitLine>; readonly bound?: Partial<UnitLine> } = {},
): UnitLine[] {
  const proven = { name: 'Proven bound', colour: VERMILLION, dashed: true, points: bound, ...look.bound };
  return [...(bound.length === 0 ? [] : [proven]), { name: 'Plans', colour: BLUE, points: plans, ...look.plans }];
}

/** Returns the points of a line over a swept field, by ascending value of the field. */
export function overAxis<Row extends SweptRow>(
  rows: readonly Row[],
  axis: ShownAxis,
  of: (row: Row) => UnitLine['points'][number][1],
): UnitLine['points'] {
  return rows.map((row) => [axis.value(row.values[0]!), of(row)] as const).toSorted(([one], [other]) => one - other);
}

/** Returns a chart of a figure over a swept field, as areas if its lines are stacked. */
export function chartOver(axis: ShownAxis, { key, label, unit }: MeanFigure, lines: readonly UnitLine[]): Content {
  const isStacked = lines.some(({ stacked }) => stacked);
  return unitChart({
    id: `sweep-${key}`,
    title: `${isStacked ? 'Areas' : 'Lines'} over ${axis.name}: ${lines.map(({ name }) => name).join(', ')}.`,
    xName: axis.name,
    figure: { label, unit },
    fromZero: isStacked,
    lines,
    marks: axis.marks,
  });
}

/** Maximum number of lines in a chart. Our choice: more cannot be distinguished. */
export const MAX_LINES = 8;
/** Maximum number of columns in a table of colours. Our choice: more cannot be read. */
const MAX_COLUMNS = 24;

/** Returns a figure over two swept fields, as a line chart and as a table with coloured cells. */
export function sweptGrid(axes: readonly AxisRecord[], rows: readonly SweptRow[], figure: MeanFigure): Content {
  const [across, down] = axes.map(shownAxis) as [ShownAxis, ShownAxis];
  const [columns, levels] = axes.map(({ values }) => values) as [readonly number[], readonly number[]];
  const values = rows.flatMap((row) => meanIn(row, figure.key)?.mean ?? []);
  if (values.length === 0) return NOTHING;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { unit, write } = columnNotation(figure, values);
  const drawn = levels.filter((_, n) => n % Math.ceil(levels.length / MAX_LINES) === 0);
  const cellOf = (x: number, y: number): Content => {
    const row = rows.find((one) => one.values[0] === x && one.values[1] === y);
    const value = row === undefined ? null : meanIn(row, figure.key);
    if (value === null) return row === undefined ? 'not solved' : 'none';
    const colour = viridis(most > least ? (value.mean - least) / (most - least) : 0.5);
    return markup`<span class="key" style="background:${colour};color:${textOn(colour)}">${write(value.mean)?.digits ?? ''}</span>`;
  };
  const cut = columns.length > MAX_COLUMNS ? ` The first ${MAX_COLUMNS} values.` : '';
  const lines = drawn.map((value, n): UnitLine => {
    const own = rows.filter((row) => row.values[1] === value);
    const colour = drawn.length <= 2 ? [BLUE, VERMILLION][n]! : categoryColour(n);
    const points = overAxis(own, across, (row) => meanIn(row, figure.key));
    return { name: `${down.name} ${down.digits(value)}`, colour, points };
  });
  return [
    chartOver(across, { ...figure, label: '' }, lines),
    tableOf(`${unit}; ${across.name} across, ${down.name} down.${cut}`, levels, [
      numeric(down.name, down.digits),
      ...columns.slice(0, MAX_COLUMNS).map((x) => numeric<number>(across.digits(x), (y) => cellOf(x, y))),
    ]),
  ];
}
