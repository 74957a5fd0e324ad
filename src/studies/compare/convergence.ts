import type { ConvergenceRule } from './comparison.js';
import type { BoundFrame, Convergence, RunFrame } from './record.js';

/** Number of points at which the methods are read; ours: about one for 10 px of the widest chart. */
const POINTS = 90;
/**
 * Least start of the axis, s or steps; ours: a logarithmic axis has no 0, and clocks tell little apart below 0.01 s.
 */
const EARLIEST = { seconds: 0.01, steps: 1 };
/** Least ratio of the axis' end to its start; ours: an axis needs some length even where all runs end at once. */
const MIN_LENGTH = 1.01;

/**
 * Best plan so far of the methods drawn, over time or steps: median, least and greatest over all their runs, on common
 * points that are equally far apart on a logarithmic scale. A value holds until the next is found; a run without a plan
 * counts with the value that the rule gives for it.
 */
export function convergenceOf(
  rule: ConvergenceRule,
  methods: readonly string[],
  runs: readonly RunFrame[],
  bounds: readonly BoundFrame[],
  limitedBy: Convergence['axis'],
): Convergence {
  const {
    axis = limitedBy,
    isDrawn,
    isUsable = () => true,
    shown = (_: RunFrame, value: number): number => value,
    without,
    beyond,
  } = rule;
  const curves = runs
    .filter((run) => isDrawn(run.method) && isUsable(run))
    .map((run) => ({
      method: run.method,
      end: axis === 'seconds' ? run.timeS : run.steps,
      points: run.trajectory.map(
        ([steps, timeS, value]) => [axis === 'seconds' ? timeS : steps, shown(run, value)] as const,
      ),
    }));
  const level = spreadOf(bounds.map((bound) => rule.level?.(bound) ?? null).filter((value) => value !== null));
  const planned = curves.filter(({ points }) => points.length > 0);
  if (planned.length === 0) return { axis, at: [], level, methods: [] };
  const first = Math.max(EARLIEST[axis], Math.min(...planned.map(({ points }) => points[0]![0])));
  const ends = curves.map(({ points, end }) => Math.max(end, points.at(-1)?.[0] ?? 0));
  const at = commonGrid(first, Math.max(first * MIN_LENGTH, beyond * Math.max(first, ...ends)));
  return {
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

type Spread = NonNullable<Convergence['level']>;

/** Points that are equally far apart on a logarithmic scale; `last` is the last one exactly. */
function commonGrid(first: number, last: number): number[] {
  return Array.from({ length: POINTS }, (_, n) =>
    n === POINTS - 1 ? last : first * (last / first) ** (n / (POINTS - 1)),
  );
}

/** Value that holds at `x`: that of the last point not beyond it, null before the first. x rises along the points. */
export function valueAt(points: readonly (readonly [x: number, value: number])[], x: number): number | null {
  let held: number | null = null;
  for (const [at, value] of points) {
    if (at > x) break;
    held = value;
  }
  return held;
}

/** Median, least and greatest; null of no values. */
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
