import type { Cell } from '../experiments/design.js';
import { meanInterval } from '../experiments/statistics.js';
import { type FigureData, inWords, levelsOf } from './data.js';
import type { ClaimSource } from './claim.js';
import type { ByTrial } from './rules.js';

/**
 * Mean over trials with its 95 % confidence interval, in the unit of the axis. Without an interval, `low` and `high`
 * equal the mean.
 */
export interface DrawnValue {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Number of trials; 0 for a value printed in the source. */
  readonly trials: number;
}

export type PictureChart = PictureRows | PictureLines;

/** A chart with one row for each method or setting. */
export interface PictureRows {
  readonly kind: 'rows';
  readonly title: string;
  /** Label of the value axis: quantity and unit. */
  readonly axis: string;
  /**
   * Range of possible values, such as 0 and 100 for a probability in %, at which the axis ends; absent if there is
   * none.
   */
  readonly range?: readonly [number, number];
  readonly rows: readonly (DrawnValue & { readonly name: string })[];
}

/** A chart with one line for each method, over a numeric horizontal axis. */
export interface PictureLines {
  readonly kind: 'lines';
  readonly title: string;
  readonly xName: string;
  readonly axis: string;
  readonly range?: readonly [number, number];
  readonly series: readonly {
    readonly name: string;
    readonly points: readonly (DrawnValue & { readonly x: number })[];
  }[];
}

/** Data of a figure's page: charts, and verdicts on its claims. */
export interface FigurePicture {
  /** Name of the figure and its scale, such as "fig-2.2 reduced". */
  readonly name: string;
  readonly title: string;
  readonly settings: string;
  readonly trials: number;
  /** Words for the source of the claims; default the thesis. */
  readonly source?: ClaimSource;
  readonly charts: readonly PictureChart[];
  readonly claims: readonly PictureClaim[];
}

export interface PictureClaim {
  readonly id: string;
  readonly says: string;
  readonly verdict: string;
  /**
   * Verdicts under settings of Plenum. They do not affect `verdict`, which is the verdict under the thesis' settings.
   */
  readonly regimes: readonly { readonly words: string; readonly verdict: string }[];
}

/**
 * A quantity to draw. `of` returns its values in a cell (combination of factor levels), by trial; `factor` converts
 * them to the unit of the axis.
 */
export interface Measure {
  readonly axis: string;
  readonly factor: number;
  readonly range?: readonly [number, number];
  readonly of: (data: FigureData, cell: Cell) => ByTrial;
}

function drawn(values: ByTrial, factor: number): DrawnValue | null {
  if (values.size === 0) return null;
  const { mean, interval, n } = meanInterval([...values.values()]);
  const { low, high } = interval ?? { low: mean, high: mean };
  return { mean: factor * mean, low: factor * low, high: factor * high, trials: n };
}

/** Returns a value that is printed in the source, as a mean without confidence interval and trials. */
export function printed(mean: number): DrawnValue {
  return { mean, low: mean, high: mean, trials: 0 };
}

/**
 * Returns a chart with a row for each cell that has values. If the source prints a value for the cell, a row with this
 * value comes before it.
 */
export function rowsOf(
  data: FigureData,
  title: string,
  { axis, factor, range, of }: Measure,
  cells: readonly { readonly name: string; readonly cell: Cell; readonly thesis?: number }[],
): PictureRows {
  const rows = cells.flatMap(({ name, cell, thesis }) => {
    const own = drawn(of(data, cell), factor);
    return [
      ...(thesis === undefined ? [] : [{ name: `${name}, thesis`, ...printed(thesis) }]),
      ...(own === null ? [] : [{ name, ...own }]),
    ];
  });
  return { kind: 'rows', title, axis, ...(range === undefined ? {} : { range }), rows };
}

/** Returns a chart with a line for each method over the levels of a factor. */
export function linesOver(
  data: FigureData,
  title: string,
  { axis, factor, range, of }: Measure,
  { over, xName, where = {} }: { readonly over: string; readonly xName: string; readonly where?: Cell },
): PictureLines {
  const xs = levelsOf(data, over);
  return linesOf(data, title, { axis, xName, ...(range === undefined ? {} : { range }) }, (method) =>
    xs.map((x) => ({ x: Number(x), value: drawn(of(data, { ...where, [over]: x, method }), factor) })),
  );
}

/** Returns a chart with a line for each method that has values. */
export function linesOf(
  data: FigureData,
  title: string,
  axes: Pick<PictureLines, 'axis' | 'xName' | 'range'>,
  pointsOf: (method: string) => readonly { readonly x: number; readonly value: DrawnValue | null }[],
): PictureLines {
  const series = levelsOf(data, 'method').map((name) => ({
    name,
    points: pointsOf(name).flatMap(({ x, value }) => (value === null ? [] : [{ x, ...value }])),
  }));
  return { kind: 'lines', title, ...axes, series: series.filter(({ points }) => points.length > 0) };
}

export { drawn as drawnValue };

/** Returns those charts that have something to show. */
export function shown(charts: readonly PictureChart[]): PictureChart[] {
  return charts.filter((chart) => (chart.kind === 'rows' ? chart.rows.length > 0 : chart.series.length > 0));
}

/** Returns the title of a chart: the cell in words, such as "nominal, open", and what is shown. */
export function titled(cell: Cell, what: string): string {
  const words = inWords(cell);
  return words === '' ? what : `${words}: ${what}`;
}
