import type { AxisRecord } from '../../studies/sweep/axes.js';
import { columnNotation, meanIn } from '../html/figure-columns.js';
import { type Content, markup, type Markup, NOTHING } from '../html/markup.js';
import { BLUE, categoryColour, textOn, VERMILLION, viridis } from '../html/palette.js';
import { numeric, tableOf } from '../html/table.js';
import { unitChart, type UnitLine } from '../html/unit-chart.js';
import { type ShownAxis, shownAxis } from './axis.js';
import type { SweptFigure } from './table.js';

/** A row of a sweep over fields: the value of each axis; its figures stand beside them. */
export interface SweptRow {
  readonly values: readonly number[];
}

/** Returns the lines of a trade-off: the plans found, and dashed what is proven for all plans, if anything is. */
export function frontLines(
  plans: UnitLine['points'],
  bounds: UnitLine['points'],
  look: Readonly<Record<'plans' | 'bounds', Partial<UnitLine>>>,
): UnitLine[] {
  const proven: UnitLine = { name: 'proven bound', colour: VERMILLION, dashed: true, points: bounds, ...look.bounds };
  return [{ name: 'plans', colour: BLUE, points: plans, ...look.plans }, ...(bounds.length === 0 ? [] : [proven])];
}

/** Returns the points of a figure along an axis. `of` is its key, or a function that returns its value. */
export function overAxis<Row extends SweptRow>(
  rows: readonly Row[],
  axis: ShownAxis,
  of: string | ((row: Row) => number | null),
): UnitLine['points'] {
  return rows
    .map((row) => [axis.value(row.values[0]!), typeof of === 'string' ? meanIn(row, of) : of(row)] as const)
    .toSorted(([one], [other]) => one - other);
}

/** Maximum number of lines drawn, because more cannot be told apart. Our choice. */
const MAX_LINES = 7;
/** Maximum number of columns of a grid, because more cannot be read. Our choice. */
const MAX_COLUMNS = 24;

/** Returns a figure over two fields as a line chart and as a grid of colours; empty if no point has a value. */
export function sweptGrid(
  axes: readonly [AxisRecord, AxisRecord],
  rows: readonly SweptRow[],
  figure: SweptFigure,
): Content {
  const [across, down] = [shownAxis(axes[0]), shownAxis(axes[1])];
  const every = Math.ceil(axes[1].values.length / MAX_LINES);
  const drawn = axes[1].values.filter((_, n) => n % every === 0);
  const chart = unitChart({
    id: `sweep-${figure.key}`,
    title: `Lines over ${across.name}: ${figure.label} of the plans, one line per value of ${down.name}.`,
    xName: across.name,
    figure: { ...figure, label: '' },
    lines: drawn.map((value, n) => {
      const own = rows.filter(({ values }) => values[1] === value);
      const colour = drawn.length <= 2 ? [BLUE, VERMILLION][n]! : categoryColour(n);
      return { name: `${down.name} ${down.digits(value)}`, colour, points: overAxis(own, across, figure.key) };
    }),
  });
  return chart === NOTHING ? NOTHING : [chart, colourGrid(axes, rows, figure)];
}

/** Returns the table of a figure over two fields, with cells coloured by value. */
function colourGrid(axes: readonly [AxisRecord, AxisRecord], rows: readonly SweptRow[], figure: SweptFigure): Markup {
  const [across, down] = [shownAxis(axes[0]), shownAxis(axes[1])];
  const values = rows.flatMap((row) => meanIn(row, figure.key)?.mean ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { unit, write } = columnNotation(figure, values);
  const cellOf = (x: number, y: number): Content => {
    const row = rows.find((one) => one.values[0] === x && one.values[1] === y);
    const value = row === undefined ? null : meanIn(row, figure.key);
    if (value === null) return row === undefined ? 'not solved' : 'none';
    const colour = viridis(most > least ? (value.mean - least) / (most - least) : 0.5);
    return markup`<span class="key" style="background:${colour};color:${textOn(colour)}">${write(value.mean)?.digits ?? ''}</span>`;
  };
  const columns = axes[0].values.slice(0, MAX_COLUMNS);
  const cut = columns.length < axes[0].values.length ? ` The first ${MAX_COLUMNS} values.` : '';
  return tableOf(`${unit}; ${across.name} across, ${down.name} down.${cut}`, axes[1].values, [
    numeric(down.name, (y) => down.digits(y)),
    ...columns.map((x) => numeric<number>(across.digits(x), (y) => cellOf(x, y))),
  ]);
}
