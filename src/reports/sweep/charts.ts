import type { AxisRecord } from '../../studies/sweep/axes.js';
import { unitFor } from '../format.js';
import { columnNotation } from '../html/figure-columns.js';
import { type Content, markup, type Markup, NOTHING } from '../html/markup.js';
import { BLUE, categoryColour, seriesColour, textOn, VERMILLION, viridis } from '../html/palette.js';
import { type Series, seriesChart, type SeriesChart } from '../html/series-chart.js';
import { numeric, tableOf } from '../html/table.js';
import { type ShownAxis, shownAxis } from './axis.js';
import { type SweptFigure, sweptValue, type SweptValue, unlessFew } from './table.js';

/** A row of a sweep over fields: the value of each axis; its figures stand beside them. */
export interface SweptRow {
  readonly values: readonly number[];
}

/** A line of a chart. Its points are numbers or means over trials, in the unit of the record. */
export interface SweptLine extends Omit<Series, 'points' | 'whiskers'> {
  readonly points: readonly (readonly [x: number, y: number | SweptValue | null])[];
}

/** A chart of figures with the same unit over a quantity that is varied or found. */
export interface SweptChart extends Pick<SeriesChart, 'id' | 'title' | 'xName' | 'marks' | 'fromZero' | 'range'> {
  readonly figure: Pick<SweptFigure, 'label' | 'unit'>;
  readonly currency?: string | undefined;
  readonly lines: readonly SweptLine[];
}

/**
 * Returns the lines of a trade-off: the plans found, and dashed what is proven for all plans. Empty if there are
 * neither.
 */
export function frontLines(
  plans: SweptLine['points'],
  bounds: SweptLine['points'],
  look: Readonly<Record<'plans' | 'bounds', Partial<SweptLine>>>,
): SweptLine[] {
  const proven: SweptLine = { name: 'proven bound', colour: VERMILLION, dashed: true, points: bounds, ...look.bounds };
  return [{ name: 'plans', colour: BLUE, points: plans, ...look.plans }, ...(bounds.length === 0 ? [] : [proven])];
}

/** Returns the points of a figure along an axis. */
export function overAxis(rows: readonly SweptRow[], axis: ShownAxis, key: string): SweptLine['points'] {
  return rows
    .map((row) => [axis.value(row.values[0]!), sweptValue(row, key)] as const)
    .toSorted(([one], [other]) => one - other);
}

/** Returns a chart in the unit in which its largest value is near 1; empty if no line has a value. */
export function sweptChart({ figure, currency, lines, ...chart }: SweptChart): Content {
  const meanOf = (y: number | SweptValue | null): number | null =>
    y === null ? null : typeof y === 'number' ? y : y.mean;
  const known = lines.flatMap(({ points }) => points.flatMap(([, y]) => meanOf(y) ?? []));
  if (known.length === 0) return NOTHING;
  const { unit, label } = figure;
  const { name, size } =
    unit === 'share' ? { name: '%', size: 0.01 } : unitFor(unit, Math.max(...known.map(Math.abs)), currency);
  const series = lines.map(({ points, ...look }): Series => {
    const whiskers = points.flatMap(([x, y]): [number, number, number][] => {
      const interval = typeof y === 'number' ? null : unlessFew(y)?.interval;
      return interval == null ? [] : [[x, interval.low / size, interval.high / size]];
    });
    const own = points.map(([x, y]): [number, number | null] => {
      const mean = meanOf(y);
      return [x, mean === null ? null : mean / size];
    });
    return { ...look, points: own, ...(whiskers.length === 0 ? {} : { whiskers }) };
  });
  return seriesChart({ ...chart, yName: name === '' ? label : label === '' ? name : `${label}, ${name}`, series });
}

/** Returns a chart over one axis for each figure that has a value in some row. */
export function figureCharts(figures: readonly SweptFigure[], rows: readonly SweptRow[], axis: ShownAxis): Content[] {
  return figures.map((figure, n) => {
    const name = figure.label;
    return sweptChart({
      id: `${figure.key}-chart`,
      title: `A line over ${axis.name}: ${name}.`,
      xName: axis.name,
      figure,
      lines: [{ name, colour: seriesColour(n), points: overAxis(rows, axis, figure.key) }],
      ...(axis.marks === undefined ? {} : { marks: axis.marks }),
    });
  });
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
  const chart = sweptChart({
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
  const values = rows.flatMap((row) => sweptValue(row, figure.key)?.mean ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { unit, write } = columnNotation(figure, values);
  const cellOf = (x: number, y: number): Content => {
    const row = rows.find((one) => one.values[0] === x && one.values[1] === y);
    const value = row === undefined ? null : sweptValue(row, figure.key);
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
