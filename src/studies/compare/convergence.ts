import { ascending, quantileOfSorted } from '../../experiments/quantiles.js';
import type { Comparison } from './comparison.js';
import type { Convergence, RunFrame } from './record.js';

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
 * Returns the gap of the best plan so far of each method over time or steps: median, least and greatest over its runs,
 * at common points that are equally far apart on a logarithmic scale. A gap holds until a better plan is found. Before
 * its first plan, a run has a gap of 1. If no run has a bound, the gap is that to the best plan of the trial. Methods
 * that report no intermediate plans are left out.
 */
export function convergenceOf(
  { better }: Pick<Comparison, 'better'>,
  methods: readonly string[],
  runs: readonly RunFrame[],
  axis: Convergence['axis'],
): Convergence {
  const drawn = runs.filter(({ method }) => runs.some((one) => one.method === method && one.trajectory.length > 0));
  const to = drawn.some(({ bound }) => bound !== null && bound !== 0) ? 'bound' : 'best plan';
  const best = bestPlans(runs, better);
  const curves = drawn.flatMap(({ method, trial, bound, trajectory, timeS, steps }) => {
    const reference = to === 'bound' ? bound : (best.get(trial) ?? null);
    if (reference === null || reference === 0) return [];
    const points = trajectory.map(([step, pointS, value]): readonly [x: number, gap: number] => [
      axis === 'seconds' ? pointS : step,
      gapTo(reference, value, better),
    ]);
    return [{ method, points, end: axis === 'seconds' ? timeS : steps }];
  });
  const planned = curves.filter(({ points }) => points.length > 0);
  if (planned.length === 0) return { to, axis, at: [], methods: [] };
  const first = Math.max(EARLIEST[axis], Math.min(...planned.map(({ points }) => points[0]![0])));
  const ends = curves.map(({ points, end }) => Math.max(end, points.at(-1)?.[0] ?? 0));
  const at = commonGrid(first, Math.max(first * MIN_LENGTH, AXIS_IN_LONGEST_RUNS * Math.max(first, ...ends)));
  return {
    to,
    axis,
    at,
    methods: methods.flatMap((method) => {
      const own = curves.filter((curve) => curve.method === method);
      if (own.length === 0) return [];
      const spreads = at.map((x) => spreadOf(own.map(({ points }) => valueAt(points, x) ?? 1)));
      return [
        {
          method,
          trials: own.length,
          plans: own.filter(({ points }) => points.length > 0).length,
          median: spreads.map(({ median }) => median),
          least: spreads.map(({ least }) => least),
          greatest: spreads.map(({ greatest }) => greatest),
        },
      ];
    }),
  };
}

/** Returns the best objective of each trial. */
function bestPlans(runs: readonly RunFrame[], better: Comparison['better']): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const { trial, objective } of runs) {
    const known = best.get(trial);
    if (objective === null) continue;
    if (known === undefined || (better === 'more' ? objective > known : objective < known)) best.set(trial, objective);
  }
  return best;
}

/**
 * Returns the gap of a value to a reference other than 0, a fraction from 0 to 1. The gap is 0 if a method's own value
 * lies beyond the reference because it is computed otherwise than the checker's.
 */
export function gapTo(reference: number, value: number, better: Comparison['better']): number {
  const left = better === 'less' ? value - reference : reference - value;
  return Math.min(1, Math.max(0, left / Math.abs(reference)));
}

/** Median, least and greatest of values. */
interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

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

/** Returns the median, least and greatest of at least one value. */
function spreadOf(values: readonly number[]): Spread {
  const sorted = ascending(values);
  return { median: quantileOfSorted(sorted, 0.5), least: sorted[0]!, greatest: sorted.at(-1)! };
}
