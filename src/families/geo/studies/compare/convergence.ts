import { commonGrid, spreadOver, valueAt } from '../../../../studies/compare/convergence.js';
import type { GeoCompareRun, GeoConvergence } from './record.js';

/** Nothing is told apart below a hundredth of a second, or below one step. */
const EARLIEST = { seconds: 0.01, steps: 1 };
const BEYOND = 1.1;

/**
 * Cost of each method's best plan so far over time or steps: median, least and greatest over all its runs. A run without a plan yet counts as
 * above all others; where the figure asked for is such a one, there is none. `methods` are those that draw: the others improve no plan.
 */
export function geoConvergence(
  methods: readonly string[],
  runs: readonly GeoCompareRun[],
  axis: GeoConvergence['axis'],
): GeoConvergence {
  const curves = runs
    .filter(({ method }) => methods.includes(method))
    .map((run) => ({
      ...run,
      points: run.trajectory.map(([steps, timeS, usd]) => [axis === 'seconds' ? timeS : steps, usd] as const),
    }));
  const planned = curves.filter(({ points }) => points.length > 0);
  if (planned.length === 0) return { axis, at: [], methods: [] };
  const first = Math.max(EARLIEST[axis], Math.min(...planned.map(({ points }) => points[0]![0])));
  const ends = curves.map(({ points, timeS, steps }) =>
    Math.max(axis === 'seconds' ? timeS : steps, points.at(-1)?.[0] ?? 0),
  );
  // A little farther than the last run, or what it found in the end would not be seen.
  const at = commonGrid(first, BEYOND * Math.max(first, ...ends));
  return {
    axis,
    at,
    methods: methods.flatMap((method) => {
      const own = curves.filter((curve) => curve.method === method);
      if (own.length === 0) return [];
      const spread = spreadOver(at, (x) => own.map(({ points }) => valueAt(points, x) ?? Infinity));
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

function finiteOrNull(usd: number): number | null {
  return Number.isFinite(usd) ? usd : null;
}
