import type { Comparison } from './comparison.js';
import type { BoundFrame, Convergence, RunFrame } from './record.js';

/** Number of points at which convergence is evaluated. Our choice: about one for 10 px of the widest chart. */
const POINTS = 90;
/**
 * Least start of the axis, s or steps. Our choice: a logarithmic axis has no 0, and clocks are too coarse below 0.01 s.
 */
const EARLIEST = { seconds: 0.01, steps: 1 };
/** Least ratio of the axis' end to its start. Our choice: an axis needs some length even if all runs end at once. */
const MIN_LENGTH = 1.01;

/** Length of the axis as a multiple of the longest run. Our choice: it leaves some room after the ends of the lines. */
const AXIS_IN_LONGEST_RUNS = 1.1;

/**
 * Returns the best value so far of each method over time or steps: median, least and greatest over its runs, at common
 * points that are equally far apart on a logarithmic scale. A value holds until a better one is found. A run without a
 * plan counts as worse than all others, with a gap of 1. Methods that report no intermediate values are left out.
 */
export function convergenceOf(
  { certificates: { main }, better }: Pick<Comparison, 'certificates' | 'better'>,
  methods: readonly string[],
  runs: readonly RunFrame[],
  bounds: readonly BoundFrame[],
  axis: Convergence['axis'],
): Convergence {
  const isBounded = runs.some((run) => run.trajectory.length > 0 && hasGap(run));
  const figure = main.on === 'objective' && isBounded ? 'gap' : main.on;
  const without = figure === 'gap' ? 1 : better === 'more' ? -Infinity : Infinity;
  const drawn = new Set(runs.flatMap(({ method, trajectory }) => (trajectory.length > 0 ? [method] : [])));
  const curves = runs
    .filter((run) => drawn.has(run.method) && (figure !== 'gap' || hasGap(run)))
    .map((run) => ({
      method: run.method,
      end: axis === 'seconds' ? run.timeS : run.steps,
      points: run.trajectory.map(
        ([steps, timeS, value]) =>
          [axis === 'seconds' ? timeS : steps, figure === 'gap' ? gapTo(run, value, better) : value] as const,
      ),
    }));
  const levels = bounds.flatMap((one) => {
    const value = figure === 'gap' ? null : (one as unknown as Readonly<Record<string, unknown>>)[main.key];
    return typeof value === 'number' ? [value] : [];
  });
  const level = spreadOf(levels);
  const planned = curves.filter(({ points }) => points.length > 0);
  if (planned.length === 0) return { figure, axis, at: [], level, methods: [] };
  const first = Math.max(EARLIEST[axis], Math.min(...planned.map(({ points }) => points[0]![0])));
  const ends = curves.map(({ points, end }) => Math.max(end, points.at(-1)?.[0] ?? 0));
  const at = commonGrid(first, Math.max(first * MIN_LENGTH, AXIS_IN_LONGEST_RUNS * Math.max(first, ...ends)));
  return {
    figure,
    axis,
    at,
    level,
    methods: methods.flatMap((method) => {
      const own = curves.filter((curve) => curve.method === method);
      if (own.length === 0) return [];
      const spreads = at.map((x) => spreadOf(own.map(({ points }) => valueAt(points, x) ?? without))!);
      const line = (of: (spread: Spread) => number): (number | null)[] => spreads.map((one) => finiteOrNull(of(one)));
      return [
        {
          method,
          trials: own.length,
          plans: own.filter(({ points }) => points.length > 0).length,
          median: line(({ median }) => median),
          least: line(({ least }) => least),
          greatest: line(({ greatest }) => greatest),
        },
      ];
    }),
  };
}

/** Returns true if gaps to the bound of a run can be computed. */
function hasGap({ bound }: Pick<RunFrame, 'bound'>): boolean {
  return bound !== null && bound !== 0;
}

/**
 * Returns the gap of a value to its run's bound, a fraction from 0 to 1; the bound must not be null or 0. The gap is 0
 * if a method's own value lies beyond the bound because it computes otherwise than the checker.
 */
export function gapTo({ bound }: Pick<RunFrame, 'bound'>, value: number, better: Comparison['better']): number {
  const left = better === 'less' ? value - bound! : bound! - value;
  return Math.min(1, Math.max(0, left / Math.abs(bound!)));
}

type Spread = NonNullable<Convergence['level']>;

/** Returns points that are equally far apart on a logarithmic scale; the last one is exactly `last`. */
function commonGrid(first: number, last: number): number[] {
  return Array.from({ length: POINTS }, (_, n) =>
    n === POINTS - 1 ? last : first * (last / first) ** (n / (POINTS - 1)),
  );
}

/**
 * Returns the value that holds at `x`: that of the last point up to `x`, or null before the first. The points are
 * sorted by x.
 */
export function valueAt(points: readonly (readonly [x: number, value: number])[], x: number): number | null {
  let held: number | null = null;
  for (const [at, value] of points) {
    if (at > x) break;
    held = value;
  }
  return held;
}

/** Returns the median, least and greatest value; null if there are no values. */
function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [below, above] = [sorted[Math.floor(middle)]!, sorted[Math.ceil(middle)]!];
  // Infinite ones have no mean with themselves' negatives; equal ones are it.
  const median = below === above ? below : (below + above) / 2;
  return { median, least: sorted[0]!, greatest: sorted.at(-1)! };
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
