import { commonGrid, spreadOver, valueAt } from '../../../../studies/compare/convergence.js';
import type { CompareRun, Convergence } from './record.js';

/** Nothing is told apart below a hundredth of a second. */
const EARLIEST_S = 0.01;

/**
 * Gap to the trial's bound over time for the methods named, which must be aware forms (naive ones have no trajectories): median,
 * least and greatest over the trials with a bound, on common times that are equally far apart on a logarithmic scale. Steps: a
 * value holds until the next is found. A run without a plan counts 1 all the time.
 */
export function convergenceOf(aware: readonly string[], runs: readonly CompareRun[]): Convergence {
  const usable = runs.filter(({ method, bound }) => aware.includes(method) && bound !== null && bound > 0);
  const planned = usable.filter(({ trajectory }) => trajectory.length > 0);
  if (planned.length === 0) return { timeS: [], methods: [] };
  const first = Math.max(EARLIEST_S, Math.min(...planned.map(({ trajectory }) => trajectory[0]![0])));
  const last = Math.max(first * 1.01, ...usable.map((run) => Math.max(run.timeS, run.trajectory.at(-1)?.[0] ?? 0)));
  const timeS = commonGrid(first, last);
  return {
    timeS,
    methods: aware.flatMap((method) => {
      const own = usable.filter((run) => run.method === method);
      if (own.length === 0) return [];
      return [{ method, trials: own.length, ...spreadOver(timeS, (at) => own.map((run) => gapAt(run, at))) }];
    }),
  };
}

/** 1 before the first plan. A method's own value may pass the bound where it reckons otherwise than the checker: no gap then. */
export function gapAt({ trajectory, bound }: CompareRun, timeS: number): number {
  const best = valueAt(trajectory, timeS);
  return best === null ? 1 : Math.min(1, Math.max(0, (bound! - best) / bound!));
}
