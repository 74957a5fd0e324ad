import type { RobustConvergence } from '../../studies/compare/record.js';
import type { Markup } from '../../../../reports/html/markup.js';
import { spreadChart } from '../../../../reports/html/spread-chart.js';

/** Quantiles beyond it are drawn there: as good as certain. */
const FARTHEST_Z = 40;
/** Distances of the worst end that is not far off that are drawn below the best, but neither less nor more than MIN_RANGE_Z and MAX_RANGE_Z. */
const ROOM = 4;
const MIN_RANGE_Z = 1;
const MAX_RANGE_Z = 8;

/** The quantile of each method's best plan over time or steps against the bound, with its spread over the trials. */
export function robustConvergenceChart(convergence: RobustConvergence): Markup {
  const { axis, at, boundZ, methods } = convergence;
  const { min, max, interval } = rangeOf(convergence);
  const levels = boundZ === null ? [] : [boundZ.median, boundZ.least, boundZ.greatest];
  const drawn = [...new Set(levels)].filter((z) => Math.abs(z) < FARTHEST_Z);
  return spreadChart({
    id: 'convergence',
    title:
      'Thick lines: median quantile of each method’s best feasible plan; thin lines: least and greatest over the trials; dashed: the proven bound.',
    xName: axis === 'seconds' ? 'seconds since the start of the run' : 'steps since the start of the run',
    at,
    lines: methods,
    yOf: (z) => Math.max(min, clipped(z)),
    before: null,
    yAxis: {
      type: 'value',
      min,
      max,
      interval,
      name: 'quantile of the best plan, z',
      axisLabel: { formatter: (z: number) => String(Number(z.toPrecision(6))) },
    },
    ...(drawn.length === 0 ? {} : { level: { name: 'proven bound', values: drawn.map((z) => Math.max(min, z)) } }),
  });
}

export interface DrawnRange {
  readonly min: number;
  readonly max: number;
  /** Between marks. */
  readonly interval: number;
  /** Whether something lies below it, and is drawn at its lower edge. */
  readonly isCut: boolean;
}

/** Range from the best, or the bound, down to where methods differ: a far first plan must not squash the rest. */
export function rangeOf({ boundZ, methods }: RobustConvergence): DrawnRange {
  const values = methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]).filter(isKnown);
  const ends = methods.map(({ median }) => median.at(-1) ?? null).filter(isKnown);
  const bounds = boundZ === null ? [] : [boundZ.median, boundZ.greatest].filter((z) => Math.abs(z) < FARTHEST_Z);
  const top = Math.max(...values.map(clipped), ...bounds);
  const lowest = Math.min(...values.map(clipped), ...bounds);
  const near = ends.map((z) => top - clipped(z)).filter((distance) => distance <= MAX_RANGE_Z);
  const range = Math.min(MAX_RANGE_Z, Math.max(MIN_RANGE_Z, ROOM * (near.length === 0 ? Infinity : Math.max(...near))));
  const from = Math.max(lowest, top - range);
  const interval = roundStep(Math.max(top - from, MIN_RANGE_Z / 10) / 5);
  const min = interval * Math.floor(from / interval - 1e-9);
  const max = interval * Math.ceil(top / interval + 1e-9);
  return { min, max, interval, isCut: lowest < min };
}

function clipped(z: number): number {
  return Math.max(-FARTHEST_Z, Math.min(FARTHEST_Z, z));
}

function isKnown(value: number | null): value is number {
  return value !== null;
}

/** 1, 2 or 5 times a power of ten, not less than `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}
