import { commonGrid, spreadOver, valueAt } from '../../../../studies/compare/convergence.js';
import type { RobustCompareRun, RobustConvergence, RobustTrialBound } from './record.js';

/** Nothing is told apart below a hundredth of a second, or below one step. */
const EARLIEST = { seconds: 0.01, steps: 1 };
const BEYOND = 1.1;

/**
 * Quantile of each method's best feasible plan so far over time or steps: median, least and greatest over all its runs. A run without a
 * feasible plan yet counts as below all others; where the figure asked for is such a one, there is none.
 */
export function robustConvergence(
  methods: readonly string[],
  runs: readonly RobustCompareRun[],
  bounds: readonly Pick<RobustTrialBound, 'boundZ'>[],
  axis: RobustConvergence['axis'],
): RobustConvergence {
  const curves = runs.map((run) => ({ ...run, points: pointsOf(run, axis) }));
  const planned = curves.filter(({ points }) => points.length > 0);
  const boundZ = spreadOfBounds(bounds.map((bound) => bound.boundZ).filter((z) => z !== null));
  if (planned.length === 0) return { axis, at: [], boundZ, methods: [] };
  const first = Math.max(EARLIEST[axis], Math.min(...planned.map(({ points }) => points[0]![0])));
  const ends = curves.map(({ points, timeS, steps }) =>
    Math.max(axis === 'seconds' ? timeS : steps, points.at(-1)?.[0] ?? 0),
  );
  // A little farther than the last run, or what it found in the end would not be seen.
  const at = commonGrid(first, BEYOND * Math.max(first, ...ends));
  return {
    axis,
    at,
    boundZ,
    methods: methods.flatMap((method) => {
      const own = curves.filter((curve) => curve.method === method);
      if (own.length === 0) return [];
      const spread = spreadOver(at, (x) => own.map(({ points }) => valueAt(points, x) ?? -Infinity));
      return [
        {
          method,
          trials: own.length,
          plans: own.filter(({ points }) => points.length > 0).length,
          median: spread.median.map(finiteOrNull),
          least: spread.least.map(finiteOrNull),
          greatest: spread.greatest.map(finiteOrNull),
        },
      ];
    }),
  };
}

function pointsOf(
  { trajectory }: RobustCompareRun,
  axis: RobustConvergence['axis'],
): readonly (readonly [number, number])[] {
  return trajectory.map(([steps, timeS, z]) => [axis === 'seconds' ? timeS : steps, z]);
}

function spreadOfBounds(values: readonly number[]): RobustConvergence['boundZ'] {
  if (values.length === 0) return null;
  const { median, least, greatest } = spreadOver([0], () => values);
  return { median: median[0]!, least: least[0]!, greatest: greatest[0]! };
}

function finiteOrNull(z: number): number | null {
  return Number.isFinite(z) ? z : null;
}
