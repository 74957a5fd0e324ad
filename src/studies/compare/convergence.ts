import type { GapStep } from '../../experiments/profiles.js';
import { effortsTo, gapsOver } from '../analysis/curves.js';
import { TIE } from '../analysis/cases.js';
import type { Comparison } from './comparison.js';
import type { Convergence, ConvergenceLine, Profile, RunFrame } from './record.js';

/**
 * Returns the gap of each method's best plan so far over time or steps: median, least and greatest over its runs. A run
 * without a plan so far has a gap of 1. If no run has a bound, gaps are relative to the best plan of the trial. Methods
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
  const rated = drawn.flatMap((run) => {
    const reference = to === 'bound' ? run.bound : (best.get(run.trial) ?? null);
    if (reference === null || reference === 0) return [];
    const path = run.trajectory.map(([steps, timeS, value]): GapStep => ({
      at: axis === 'seconds' ? timeS : steps,
      gap: Math.min(1, Math.max(0, lossTo(reference, value, better))),
    }));
    return [{ ...run, path, end: Math.max(axis === 'seconds' ? run.timeS : run.steps, path.at(-1)?.at ?? 0) }];
  });
  const end = Math.max(0, ...rated.map((run) => run.end));
  const at = end === 0 || rated.every(({ path }) => path.length === 0) ? [] : effortsTo(end, axis);
  const lines = methods.flatMap((method): ConvergenceLine[] => {
    const paths = rated.flatMap((run) => (run.method === method ? [run.path] : []));
    if (paths.length === 0 || at.length === 0) return [];
    const [least, median, greatest] = gapsOver(at, paths, [0, 0.5, 1], 1);
    const plans = paths.filter((path) => path.length > 0).length;
    return [{ method, trials: paths.length, plans, median: median!, least: least!, greatest: greatest! }];
  });
  return { to, axis, at, methods: lines };
}

/**
 * Returns the performance profile of each method: how much worse its plans are than the best plan of the trial. Trials
 * without a run, or with a best objective of 0, are left out. If plans obey different rules, they cannot be compared
 * and the profiles are empty.
 *
 * @param repeated `runs`, in which a run that stands for all trials is repeated for each trial
 */
export function profilesOf(
  { better }: Pick<Comparison, 'better'>,
  methods: readonly string[],
  runs: readonly RunFrame[],
  repeated: readonly RunFrame[] = runs,
): Profile[] {
  const made = new Set(runs.map(({ trial }) => trial));
  const rated = repeated.filter(({ trial }) => made.has(trial));
  const best = bestPlans(rated, better);
  const isMixed = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  const lossOf = ({ objective, trial }: RunFrame): number[] => {
    const most = best.get(trial) ?? 0;
    if (objective === null || most === 0 || isMixed) return [];
    const loss = lossTo(most, objective, better);
    return [loss > TIE ? loss : 0];
  };
  return methods.map((method) => ({
    method,
    losses: rated.flatMap((run) => (run.method === method ? lossOf(run) : [])).sort((one, other) => one - other),
    trials: [...best.values()].filter((one) => one !== 0).length,
  }));
}

/** Returns the best objective of each trial, by the trial's number. */
function bestPlans(runs: readonly RunFrame[], better: Comparison['better']): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const { trial, objective } of runs) {
    if (objective === null) continue;
    best.set(trial, Math[better === 'more' ? 'max' : 'min'](best.get(trial) ?? objective, objective));
  }
  return best;
}

/**
 * Returns by how much a value is worse than `reference`, which is not 0, as a fraction of the reference's absolute
 * value.
 */
function lossTo(reference: number, value: number, better: Comparison['better']): number {
  return (better === 'less' ? value - reference : reference - value) / Math.abs(reference);
}
