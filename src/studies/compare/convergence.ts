import type { CompareRun, Convergence } from './record.js';

const POINTS = 90;
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
  const timeS = Array.from({ length: POINTS }, (_, n) =>
    n === POINTS - 1 ? last : first * (last / first) ** (n / (POINTS - 1)),
  );
  return {
    timeS,
    methods: aware.flatMap((method) => {
      const own = usable.filter((run) => run.method === method);
      if (own.length === 0) return [];
      const gaps = timeS.map((at) => own.map((run) => gapAt(run, at)).sort((one, other) => one - other));
      return [
        {
          method,
          trials: own.length,
          median: gaps.map(median),
          least: gaps.map((sorted) => sorted[0]!),
          greatest: gaps.map((sorted) => sorted.at(-1)!),
        },
      ];
    }),
  };
}

/** 1 before the first plan. A method's own value may pass the bound where it reckons otherwise than the checker: no gap then. */
export function gapAt({ trajectory, bound }: CompareRun, timeS: number): number {
  let best: number | null = null;
  for (const [at, value] of trajectory) {
    if (at > timeS) break;
    best = value;
  }
  return best === null ? 1 : Math.min(1, Math.max(0, (bound! - best) / bound!));
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
