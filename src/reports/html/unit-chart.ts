import { type MeanOf, unlessFew } from '../few-values.js';
import type { Figure } from '../figures.js';
import { unitFor } from '../format.js';
import { type Content, NOTHING } from './markup.js';
import { type Series, seriesChart, type SeriesChart } from './series-chart.js';

/** A line of a chart. Its points have numbers, or means with confidence intervals, in the unit of records. */
export interface UnitLine extends Omit<Series, 'points' | 'whiskers'> {
  readonly points: readonly (readonly [x: number, y: number | MeanOf | null])[];
}

/** A line chart of values that share one unit. Its horizontal axis may be any quantity. */
export interface UnitChart extends Pick<SeriesChart, 'id' | 'title' | 'xName' | 'marks' | 'fromZero' | 'range'> {
  /** Name and unit of the vertical axis. */
  readonly figure: Pick<Figure<never>, 'label' | 'unit'>;
  readonly currency?: string | undefined;
  readonly lines: readonly UnitLine[];
}

/** Returns a line chart in the unit that suits the largest value, such as kW; empty if no line has a value. */
export function unitChart({ figure: { unit, label }, currency, lines, ...chart }: UnitChart): Content {
  const meanOf = (y: UnitLine['points'][number][1]): number | null => (typeof y === 'object' ? (y?.mean ?? null) : y);
  const known = lines.flatMap(({ points }) => points.flatMap(([, y]) => meanOf(y) ?? []));
  if (known.length === 0) return NOTHING;
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
  return seriesChart({ ...chart, yName: [label, name].filter((word) => word !== '').join(', '), series });
}
